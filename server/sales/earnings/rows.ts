/** Rows of earnings: locked, read with their names, and written. */
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { cutoffOf } from '../../../shared/retention/cutoff.ts';
import type { EarlierZone } from '../../../shared/sales/earnings.ts';
import { requireFound } from '../../db/rows.ts';
import { earningAdjustments, earnings, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export type EarningRow = typeof earnings.$inferSelect;
export interface Terms {
  tz: string;
  earlier_zones: readonly EarlierZone[];
  currency: string;
  fee_pct: number;
  /** ms; plays of before are deleted, or will be soon. */
  playsSince: number;
  /** ms; auctions of before are deleted, or will be soon. */
  auctionsSince: number;
}

/** Counting a large tenant may take longer than a row may be waited for. */
const WAIT_FOR_COUNT = '10s';

/**
 * Whatever moves earnings of a tenant waits here for each other, before it locks a row. Invoices and contracts, which lock
 * the tenant's row, do not wait for a count; a change of the currency does.
 */
export async function lockTerms({ tx, tenant_id, now }: TransactionContext): Promise<Terms> {
  const { tz, earlier_zones, currency, fee_pct, retention } = tenants;
  await tx.execute(sql`select set_config('lock_timeout', ${WAIT_FOR_COUNT}, true)`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`earnings ${tenant_id}`}, 0))`);
  const [row] = await tx
    .select({ tz, earlier_zones, currency, fee_pct, retention })
    .from(tenants)
    .where(eq(tenants.id, tenant_id))
    .for('key share');
  const { retention: shortened, ...terms } = requireFound(row, 'tenant');
  return {
    ...terms,
    playsSince: cutoffOf('plays', now, shortened),
    auctionsSince: cutoffOf('auctions', now, shortened),
  };
}

export const rowsWhere = ({ tx, tenant_id }: TransactionContext, where: SQL | undefined) =>
  tx
    .select()
    .from(earnings)
    .where(and(eq(earnings.tenant_id, tenant_id), where))
    .orderBy(asc(earnings.id));

export async function insertEarning(
  { tx, tenant_id, now }: TransactionContext,
  values: Omit<typeof earnings.$inferInsert, 'id' | 'tenant_id'>,
): Promise<EarningRow> {
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  const [row] = await tx
    .insert(earnings)
    .values({ ...values, ...at, id: uuid7(now), tenant_id })
    .returning();
  return requireFound(row, 'earning');
}

export async function writeEarning(
  { tx, now }: TransactionContext,
  { id, version }: EarningRow,
  set: Partial<EarningRow>,
): Promise<EarningRow> {
  const [row] = await tx
    .update(earnings)
    .set({ ...set, version: version + 1, updated_at: dateOf(now) })
    .where(eq(earnings.id, id))
    .returning();
  return requireFound(row, 'earning');
}

/** Adds an amount to a row and to its sum. */
export async function addAdjustment(
  ctx: TransactionContext,
  row: EarningRow,
  values: Pick<
    typeof earningAdjustments.$inferInsert,
    'amount_minor' | 'reason' | 'late_of' | 'late_plays' | 'late_lines'
  >,
): Promise<EarningRow> {
  const { tx, tenant_id, user_id, now } = ctx;
  await tx.insert(earningAdjustments).values({
    ...{ ...values, id: uuid7(now), tenant_id, earning_id: row.id },
    ...{ created_by: user_id, created_at: dateOf(now) },
  });
  return writeEarning(ctx, row, {
    adjustment_minor: row.adjustment_minor + values.amount_minor,
    net_minor: row.net_minor + values.amount_minor,
  });
}
