/** Who does something, as the audit log names him, and from where. */
import type { FastifyRequest } from 'fastify';
import type { Doer } from '../transaction/audit.ts';

const MAX_UA = 400;

export const doerOf = (
  { id, role, email }: Pick<Doer, 'id' | 'role' | 'email'>,
  request: FastifyRequest,
): Doer => ({
  id,
  role,
  email,
  ip: request.ip,
  ua: request.headers['user-agent']?.slice(0, MAX_UA) ?? null,
  request_id: request.id,
});
export const NOBODY = { id: null, role: null, email: null };
