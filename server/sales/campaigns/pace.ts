/** How many plays an hour each screen of a campaign owes its plan, by what is left and by how long screens are on. */
import { eq, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { openMs } from '../../../shared/sales/openTime.ts';
import { rowsOf } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { CampaignRow } from './listing.ts';
import { deliveredPlays, frontFactor, goalOf } from './progress.ts';
import { countScreens } from './targets.ts';

const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;
const HISTORY_DAYS = 7;
/** Of a fleet that has shown nothing yet. */
const USUAL_SHARE_ON = 0.5;
const LEAST_SHARE_ON = 0.05;
/** A rate that differs less is the same, or every screen would be given another document each hour. */
const SAME = 0.1;

/** How much of the day the tenant's screens have shown something lately, 0 to 1. */
export async function shareOn({ tx, tenant_id, now }: TransactionContext): Promise<number> {
  const since = instant(now - HISTORY_DAYS * 24 * HOUR_MS);
  const [row] = rowsOf<{ ms: number; screens: number }>(
    await tx.execute(sql`
      select coalesce(sum(duration_ms), 0)::float8 as ms, count(distinct device_id)::int as screens from plays
      where tenant_id = ${tenant_id} and started_at >= ${since}::timestamptz`),
  );
  if (!row || row.screens === 0) return USUAL_SHARE_ON;
  const share = row.ms / (row.screens * WEEK_DAYS * 24 * HOUR_MS);
  return Math.min(1, Math.max(LEAST_SHARE_ON, share));
}

/** Hours that are left of its flights, as far as their hours of the week go. */
export const hoursLeft = ({ flights, tz }: Pick<CampaignRow, 'flights' | 'tz'>, now: number) =>
  openMs(flights, { from: now, to: Infinity, tz }) / HOUR_MS;

export const hoursIn = (row: Pick<CampaignRow, 'flights' | 'tz'>) => hoursLeft(row, -Infinity);

/** null: it has no goal that can be counted. `front`: what its plan is ahead of the clock by is owed at once. */
export async function paceOf(ctx: TransactionContext, row: CampaignRow): Promise<number | null> {
  const { tx, tenant_id, now } = ctx;
  const [tenant] = await tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  const goal = goalOf(row, tenant?.currency ?? 'EUR');
  const hours = hoursLeft(row, now);
  const screens = (await countScreens(ctx, [row.id])).get(row.id) ?? 0;
  if (goal === null || hours === 0 || screens === 0) return goal === null ? null : row.plays_per_h;
  const delivered = (await deliveredPlays(ctx, [row.id])).get(row.id) ?? 0;
  const left = Math.max(0, goal - delivered);
  const factor = row.pacing === 'front' ? frontFactor(row, now) : 1;
  const rate = (factor * left) / (screens * hours * (await shareOn(ctx)));
  const rounded = Number(Math.min(3_600, rate).toPrecision(3));
  const before = row.plays_per_h;
  return before !== null && Math.abs(rounded - before) <= before * SAME ? before : rounded;
}
