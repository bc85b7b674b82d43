/** Sessions: opened at sign-in, ended one by one or all at once; resolves a bearer token to the user. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import type { Tokens } from '../../../shared/contract/identity/auth.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isRole, isStaff } from '../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { refreshTokens, sessions, tenants, users } from '../../db/schema.ts';
import type { SessionClaim, UserPrincipal } from '../../http/principal.ts';
import type { Server } from '../../context/server.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isFactorDue } from '../secondFactor/factor.ts';
import { accessTokens } from './accessTokens.ts';
import { setBindingCookie, isSecureOrigin } from './binding.ts';
import { sessionEnd } from './lifetime.ts';
import { rotate } from './rotation.ts';
import { featuresOff, layersOf, platformSettings, sessionSettingsOf } from '../tenants/layers.ts';
import { tenantNodeOf } from '../tenants/tenants.ts';
import { mayActIn, type TenantNode, type TenantUser } from '../tenants/tenantRule.ts';
import { newToken, hashToken } from './tokens.ts';

const SESSION_MS = 30 * 86_400_000;
const MAX_UA = 400;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const sessionEnded = () => new AppError('SESSION_REVOKED', 'This session has ended.');
/** Access tokens outlive their session by minutes; of more ended ones than that the oldest are asked for again. */
const MOST_ENDED = 10_000;
/** Sessions that were found ended: a call of one takes neither a query nor a turn from its user. */
function createEnded() {
  const ids = new Set<string>();
  return {
    has: (id: string) => ids.has(id),
    add(id: string): void {
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > MOST_ENDED && oldest !== undefined) ids.delete(oldest);
    },
  };
}

export function openSessions(server: Server) {
  const { tenantTransactions, clock, config } = server;
  const access = accessTokens(server.keys.token, clock);
  const ended = createEnded();

  async function requireTenant(
    tx: Db,
    request: FastifyRequest,
    user: TenantUser,
  ): Promise<Pick<TenantNode, 'id' | 'ancestors'> & Pick<Tenant, 'status'>> {
    const wanted = request.headers['x-tenant-id'] ?? user.home;
    const denied = new AppError('TENANT_DENIED', 'Your account may not act in this tenant.', {
      own: user.home,
      wanted,
    });
    if (typeof wanted !== 'string' || !UUID.test(wanted)) throw denied;
    /** At home, as in nearly every call, the session's own row says all. */
    if (wanted === user.home) return { id: user.home, status: user.home_status, ancestors: [] };
    const place = await tenantNodeOf(tx, wanted);
    if (!place || !mayActIn(user, place, config.tenantAccess)) throw denied;
    // What is closed for good is open to staff alone.
    if (place.status === 'archived' && !isStaff(user.role)) throw denied;
    return place;
  }

  return {
    /** Opens a session in the user's own tenant. Sets the binding cookie where the origin is secure. */
    async open(
      { tx, tenant_id, now }: TransactionContext,
      user_id: string,
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    ): Promise<Tokens> {
      const id = uuid7(now);
      const refresh_token = newToken();
      const binding = isSecureOrigin(config, request) ? newToken() : null;
      await tx.insert(sessions).values({
        id,
        tenant_id,
        user_id,
        binding_hash: binding === null ? null : hashToken(binding),
        ip: request.ip,
        user_agent: request.headers['user-agent']?.slice(0, MAX_UA) ?? null,
        authenticated_at: dateOf(now),
        created_at: dateOf(now),
        last_used_at: dateOf(now),
        expires_at: dateOf(now + SESSION_MS),
      });
      await tx
        .insert(refreshTokens)
        .values({ hash: hashToken(refresh_token), tenant_id, session_id: id, generation: 1 });
      if (binding !== null) setBindingCookie(reply, id, binding);
      return { access_token: await access.issue(user_id, id), refresh_token };
    },

    async renew(
      refresh_token: string,
      ends: { request: FastifyRequest; reply: FastifyReply },
    ): Promise<Tokens> {
      const renewed = await rotate(server, refresh_token, ends);
      const { user_id, session_id } = renewed;
      return {
        access_token: await access.issue(user_id, session_id),
        refresh_token: renewed.refresh_token,
      };
    },

    /** Who the request's token says it is from, without a query. */
    async claim(request: FastifyRequest): Promise<SessionClaim> {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (token === undefined) throw new AppError('AUTH_REQUIRED', 'Authentication required');
      const claim = await access.read(token);
      if (!UUID.test(claim.user_id) || !UUID.test(claim.session_id))
        throw new AppError('AUTH_REQUIRED', 'Authentication required');
      if (ended.has(claim.session_id)) throw sessionEnded();
      return claim;
    },

    /** The signed-in user of a request, read from the database each time, so that a suspension takes effect at once. */
    async principal(request: FastifyRequest, { user_id, session_id }: SessionClaim): Promise<UserPrincipal> {
      return tenantTransactions.lookUp('sign_in', async tx => {
        const [row] = await tx
          .select({
            ...{ user: users, session: sessions, home: tenants.status },
            factorRoles: tenants.require_second_factor_roles,
            ...{ platform: platformSettings, kind: tenants.kind, settings: tenants.settings },
          })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.user_id))
          .innerJoin(tenants, eq(tenants.id, users.tenant_id))
          .where(and(eq(sessions.id, session_id), eq(users.id, user_id)));
        if (!row) throw sessionEnded();
        if (row.session.revoked_at !== null) {
          ended.add(session_id);
          throw sessionEnded();
        }
        const { user, session } = row;
        const { platform, kind, settings } = row;
        const home = { platform: platform ?? {}, tenant: kind === 'platform' ? null : settings };
        const lengths = sessionSettingsOf(home);
        if (sessionEnd(session, lengths) <= clock.now()) throw sessionEnded();
        const isGone = user.status !== 'active' || user.deleted_at !== null;
        if (isGone || !isRole(user.role) || row.home === 'archived')
          throw new AppError('SESSION_REVOKED', 'This account is not active.');
        const place = await requireTenant(tx, request, {
          role: user.role,
          home: user.tenant_id,
          home_status: row.home,
        });
        return {
          kind: 'user',
          user_id,
          email: user.email,
          session_id,
          role: user.role,
          is_signatory: user.is_signatory,
          home_tenant_id: user.tenant_id,
          tenant_id: place.id,
          is_outside: place.id !== user.tenant_id && !place.ancestors.includes(user.tenant_id),
          authenticated_at: session.authenticated_at.getTime(),
          must_change_password: user.must_change_password,
          must_set_second_factor: isFactorDue(user, row.factorRoles),
          is_read_only: place.status !== 'active' && !isStaff(user.role),
          features_off: featuresOff(place.id === user.tenant_id ? home : await layersOf(tx, place.id)),
        };
      });
    },
  };
}
export type Sessions = ReturnType<typeof openSessions>;

export async function endSession(
  { tx, tenant_id, now }: TransactionContext,
  id: string,
  user_id: string,
): Promise<boolean> {
  const ended = await tx
    .update(sessions)
    .set({ revoked_at: dateOf(now) })
    .where(
      and(
        eq(sessions.tenant_id, tenant_id),
        eq(sessions.id, id),
        eq(sessions.user_id, user_id),
        isNull(sessions.revoked_at),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends every session of a user, or all except `kept`, and what has begun to become one; without one, a change of his address that waits, too. */
export async function endSessions(
  { tx, tenant_id, now }: TransactionContext,
  user_id: string,
  kept?: string,
): Promise<void> {
  await tx
    .update(users)
    .set({
      ...{ sessions_ended_at: dateOf(now), sign_in_ticket: null },
      ...(kept === undefined && { email_change: null }),
    })
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, user_id)));
  await tx
    .update(sessions)
    .set({ revoked_at: dateOf(now) })
    .where(
      and(
        eq(sessions.tenant_id, tenant_id),
        eq(sessions.user_id, user_id),
        isNull(sessions.revoked_at),
        kept === undefined ? undefined : ne(sessions.id, kept),
      ),
    );
}

/** Ends every session of the people of a tenant. */
export async function endSessionsOfTenant({ tx, now }: TransactionContext, tenant_id: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ revoked_at: dateOf(now) })
    .where(and(eq(sessions.tenant_id, tenant_id), isNull(sessions.revoked_at)));
}
