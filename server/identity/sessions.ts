/** Sessions: refresh tokens that rotate, and who a bearer token is at this moment. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, ne, or, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { dateOf } from '../../shared/clock.ts';
import type { Tokens } from '../../shared/contract/auth.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { isStaff, type Role } from '../../shared/contract/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import { sessions, tenants, users } from '../db/schema.ts';
import type { UserCaller } from '../http/caller.ts';
import type { Server } from '../server.ts';
import { accessTokens } from './accessTokens.ts';

const SESSION_MS = 30 * 86_400_000;
const REFRESH_BYTES = 32;
const hashed = (token: string) => createHash('sha256').update(token).digest('hex');
const freshToken = () => randomBytes(REFRESH_BYTES).toString('base64url');
const UUID = /^[0-9a-f-]{36}$/;

export function openSessions({ db, clock, keys }: Server) {
  const access = accessTokens(keys.token, clock);

  async function tenantOf(request: FastifyRequest, role: Role, home: string): Promise<string> {
    const wanted = request.headers['x-tenant-id'];
    if (wanted === undefined || wanted === home) return home;
    const denied = new AppError('TENANT_DENIED', 'Your account may not act in this tenant.', {
      own: home,
      wanted,
    });
    if (typeof wanted !== 'string' || !UUID.test(wanted) || !isStaff(role)) throw denied;
    const [found] = await db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, wanted));
    if (!found) throw denied;
    return wanted;
  }

  return {
    async open(user_id: string, request: FastifyRequest): Promise<Tokens> {
      const now = clock.now();
      const id = uuid7(now);
      const refresh_token = freshToken();
      await db.insert(sessions).values({
        id,
        user_id,
        refresh_hash: hashed(refresh_token),
        ip: request.ip,
        user_agent: request.headers['user-agent']?.slice(0, 400) ?? null,
        last_used_at: dateOf(now),
        expires_at: dateOf(now + SESSION_MS),
      });
      return { access_token: await access.issue(user_id, id), refresh_token };
    },

    /**
     * A new pair for a refresh token. The predecessor still passes until its successor is used, so that a
     * lost answer signs nobody out; an older one is refused.
     */
    async rotate(refresh_token: string): Promise<Tokens> {
      const hash = hashed(refresh_token);
      const refused = new AppError('SESSION_REVOKED', 'This session has ended. Sign in again.');
      const successor = freshToken();
      const row = await db.transaction(async tx => {
        const [found] = await tx
          .select()
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.user_id))
          .where(or(eq(sessions.refresh_hash, hash), eq(sessions.previous_hash, hash)))
          .for('update');
        if (!found || found.sessions.revoked_at !== null) throw refused;
        if (found.sessions.expires_at.getTime() < clock.now() || found.users.status !== 'active')
          throw refused;
        await tx
          .update(sessions)
          .set({ refresh_hash: hashed(successor), previous_hash: hash, last_used_at: dateOf(clock.now()) })
          .where(eq(sessions.id, found.sessions.id));
        return found.sessions;
      });
      return { access_token: await access.issue(row.user_id, row.id), refresh_token: successor };
    },

    /** The signed-in user of a request, as the database knows him now: a suspension is felt at once. */
    async caller(request: FastifyRequest): Promise<UserCaller> {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (token === undefined) throw new AppError('AUTH_REQUIRED', 'Authentication required');
      const { user_id, session_id } = await access.read(token);
      const [row] = await db
        .select({ user: users, revoked_at: sessions.revoked_at })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.user_id))
        .where(and(eq(sessions.id, session_id), eq(users.id, user_id)));
      if (!row || row.revoked_at !== null) throw new AppError('SESSION_REVOKED', 'This session has ended.');
      if (row.user.status !== 'active') throw new AppError('SESSION_REVOKED', 'This account is not active.');
      const role = row.user.role as Role;
      return {
        kind: 'user',
        user_id,
        session_id,
        role,
        home_tenant_id: row.user.tenant_id,
        tenant_id: await tenantOf(request, role, row.user.tenant_id),
        must_change_password: row.user.must_change_password,
      };
    },

    async end(session_id: string): Promise<void> {
      await db
        .update(sessions)
        .set({ revoked_at: dateOf(clock.now()) })
        .where(eq(sessions.id, session_id));
    },

    /** Ends every session of a user but one. */
    async endOthers(user_id: string, kept: string): Promise<void> {
      await db
        .update(sessions)
        .set({ revoked_at: dateOf(clock.now()) })
        .where(and(eq(sessions.user_id, user_id), ne(sessions.id, kept), isNull(sessions.revoked_at)));
    },
  };
}
export type Sessions = ReturnType<typeof openSessions>;
