/** The principal of an audit entry: who acts, and from where. */
import type { FastifyRequest } from 'fastify';
import type { AuditPrincipal } from '../transaction/audit.ts';

const MAX_UA = 400;

export const auditPrincipalOf = (
  { id, role, email }: Pick<AuditPrincipal, 'id' | 'role' | 'email'>,
  request: FastifyRequest,
): AuditPrincipal => ({
  id,
  role,
  email,
  ip: request.ip,
  ua: request.headers['user-agent']?.slice(0, MAX_UA) ?? null,
  request_id: request.id,
});
export const ANONYMOUS = { id: null, role: null, email: null };
