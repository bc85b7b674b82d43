/** A user's own passkeys: made, named, removed. */
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { dateOf, instant } from '../../../shared/clock.ts';
import {
  MAX_PASSKEYS,
  type addPasskey,
  type Passkey,
} from '../../../shared/contract/identity/account/passkeys.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { requireFound } from '../../db/rows.ts';
import { passkeys, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionOpener } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { mailPasskey } from '../entrances/accountMail.ts';
import { lockOwnAccount } from '../session/ownAccount.ts';
import type { UserRow } from '../users/users.ts';
import { makeChallenge, type Holder } from './challenges.ts';
import { userHandleOf } from './signIn.ts';
import type { PasskeyRow } from './spendUse.ts';
import { rpIdOf, verifyAttestation, wrongPasskey } from './verify.ts';

const holderOf = ({ session_id }: UserPrincipal): Holder => ({ use: 'add', id: session_id });
const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  ...{ id, name, created_at: instant(created_at.getTime()) },
  last_used_at: last_used_at && instant(last_used_at.getTime()),
});
const ownedBy = ({ tenant_id }: TransactionContext, user_id: string) =>
  and(eq(passkeys.tenant_id, tenant_id), eq(passkeys.user_id, user_id));

const rowsOf = (ctx: TransactionContext, user_id: string) =>
  ctx.tx
    .select()
    .from(passkeys)
    .where(ownedBy(ctx, user_id))
    .orderBy(asc(passkeys.created_at), asc(passkeys.id));

async function lock(ctx: TransactionContext, principal: UserPrincipal): Promise<UserRow> {
  const row = await lockOwnAccount(ctx, principal);
  ctx.auditNote.target_id = row.id;
  return row;
}

export async function readPasskeys(ctx: TransactionContext, user_id: string) {
  const { tx, tenant_id } = ctx;
  const [user] = await tx
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, user_id)));
  return {
    items: (await rowsOf(ctx, user_id)).map(toPasskey),
    has_password: requireFound(user, 'user').password_hash !== null,
  };
}

/** Throws STATE where there are as many as there may be. */
function requireRoom(user: UserRow, held: number): void {
  if (user.demo) throw new AppError('STATE', 'Users of the demo have no passkeys.', { status: 'demo' });
  if (held >= MAX_PASSKEYS)
    throw new AppError('RULE', `There are ${MAX_PASSKEYS} passkeys already; remove one first.`, {
      max: MAX_PASSKEYS,
    });
}

export async function beginAdding(
  server: Server,
  inTenantOf: TransactionOpener['inTenant'],
  { principal, request }: { principal: UserPrincipal; request: FastifyRequest },
) {
  const { user_id, email } = principal;
  const credentials = await inTenantOf(async ctx => {
    const user = await lock(ctx, principal);
    ctx.auditNote.after = {};
    const rows = await rowsOf(ctx, user_id);
    requireRoom(user, rows.length);
    return rows.map(row => row.credential_id);
  });
  return {
    challenge: await makeChallenge(server, holderOf(principal)),
    ...{ rp_id: rpIdOf(server, request), user_handle: userHandleOf(user_id), user_name: email, credentials },
  };
}

interface Adding {
  principal: UserPrincipal;
  body: Body<typeof addPasskey>;
  request: FastifyRequest;
  origin: string;
}
/** Throws WRONG_PASSKEY. */
export async function addOwnPasskey(
  server: Server,
  inTenantOf: TransactionOpener['inTenant'],
  { principal, body, request, origin }: Adding,
): Promise<Passkey> {
  const made = await verifyAttestation(server, body, { holder: holderOf(principal), request });
  const { user_id } = principal;
  return inTenantOf(async ctx => {
    const user = await lock(ctx, principal);
    ctx.auditNote.after = { name: body.name };
    requireRoom(user, (await rowsOf(ctx, user_id)).length);
    const { tenant_id, now } = ctx;
    const [row] = await ctx.tx
      .insert(passkeys)
      .values({ ...made, id: uuid7(now), tenant_id, user_id, name: body.name, created_at: dateOf(now) })
      .onConflictDoNothing()
      .returning();
    /** Somebody has it already. */
    if (!row) throw wrongPasskey();
    await mailPasskey(ctx, user, { is: 'added', name: row.name, origin });
    return toPasskey(row);
  });
}

export async function renameOwnPasskey(
  ctx: TransactionContext,
  user_id: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const isIt = and(ownedBy(ctx, user_id), eq(passkeys.id, id));
  const [before] = await ctx.tx.select().from(passkeys).where(isIt);
  ctx.auditNote.before = { name: requireFound(before, 'passkey').name };
  ctx.auditNote.target_id = user_id;
  const [row] = await ctx.tx.update(passkeys).set({ name }).where(isIt).returning();
  return toPasskey(requireFound(row, 'passkey'));
}

export async function removeOwnPasskey(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, origin }: { id: string; origin: string },
): Promise<void> {
  const user = await lock(ctx, principal);
  const [row] = await ctx.tx
    .delete(passkeys)
    .where(and(ownedBy(ctx, user.id), eq(passkeys.id, id)))
    .returning();
  const { name } = requireFound(row, 'passkey');
  ctx.auditNote.before = { name };
  ctx.auditNote.target_name = name;
  await mailPasskey(ctx, user, { is: 'removed', name, origin });
}

/**
 * All of somebody's, where his account begins anew: whoever had it before may have left one. `origin`: of the link in
 * the e-mail that tells him; null: he is told otherwise.
 */
export async function removePasskeysOf(
  ctx: TransactionContext,
  user: Pick<UserRow, 'id' | 'email' | 'locale'>,
  origin: string | null,
): Promise<void> {
  const removed = await ctx.tx.delete(passkeys).where(ownedBy(ctx, user.id)).returning({ id: passkeys.id });
  if (removed.length > 0 && origin !== null) await mailPasskey(ctx, user, { is: 'ended', name: '', origin });
}
