/** Refresh token rotation: each token is used once; reuse revokes its family (promise S5). */
import { and, eq, ne } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { refreshTokens, sessions, tenants, users } from '../../db/schema.ts';
import { auditPrincipalOf, ANONYMOUS } from '../../http/auditPrincipal.ts';
import type { Server } from '../../context/server.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { ownLayers, sessionSettingsOf } from '../tenants/layers.ts';
import { sessionEnd } from './lifetime.ts';
import { setBindingCookie, bindingOf } from './binding.ts';
import { newToken, hashToken } from './tokens.ts';

/** A browser killed right after sign-in may have lost the new cookie but kept its tokens. */
const WITHOUT_COOKIE_MS = 2 * 60_000;
/** A client may be one generation behind where the last answer was lost. */
const GRACE_GENERATIONS = 1;

export interface Renewed {
  user_id: string;
  session_id: string;
  refresh_token: string;
}
interface HttpExchange {
  request: FastifyRequest;
  reply: FastifyReply;
}
type Family = Awaited<ReturnType<typeof familyOf>>;

const refused = () => new AppError('SESSION_REVOKED', 'This session has ended. Sign in again.');

export async function rotate(server: Server, token: string, ends: HttpExchange): Promise<Renewed> {
  const hash = hashToken(token);
  const [known] = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx.select({ tenant_id: refreshTokens.tenant_id }).from(refreshTokens).where(eq(refreshTokens.hash, hash)),
  );
  if (!known) throw refused();
  /** A refusal is returned, not thrown, because the revocation of the family must be committed. */
  const renewed = await inTenant(server, { tenant_id: known.tenant_id, user_id: null }, async ctx => {
    const family = await familyOf(ctx, hash);
    if (!family || !isAlive(family)) return null;
    const lengths = sessionSettingsOf(await ownLayers(ctx));
    return sessionEnd(family.session, lengths) > ctx.now ? rotateFamily(ctx, family, ends) : null;
  });
  if (!renewed) throw refused();
  return renewed;
}

async function familyOf({ tx, tenant_id }: TransactionContext, hash: string) {
  const [row] = await tx
    .select({ token: refreshTokens, session: sessions, user: users, home: tenants.status })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .innerJoin(tenants, eq(tenants.id, users.tenant_id))
    .where(and(eq(refreshTokens.tenant_id, tenant_id), eq(refreshTokens.hash, hash)))
    .for('update', { of: sessions });
  return row ?? null;
}

/** Reads the token again under the family's lock: another token of its generation may have been used meanwhile. */
async function isReplaced({ tx, tenant_id }: TransactionContext, hash: string): Promise<boolean> {
  const [row] = await tx
    .select({ replaced: refreshTokens.replaced })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.tenant_id, tenant_id), eq(refreshTokens.hash, hash)));
  return row?.replaced ?? true;
}

const isAlive = ({ session, user, home }: NonNullable<Family>) =>
  home !== 'archived' && session.revoked_at === null && user.status === 'active' && user.deleted_at === null;

async function rotateFamily(
  ctx: TransactionContext,
  { token, session, user }: NonNullable<Family>,
  { request, reply }: HttpExchange,
): Promise<Renewed | null> {
  const { tx, tenant_id, now } = ctx;
  const behind = session.generation - token.generation;
  if (behind > GRACE_GENERATIONS || (behind > 0 && (await isReplaced(ctx, token.hash)))) {
    await revoke(ctx, session.id, user, request);
    return null;
  }
  const isBound = session.binding_hash === null || bindingOf(request, session.id) === session.binding_hash;
  const isFresh = token.generation === 1 && now - session.created_at.getTime() <= WITHOUT_COOKIE_MS;
  /** A token without its cookie is refused, but does not revoke the family of the browser that has both. */
  if (!isBound && !isFresh) return null;

  const binding = isBound ? null : newToken();
  const generation = token.generation + 1;
  const refresh_token = newToken();
  /** The first use of a generation wins: tokens from lost answers of this generation become invalid. */
  if (behind === 0)
    await tx
      .update(refreshTokens)
      .set({ replaced: true })
      .where(
        and(
          eq(refreshTokens.session_id, session.id),
          eq(refreshTokens.generation, token.generation),
          ne(refreshTokens.hash, token.hash),
        ),
      );
  await tx
    .insert(refreshTokens)
    .values({ hash: hashToken(refresh_token), tenant_id, session_id: session.id, generation });
  await tx
    .update(sessions)
    .set({
      generation,
      last_used_at: dateOf(now),
      ...(binding === null ? {} : { binding_hash: hashToken(binding) }),
    })
    .where(eq(sessions.id, session.id));
  if (binding !== null) setBindingCookie(reply, session.id, binding);
  return { user_id: user.id, session_id: session.id, refresh_token };
}

/** Revokes the family after token reuse, because somebody holds a copy. */
async function revoke(
  ctx: TransactionContext,
  session_id: string,
  user: { id: string; role: string },
  request: FastifyRequest,
) {
  await ctx.tx
    .update(sessions)
    .set({ revoked_at: dateOf(ctx.now) })
    .where(eq(sessions.id, session_id));
  const auditPrincipal = auditPrincipalOf(ANONYMOUS, request);
  await appendAuditEntry(ctx, auditPrincipal, {
    action: 'sessions.reuse',
    target_type: 'sessions',
    target_id: session_id,
    diff: { user_id: { before: null, after: user.id } },
  });
  request.log.warn({ session_id }, 'a spent refresh token came again: its family was revoked');
}
