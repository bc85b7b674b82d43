/** How many plays an hour each screen of a campaign owes its plan, by what is left and by how long screens are on. */
import { sql } from 'drizzle-orm';
import { frontFactor, hoursLeft } from '../../../shared/sales/plan.ts';
import { rowsOf } from '../../db/rows.ts';
import { firstOfHours, shownHours } from '../../proof/analytics/shown.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { CampaignRow } from './listing.ts';

const HOUR_MS = 3_600_000;
const HISTORY_H = 7 * 24;
/** Of a fleet that has shown nothing yet. */
const USUAL_SHARE_ON = 0.5;
const LEAST_SHARE_ON = 0.05;
/** A rate that differs less is the same, or every screen would be given another document each hour. */
const SAME = 0.1;

/** How much of the day the tenant's screens have shown something lately, 0 to 1. */
export async function shareOn(ctx: TransactionContext): Promise<number> {
  const since = firstOfHours(ctx.now, HISTORY_H);
  const [row] = rowsOf<{ ms: number; screens: number }>(
    await ctx.tx.execute(sql`
      with ${await shownHours(ctx, { since })}
      select coalesce(sum(ms), 0) as ms, count(distinct device_id)::int as screens from shown`),
  );
  if (!row || row.screens === 0) return USUAL_SHARE_ON;
  const share = row.ms / (row.screens * HISTORY_H * HOUR_MS);
  return Math.min(1, Math.max(LEAST_SHARE_ON, share));
}

export interface PaceFacts {
  now: number;
  /** Plays; null: none that can be counted. */
  goal: number | null;
  delivered: number;
  screens: number;
  /** How much of the day screens are on, 0 to 1. */
  share: number;
}
/** null: it has no goal that can be counted. `front`: what its plan is ahead of the clock by is owed at once. */
export function paceOf(row: CampaignRow, { now, goal, delivered, screens, share }: PaceFacts): number | null {
  const hours = hoursLeft(row, now);
  if (goal === null || hours === 0 || screens === 0) return goal === null ? null : row.plays_per_h;
  const left = Math.max(0, goal - delivered);
  const factor = row.pacing === 'front' ? frontFactor(row, now) : 1;
  const rate = (factor * left) / (screens * hours * share);
  const rounded = Number(Math.min(3_600, rate).toPrecision(3));
  const before = row.plays_per_h;
  return before !== null && Math.abs(rounded - before) <= before * SAME ? before : rounded;
}
