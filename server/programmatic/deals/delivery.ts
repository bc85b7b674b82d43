/** What was delivered of a deal, from the bid log and the plays that its spots are paid for. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Deal } from '../../../shared/contract/programmatic/deal.ts';
import {
  MOST_PERIODS,
  type dealDelivery,
  type DealPeriod,
} from '../../../shared/contract/programmatic/dealFigures.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { divideHalfEven, minorUnits } from '../../../shared/money.ts';
import { minorOfCost } from '../../../shared/openrtb/auction/cost.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { costOfSold, isLive, isPaid, isPriced, isSold } from '../auctions/soldFigures.ts';
import { soldByDay, soldOn } from './dailyCap.ts';
import { dealListing } from './deals.ts';

type Figures = Omit<DealPeriod, 'at'>;
type Granularity = Query<typeof dealDelivery>['granularity'];
const HOUR_MS = 3_600_000;
const MICROS = 1_000_000n;
/** No auction is held longer before its play, so that those of other times need not be looked through. */
const AHEAD_MS = 2 * 86_400_000;

interface Counted extends Omit<Figures, 'spend_minor'> {
  /** ms; null: of all its time. */
  at: number | null;
  cost: string;
}
/** By the time of the auction, as the bid log lists it; `period`: null counts all at once. */
async function countedOf(
  { tx, tenant_id }: TransactionContext,
  { id, deal_code, partner_id, starts_at, ends_at }: Deal,
  period: ((at: SQL) => SQL) | null,
): Promise<Counted[]> {
  const earliest = instant(Date.parse(starts_at) - AHEAD_MS);
  const key = (at: SQL) =>
    period ? sql`(extract(epoch from ${period(at)}) * 1000)::float8` : sql`0::float8`;
  return rowsOf<Counted>(
    await tx.execute(sql`
      with asked as (
        select ${key(sql`a.at`)} as at, count(*)::int as auctions from auctions a
        where a.tenant_id = ${tenant_id} and ${isLive} and ${deal_code} = any(a.deals)
          and ${partner_id}::uuid = any(a.partners_called)
          and a.at >= ${earliest}::timestamptz and a.at < ${ends_at}::timestamptz
        group by 1),
      sold as (
        select ${key(sql`b.at`)} as at,
          count(*) filter (where ${isPriced})::int as bids,
          count(*) filter (where ${isSold})::int as won,
          count(*) filter (where ${isPaid})::int as plays,
          coalesce(sum(b.multiplier) filter (where ${isPaid}), 0)::numeric(20, 4)::text as impressions,
          ${costOfSold} as cost,
          count(*) filter (where b.displaced_at is not null and b.ended_at is null and not ${isPaid})::int as makegood_owed,
          count(*) filter (where b.displaced_at is not null and ${isPaid})::int as made_good
        from bids b join auctions a on a.id = b.auction_id
        where b.tenant_id = ${tenant_id} and b.deal_id = ${id} and ${isLive}
        group by 1)
      select at, coalesce(auctions, 0) as auctions, coalesce(bids, 0) as bids, coalesce(won, 0) as won,
        coalesce(plays, 0) as plays, coalesce(impressions, '0.0000') as impressions, coalesce(cost, '0') as cost,
        coalesce(makegood_owed, 0) as makegood_owed, coalesce(made_good, 0) as made_good
      from asked full join sold using (at) order by at`),
  );
}

const NONE: Figures = {
  ...{ auctions: 0, bids: 0, won: 0, plays: 0, impressions: '0.0000', spend_minor: 0 },
  ...{ makegood_owed: 0, made_good: 0 },
};
const figuresOf = ({ at: _, cost, ...counts }: Counted, currency: string): Figures => ({
  ...counts,
  spend_minor: minorOfCost(BigInt(cost), currency),
});

/** Where each period from the first to the last begins, at most so many, the latest. */
function beginnings(granularity: Granularity, tz: string, { first, last }: { first: number; last: number }) {
  const most = MOST_PERIODS[granularity];
  if (granularity === 'hour') {
    const from = Math.max(first, last - (most - 1) * HOUR_MS);
    return Array.from({ length: Math.floor((last - from) / HOUR_MS) + 1 }, (_, n) => from + n * HOUR_MS);
  }
  const starts = [last];
  while (starts.length < most && starts[0]! > first)
    starts.unshift(Date.parse(dayStart(dayOf(starts[0]!, tz), tz, -1)));
  return starts;
}

export async function deliveryOf(
  ctx: TransactionContext,
  id: string,
  granularity: Granularity,
): Promise<Answer<typeof dealDelivery>> {
  const deal = await dealListing.read(ctx, id);
  const { tz, floor, commit, daily_cap } = deal;
  const { currency } = floor;
  const step = granularity === 'hour' ? sql`'hour'` : sql`'day'`;
  const rows = await countedOf(ctx, deal, at => sql`date_trunc(${step}, ${at}, ${tz})`);
  const [all] = await countedOf(ctx, deal, null);
  const counted = new Map(rows.map(row => [row.at, row]));
  const [first, last] = [rows[0]?.at ?? null, rows.at(-1)?.at ?? null];
  const starts = first === null || last === null ? [] : beginnings(granularity, tz, { first, last });
  const figuresAt = (at: number): Figures => {
    const row = counted.get(at);
    return row ? figuresOf(row, currency) : NONE;
  };
  const spend = commit?.spend_micros ?? null;
  return {
    as_of: instant(ctx.now),
    ...{ tz, currency, daily_cap },
    total: all ? figuresOf(all, currency) : NONE,
    periods: starts.map(at => ({ at: instant(at), ...figuresAt(at) })),
    commit: {
      ...{ impressions: commit?.impressions ?? null, plays: commit?.plays ?? null },
      spend_minor:
        spend === null ? null : divideHalfEven(BigInt(spend) * BigInt(minorUnits(currency)), MICROS),
    },
    sold_today: await soldToday(ctx, deal),
  };
}

/** By the day of the play, which is what a daily cap limits. */
async function soldToday(ctx: TransactionContext, deal: Deal): Promise<number> {
  /** Counted without a cap, too. */
  const of = { ...deal, daily_cap: deal.daily_cap ?? 0 };
  return soldOn(await soldByDay(ctx, [of]), of, ctx.now);
}
