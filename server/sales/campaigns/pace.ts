/** How many plays an hour each screen of a campaign owes its plan, by what is left and by how long screens are on. */
import { eq, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { GRID_MIN, type Daypart } from '../../../shared/contract/playout/schedule.ts';
import { rowsOf } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { CampaignRow } from './listing.ts';
import { deliveredPlays, frontFactor, goalOf } from './progress.ts';
import { countScreens } from './targets.ts';

const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;
const HISTORY_DAYS = 7;
const WEEK_MIN = 10_080;
const DAY_MIN = 1_440;
/** Of a fleet that has shown nothing yet. */
const USUAL_SHARE_ON = 0.5;
const LEAST_SHARE_ON = 0.05;
/** A rate that differs less is the same, or every screen would be given another document each hour. */
const SAME = 0.1;

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** Of the week, 0 to 1. What several of them hold counts once. */
export function weekShare(dayparts: readonly Daypart[]): number {
  if (dayparts.length === 0) return 1;
  const held = new Set<number>();
  for (const { days, start, end } of dayparts) {
    const length = minutes(end) - minutes(start);
    const until = length > 0 ? length : length + DAY_MIN;
    for (const day of days)
      for (let at = 0; at < until; at += GRID_MIN)
        held.add(((day - 1) * DAY_MIN + minutes(start) + at) % WEEK_MIN);
  }
  return (held.size * GRID_MIN) / WEEK_MIN;
}

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
export const hoursLeft = ({ flights }: Pick<CampaignRow, 'flights'>, now: number) =>
  flights.reduce((sum, { starts_at, ends_at, dayparts }) => {
    const ms = Date.parse(ends_at) - Math.max(now, Date.parse(starts_at));
    return sum + (Math.max(0, ms) / HOUR_MS) * weekShare(dayparts);
  }, 0);

export const hoursIn = (row: Pick<CampaignRow, 'flights'>) => hoursLeft(row, -Infinity);

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
