/** Payouts: made of what is approved, sent by hand, and then paid, or free for another one. */
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  ownerPayouts,
  payouts as entity,
  type Payout,
  type PayoutState,
} from '../../../shared/contract/sales/payout.ts';
import { refusedBy } from '../../../shared/contract/sales/refusals.ts';
import type { Action } from '../../../shared/contract/wire/entity.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { earnings, payoutAccounts, payouts, users } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { mailOwner } from './earningMail.ts';
import { ownedBy, ownerName, readOwner } from './owners.ts';
import { lockTerms } from './rows.ts';

type PayoutRow = typeof payouts.$inferSelect;
type NamedRow = PayoutRow & { owner_name: string };
const toPayout = ({ earning_ids, ...row }: NamedRow): Payout => ({
  ...row,
  earnings: earning_ids.length,
  paid_at: row.paid_at?.toISOString() ?? null,
  ...commonFieldsOf(row),
});

const scope = (ctx: TransactionContext) =>
  and(eq(payouts.tenant_id, ctx.tenant_id), ownedBy(ctx, payouts.owner_user_id));
const options = {
  from: (tx: TransactionContext['tx'], fields: Record<string, unknown>) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(payouts)
        .innerJoin(users, eq(users.id, payouts.owner_user_id)),
    ),
  fields: { ...getTableColumns(payouts), owner_name: ownerName },
  id: payouts.id,
  scope,
  sortColumns: {
    created_at: payouts.created_at,
    updated_at: payouts.updated_at,
    owner_name: ownerName,
    amount_minor: payouts.amount_minor,
    state: payouts.state,
    paid_at: payouts.paid_at,
  },
  searchColumns: [payouts.reference, users.first_name, users.last_name, users.email],
  filterColumns: { state: payouts.state, owner_user_id: payouts.owner_user_id },
  deleted_at: payouts.deleted_at,
  created_at: payouts.created_at,
  serialize: (_ctx: TransactionContext, rows: NamedRow[]) => rows.map(toPayout),
};
export const payoutListing = listing(entity)<NamedRow>(options);
export const ownerPayoutListing = listing(ownerPayouts)<NamedRow>(options);

async function usableAccount(ctx: TransactionContext, owner_user_id: string) {
  const [account] = await ctx.tx
    .select()
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.user_id, owner_user_id), eq(payoutAccounts.tenant_id, ctx.tenant_id)));
  if (!account) throw refusedBy('no_account', 'The owner has named no account.');
  if (account.usable_from.getTime() > ctx.now)
    throw refusedBy('new_account', 'The account is too new.', {
      usable_from: account.usable_from.toISOString(),
    });
  return account;
}

export async function createPayout(ctx: TransactionContext, owner_user_id: string): Promise<Payout> {
  const { tx, tenant_id, user_id, now } = ctx;
  const { currency } = await lockTerms(ctx);
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, owner_user_id), eq(users.tenant_id, tenant_id)));
  requireFound(owner, 'owner');
  const account = await usableAccount(ctx, owner_user_id);
  const isFree = and(
    ...[eq(earnings.tenant_id, tenant_id), eq(earnings.owner_user_id, owner_user_id)],
    ...[eq(earnings.state, 'approved'), eq(earnings.currency, currency), isNull(earnings.payout_id)],
  );
  const rows = await tx.select().from(earnings).where(isFree).orderBy(earnings.id).for('update');
  const amount_minor = rows.reduce((sum, { net_minor }) => sum + net_minor, 0);
  if (amount_minor <= 0) throw refusedBy('nothing_approved', 'Nothing that is approved waits for a payout.');
  const id = uuid7(now);
  const earning_ids = rows.map(row => row.id);
  await tx.insert(payouts).values({
    ...{ id, tenant_id, owner_user_id, currency, amount_minor, earning_ids, created_by: user_id },
    ...{ method: account.masked, account: account.account },
    ...{ created_at: dateOf(now), updated_at: dateOf(now) },
  });
  await setEarnings(ctx, earning_ids, { payout_id: id });
  const made = await payoutListing.read(ctx, id);
  ctx.auditNote.target_name = made.owner_name;
  return made;
}

async function setEarnings(
  { tx, now }: TransactionContext,
  ids: readonly string[],
  set: { payout_id?: string | null; state?: 'paid' },
): Promise<void> {
  await tx
    .update(earnings)
    .set({ ...set, version: sql`${earnings.version} + 1`, updated_at: dateOf(now) })
    .where(inArray(earnings.id, [...ids]));
}

async function lockPayout(ctx: TransactionContext, id: string): Promise<PayoutRow> {
  await lockTerms(ctx);
  const [row] = await ctx.tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.id, id), scope(ctx)))
    .for('update');
  const found = requireFound(row, 'payout');
  const { account: _secret, ...before } = found;
  ctx.auditNote.before = before;
  ctx.auditNote.target_name = (await readOwner(ctx, found.owner_user_id)).name;
  return found;
}

type Verb = keyof typeof entity.actions;
/** An earning is paid with its payout, and free again with one that failed or was cancelled. */
export async function movePayout(
  ctx: TransactionContext,
  verb: Verb,
  { id, ...set }: { id: string; reference?: string; reason?: string },
): Promise<Payout> {
  const act: Action = entity.actions[verb];
  const row = await lockPayout(ctx, id);
  requireState(act, row.state);
  const state = act.to as PayoutState;
  await ctx.tx
    .update(payouts)
    .set({
      ...{ ...set, state, version: row.version + 1, updated_at: dateOf(ctx.now) },
      ...(state === 'paid' && { paid_at: dateOf(ctx.now) }),
    })
    .where(eq(payouts.id, id));
  if (state === 'paid') await setEarnings(ctx, row.earning_ids, { state });
  if (state === 'failed' || state === 'cancelled')
    await setEarnings(ctx, row.earning_ids, { payout_id: null });
  const moved = await payoutListing.read(ctx, id);
  if (state === 'paid' || state === 'failed') await mailOwner(ctx, state, moved);
  return moved;
}

const OPEN: readonly PayoutState[] = ['pending', 'processing'];
/** For whoever makes the transfer; the audit log says that he has seen it. */
export async function revealAccount(ctx: TransactionContext, id: string) {
  const row = await lockPayout(ctx, id);
  requireState({ from: OPEN }, row.state);
  ctx.auditNote.after = {};
  return JSON.parse(ctx.server.secret.unwrap(row.account).toString('utf8')) as {
    holder: string;
    number: string;
    bank: string;
  };
}
