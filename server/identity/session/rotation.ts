/** A refresh token for a new one: each is used once; one that comes again ends its family (promise S5). */
import { and, eq, ne } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { refreshTokens, sessions, users } from '../../db/schema.ts';
import { doerOf, NOBODY } from '../../http/doer.ts';
import type { Server } from '../../context/server.ts';
import { writeDown } from '../../transaction/audit.ts';
import { inTenant, type Work } from '../../transaction/work.ts';
import { bind, bindingOf } from './binding.ts';
import { freshToken, hashed } from './tokens.ts';

/** A browser killed right after sign-in may have lost its newest cookies, not its tokens. */
const WITHOUT_COOKIE_MS = 2 * 60_000;
/** A client may be this far behind: its last answer was lost. */
const GRACE_GENERATIONS = 1;

export interface Renewed {
  user_id: string;
  session_id: string;
  refresh_token: string;
}
interface Ends {
  request: FastifyRequest;
  reply: FastifyReply;
}
type Family = Awaited<ReturnType<typeof familyOf>>;

const refused = () => new AppError('SESSION_REVOKED', 'This session has ended. Sign in again.');

export async function rotate(server: Server, token: string, ends: Ends): Promise<Renewed> {
  const hash = hashed(token);
  const [known] = await server.doors.lookUp('sign_in', tx =>
    tx.select({ tenant_id: refreshTokens.tenant_id }).from(refreshTokens).where(eq(refreshTokens.hash, hash)),
  );
  if (!known) throw refused();
  /** A refusal is returned, not thrown: what it did to the family must be committed. */
  const renewed = await inTenant(server, { tenant_id: known.tenant_id, by: null }, async work => {
    const family = await familyOf(work, hash);
    return family && isAlive(family, work.now) ? next(work, family, ends) : null;
  });
  if (!renewed) throw refused();
  return renewed;
}

async function familyOf({ tx, tenant_id }: Work, hash: string) {
  const [row] = await tx
    .select({ token: refreshTokens, session: sessions, user: users })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(refreshTokens.tenant_id, tenant_id), eq(refreshTokens.hash, hash)))
    .for('update', { of: sessions });
  return row ?? null;
}

/** Read once more: the family was not locked yet when the token was, and another of its generation may have won. */
async function isReplaced({ tx, tenant_id }: Work, hash: string): Promise<boolean> {
  const [row] = await tx
    .select({ replaced: refreshTokens.replaced })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.tenant_id, tenant_id), eq(refreshTokens.hash, hash)));
  return row?.replaced ?? true;
}

const isAlive = ({ session, user }: NonNullable<Family>, now: number) =>
  session.revoked_at === null &&
  session.expires_at.getTime() > now &&
  user.status === 'active' &&
  user.deleted_at === null;

async function next(
  work: Work,
  { token, session, user }: NonNullable<Family>,
  { request, reply }: Ends,
): Promise<Renewed | null> {
  const { tx, tenant_id, now } = work;
  const behind = session.generation - token.generation;
  if (behind > GRACE_GENERATIONS || (behind > 0 && (await isReplaced(work, token.hash)))) {
    await revoke(work, session.id, user, request);
    return null;
  }
  const isBound = session.binding_hash === null || bindingOf(request, session.id) === session.binding_hash;
  const isFresh = token.generation === 1 && now - session.created_at.getTime() <= WITHOUT_COOKIE_MS;
  /** Whoever holds a good token alone gets nothing, and does not end the session of the one who holds both. */
  if (!isBound && !isFresh) return null;

  const binding = isBound ? null : freshToken();
  const generation = token.generation + 1;
  const refresh_token = freshToken();
  /** The first use decides: what the lost answers of its generation held is good for nothing from now on. */
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
    .values({ hash: hashed(refresh_token), tenant_id, session_id: session.id, generation });
  await tx
    .update(sessions)
    .set({
      generation,
      last_used_at: dateOf(now),
      ...(binding === null ? {} : { binding_hash: hashed(binding) }),
    })
    .where(eq(sessions.id, session.id));
  if (binding !== null) bind(reply, session.id, binding);
  return { user_id: user.id, session_id: session.id, refresh_token };
}

/** A spent token came again: somebody has a copy, so nobody may go on. */
async function revoke(
  work: Work,
  session_id: string,
  user: { id: string; role: string },
  request: FastifyRequest,
) {
  await work.tx
    .update(sessions)
    .set({ revoked_at: dateOf(work.now) })
    .where(eq(sessions.id, session_id));
  const doer = doerOf(NOBODY, request);
  await writeDown(work, doer, {
    action: 'sessions.reuse',
    target_type: 'sessions',
    target_id: session_id,
    diff: { user_id: { before: null, after: user.id } },
  });
  request.log.warn({ session_id }, 'a spent refresh token came again: its family was revoked');
}
