/** Ends a session by the hash of its refresh token: a browser keeps that of a sign-out we did not hear of. */
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { refreshTokens, sessions, users } from '../../db/schema.ts';
import { doerOf } from '../../http/doer.ts';
import type { Server } from '../../context/server.ts';
import { writeDown } from '../../transaction/audit.ts';
import { inTenant } from '../../transaction/work.ts';
import { endSession } from './sessions.ts';

export async function revokeByTicket(server: Server, hash: string, request: FastifyRequest): Promise<void> {
  const [known] = await server.doors.lookUp('sign_in', tx =>
    tx
      .select({ user: users, session: sessions.id, tenant_id: refreshTokens.tenant_id })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
      .innerJoin(users, eq(users.id, sessions.user_id))
      .where(eq(refreshTokens.hash, hash)),
  );
  if (!known) return;
  const { tenant_id, user, session } = known;
  await inTenant(server, { tenant_id, by: user.id }, async work => {
    if (!(await endSession(work, session, user.id))) return;
    const deed = { action: 'auth.logout', target_type: 'sessions', target_id: session, diff: {} };
    await writeDown(work, doerOf(user, request), deed);
  });
}
