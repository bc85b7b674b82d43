/**
 * Whether a browser has signed in as this user before: it holds a cookie for him that only this server can make. It
 * outlives the session, because whoever signs out and in again sits at the same machine; it does not outlive his
 * password, because whoever sets a new one may want others out.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gte, inArray } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import type { Server } from '../../context/server.ts';
import { auditEvents } from '../../db/schema.ts';
import { cookiesOf } from '../../http/cookies.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { UserRow } from '../users/users.ts';
import { isSecureOrigin } from './binding.ts';

/** As long as browsers keep a cookie at most. */
const KNOWN_S = 400 * 86_400;
/** Of one browser. */
const MOST = 20;
const nameOf = (user_id: string) => `__Secure-wayside-known-${user_id}`;
type Known = Pick<UserRow, 'id' | 'password_hash'>;
const pairOf = ({ keys }: Server, id: string, of: string) =>
  `${nameOf(id)}=${createHmac('sha256', keys.secret.derive('known browsers')).update(of).digest('base64url')}`;

const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
const SCOPE = 'Path=/api/auth; HttpOnly; Secure; SameSite=Strict';

/**
 * False only where the browser could hold the cookie and does not; from now on it does. A desk that many share holds
 * those of some: all of them would not fit into a request.
 */
export function recogniseBrowser(
  server: Server,
  user: Known,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): boolean {
  if (!isSecureOrigin(server.config, request)) return true;
  const wanted = pairOf(server, user.id, `${user.id} ${user.password_hash ?? ''}`);
  const known = cookiesOf(request).filter(pair => pair.startsWith(nameOf('')));
  if (known.some(pair => isSame(pair, wanted))) return true;
  for (const pair of known.slice(0, Math.max(0, known.length - MOST + 1)))
    void reply.header('set-cookie', `${pair.split('=')[0]}=; Max-Age=0; ${SCOPE}`);
  void reply.header('set-cookie', `${wanted}; Max-Age=${KNOWN_S}; ${SCOPE}`);
  return false;
}

/** Since then the cookie ends with the password. Until 400 days later browsers may hold one of before. */
const WITH_PASSWORD_SINCE = dateOf(Date.UTC(2026, 10, 27));
const NEW_PASSWORD = ['auth.change-password', 'auth.reset'];
/** It holds the cookie of before, and the password was not set anew since: `recogniseBrowser` has replaced it. */
export async function wasKnown(
  { tx, tenant_id, server }: TransactionContext,
  { id }: Known,
  request: FastifyRequest,
): Promise<boolean> {
  const earlier = pairOf(server, id, id);
  if (!cookiesOf(request).some(pair => isSame(pair, earlier))) return false;
  const [anew] = await tx
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.tenant_id, tenant_id), eq(auditEvents.target_id, id)],
        ...[inArray(auditEvents.action, NEW_PASSWORD), gte(auditEvents.at, WITH_PASSWORD_SINCE)],
      ),
    )
    .limit(1);
  return anew === undefined;
}
