/** How many plays of a deal are sold on each day, by the calendar of its zone. */
import { and, eq, gte, inArray, notInArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { SpotState } from '../../../shared/contract/programmatic/bid.ts';
import { localAt } from '../../../shared/playout/rights.ts';
import { rowCount } from '../../db/lists.ts';
import { bids, deals } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const DAY_MS = 86_400_000;
/** The longest day of any zone, and what lies in a neighbouring one. */
const LOOKED_BACK_MS = 2 * DAY_MS;
/** Bought and not shown: it leaves room for another. */
const GIVEN_BACK: readonly SpotState[] = ['expired_unplayed', 'released', 'revoked', 'failed_playback'];

type Capped = Pick<typeof deals.$inferSelect, 'id' | 'tz' | 'daily_cap'>;
const dayOf = (at: number, tz: string) => Math.floor(localAt(at, tz) / DAY_MS);
const keyOf = (deal_id: string, day: number) => `${deal_id} ${day}`;

export async function soldByDay({ tx, tenant_id, now }: TransactionContext, of: readonly Capped[]) {
  const ids = of.filter(({ daily_cap }) => daily_cap !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map<string, number>();
  const day = sql<number>`(extract(epoch from date_trunc('day', ${bids.play_from} at time zone ${deals.tz})) / 86400)::int`;
  const rows = await tx
    .select({ deal_id: deals.id, day, n: rowCount })
    .from(bids)
    .innerJoin(deals, eq(deals.id, bids.deal_id))
    .where(
      and(
        ...[eq(bids.tenant_id, tenant_id), inArray(bids.deal_id, ids)],
        ...[eq(bids.outcome, 'won'), gte(bids.play_from, dateOf(now - LOOKED_BACK_MS))],
        notInArray(bids.spot_state, [...GIVEN_BACK]),
      ),
    )
    .groupBy(deals.id, day);
  return new Map(rows.map(row => [keyOf(row.deal_id, row.day), row.n]));
}
export const soldOn = (sold: ReadonlyMap<string, number>, deal: Capped, at: number) =>
  sold.get(keyOf(deal.id, dayOf(at, deal.tz))) ?? 0;

export interface DailyCaps {
  /** Counts what is offered as if it were sold, so that many auctions at once sell no more than one day holds. */
  take: (deal: Capped, at: number) => boolean;
}
export async function dailyCaps(ctx: TransactionContext, of: readonly Capped[]): Promise<DailyCaps> {
  const sold = await soldByDay(ctx, of);
  return {
    take(deal, at) {
      if (deal.daily_cap === null) return true;
      const n = soldOn(sold, deal, at);
      if (n >= deal.daily_cap) return false;
      sold.set(keyOf(deal.id, dayOf(at, deal.tz)), n + 1);
      return true;
    },
  };
}
