/** Ends a session by the hash of its refresh token: a browser that signed out offline sends it later. */
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { refreshTokens, sessions, users } from '../../db/schema.ts';
import { auditPrincipalOf } from '../../http/auditPrincipal.ts';
import type { Server } from '../../context/server.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import { inTenant } from '../../transaction/context.ts';
import { endSession } from './sessions.ts';

export async function revokeByTicket(server: Server, hash: string, request: FastifyRequest): Promise<void> {
  const [known] = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx
      .select({ user: users, session: sessions.id, tenant_id: refreshTokens.tenant_id })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
      .innerJoin(users, eq(users.id, sessions.user_id))
      .where(eq(refreshTokens.hash, hash)),
  );
  if (!known) return;
  const { tenant_id, user, session } = known;
  await inTenant(server, { tenant_id, user_id: user.id }, async ctx => {
    if (!(await endSession(ctx, session, user.id))) return;
    const entry = { action: 'auth.logout', target_type: 'sessions', target_id: session, diff: {} };
    await appendAuditEntry(ctx, auditPrincipalOf(user, request), entry);
  });
}
