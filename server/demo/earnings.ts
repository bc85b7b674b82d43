/** Earnings of the demo: counted from the plays of its past, the month before released for payment once another runs, an account to pay to. */
import { and, eq, inArray, or } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Role } from '../../shared/contract/wire/roles.ts';
import type { Db } from '../db/database.ts';
import { earningAdjustments, earnings, payoutAccounts, payouts } from '../db/schema.ts';
import { periodBefore, periodOf } from '../../shared/sales/earnings.ts';
import { maskOf } from '../sales/earnings/account.ts';
import { recalculate } from '../sales/earnings/calculate.ts';
import { lockTerms } from '../sales/earnings/rows.ts';
import type { TransactionContext } from '../transaction/context.ts';

const DAY_MS = 86_400_000;
const OLD_MS = 30 * DAY_MS;
const ACCOUNT = { holder: 'Cab 1182', number: 'PT50000201231234567890154', bank: '' };

/** Where the demo has no plays there is nothing to count. */
export async function insertEarnings(
  ctx: TransactionContext,
  people: readonly { id: string; role?: Role }[],
): Promise<void> {
  const { tx, tenant_id, server, now } = ctx;
  const user_id = people.find(one => one.role === 'device_owner')?.id;
  if (user_id === undefined) return;
  const { tz, earlier_zones } = await lockTerms(ctx);
  const current = periodOf(now, tz, earlier_zones);
  for (const period of [periodBefore(current), current]) await recalculate(ctx, period);
  const ofOwner = eq(earnings.owner_user_id, user_id);
  const running = await tx.$count(earnings, and(ofOwner, eq(earnings.period, current)));
  /** On the first of a month nothing has played yet: then the month before is what somebody may still look at and change. */
  if (running > 0)
    await tx
      .update(earnings)
      .set({ state: 'approved' })
      .where(and(ofOwner, eq(earnings.state, 'calculated')));
  const since = dateOf(now - OLD_MS);
  await tx.insert(payoutAccounts).values({
    ...{ user_id, tenant_id, holder: ACCOUNT.holder, bank: ACCOUNT.bank, masked: maskOf(ACCOUNT.number) },
    account: server.secret.wrap(Buffer.from(JSON.stringify(ACCOUNT))),
    ...{ changed_at: since, usable_from: since },
  });
}

/** Those of its people and of its screens, before either goes. */
export async function removeEarnings(
  tx: Db,
  { people, screens }: { people: string[]; screens: string[] },
): Promise<void> {
  const isTheirs = or(inArray(earnings.owner_user_id, people), inArray(earnings.device_id, screens));
  const ids = (await tx.select({ id: earnings.id }).from(earnings).where(isTheirs)).map(({ id }) => id);
  await tx
    .delete(earningAdjustments)
    .where(or(inArray(earningAdjustments.earning_id, ids), inArray(earningAdjustments.late_of, ids)));
  await tx.delete(earnings).where(inArray(earnings.id, ids));
  await tx.delete(payouts).where(inArray(payouts.owner_user_id, people));
  await tx.delete(payoutAccounts).where(inArray(payoutAccounts.user_id, people));
}
