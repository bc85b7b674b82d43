/** What a deal could deliver if its buyer took every spot: by the hours its screens were on, which is the forecast of campaigns, too. */
import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { Deal, ScreenKeptOut } from '../../../shared/contract/programmatic/deal.ts';
import type { forecastDeal } from '../../../shared/contract/programmatic/dealFigures.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { costOfPlay, minorOfCost, MULTIPLIER_PLACES } from '../../../shared/openrtb/auction/cost.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { rowsOf } from '../../db/rows.ts';
import { deals } from '../../db/schema.ts';
import { openHours, openTimes } from '../../proof/analytics/openHours.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isLive, isPaid, isSold } from '../auctions/soldFigures.ts';
import { SLOT_MS } from '../planner/slots.ts';
import { isInInventory } from './dealInventory.ts';
import { dealListing } from './deals.ts';
import { dealScreens, type DealScreen } from './dealScreens.ts';
import { creativesOf, readDeal } from './explain.ts';

type DealForecast = Answer<typeof forecastDeal>;
const SPOTS_PER_HOUR = 3_600_000 / SLOT_MS;
const DAY_MS = 86_400_000;
const HISTORY_MS = 28 * DAY_MS;
const PERCENT = 100;

/** A screen that is not offered now may be offered tomorrow. */
const FOR_NOW: readonly (ScreenKeptOut | null)[] = [null, 'screen_state', 'unheard', 'closed'];
/** Those of its placements that play what is bought. */
async function placesOf(ctx: TransactionContext, deal: Deal): Promise<DealScreen[]> {
  const { partner } = await readDeal(ctx, deal.id);
  return (await dealScreens(ctx, deal, partner)).filter(
    ({ isRetired, by_auction, by_deal }) => !isRetired && FOR_NOW.includes(by_auction) && by_deal === null,
  );
}

/** Of four weeks of auctions on its placements; a spot whose last day for reports is not over is not judged yet. */
async function soldThere({ tx, tenant_id, now }: TransactionContext, placement_ids: readonly string[]) {
  const [row] = rowsOf<{ multiplier: number | null; sold: number; played: number }>(
    await tx.execute(sql`
      select avg(a.multiplier)::float8 as multiplier,
        count(b.id) filter (where ${isSold} and (${isPaid} or b.report_deadline < ${instant(now)}::timestamptz))::int as sold,
        count(b.id) filter (where ${isPaid})::int as played
      from auctions a left join bids b on b.id = a.winner_bid_id
      where a.tenant_id = ${tenant_id} and a.placement_id = any(${sql.param([...placement_ids])}::uuid[])
        and ${isLive} and a.at >= ${instant(now - HISTORY_MS)}::timestamptz`),
  );
  return { multiplier: row?.multiplier ?? null, sold: row?.sold ?? 0, played: row?.played ?? 0 };
}

const isFirst = (one: { type: Deal['type']; priority: number }, other: Deal) =>
  one.type === 'guaranteed' ? other.type !== 'guaranteed' : one.priority < other.priority;
/** Deals that rank before it on one of its placements at the same time may take all of it. */
async function hasRivals({ tx, tenant_id }: TransactionContext, deal: Deal, places: readonly DealScreen[]) {
  const active = await tx
    .select({ type: deals.type, priority: deals.priority, inventory: deals.inventory })
    .from(deals)
    .where(
      and(
        ...[eq(deals.tenant_id, tenant_id), eq(deals.state, 'active'), ne(deals.id, deal.id)],
        ...[isNull(deals.deleted_at), lt(deals.starts_at, dateOf(Date.parse(deal.ends_at)))],
        gt(deals.ends_at, dateOf(Date.parse(deal.starts_at))),
      ),
    );
  return active.some(
    other => isFirst(other, deal) && places.some(screen => isInInventory(other.inventory, screen)),
  );
}

/** Days of its zone that are left of it, the one that runs among them. */
function daysLeft({ starts_at, ends_at, tz }: Deal, now: number): number {
  const [from, to] = [Math.max(now, Date.parse(starts_at)), Date.parse(ends_at) - 1];
  const dayNumber = (at: number) => Date.parse(dayOf(at, tz)) / DAY_MS;
  return to < from ? 0 : dayNumber(to) - dayNumber(from) + 1;
}

export async function forecast(ctx: TransactionContext, id: string): Promise<DealForecast> {
  const deal = await dealListing.read(ctx, id);
  const { starts_at, ends_at, dayparts, tz, daily_cap, floor, inventory } = deal;
  const places = await placesOf(ctx, deal);
  const placesOn = new Map<string, number>();
  for (const { device_id } of places) placesOn.set(device_id, (placesOn.get(device_id) ?? 0) + 1);
  const counts = [...new Set(placesOn.values())];
  const kinds = counts.map(n => ({
    device_ids: [...placesOn].filter(([, own]) => own === n).map(([device_id]) => device_id),
  }));
  const times = openTimes({ flights: [{ starts_at, ends_at, dayparts }], tz }, ctx.now);
  const {
    hours: [hours = []],
    spread,
  } = await openHours(ctx, kinds, [times]);
  const there = await soldThere(
    ctx,
    places.map(({ placement }) => placement.id),
  );
  const offered = hours.reduce((sum, one, kind) => sum + one * counts[kind]! * SPOTS_PER_HOUR, 0);
  const most = daily_cap === null ? Infinity : daily_cap * daysLeft(deal, ctx.now);
  const played = there.sold === 0 ? 1 : there.played / there.sold;
  const upTo = (spots: number) => Math.floor(Math.min(spots * played, most));
  const rivals = await hasRivals(ctx, deal, places);
  const hasPlace = inventory.geo.length > 0;
  const plays = {
    low: rivals || hasPlace ? 0 : upTo(offered * (1 - spread)),
    likely: upTo(offered),
    high: upTo(offered * (1 + spread)),
  };
  const { multiplier } = there;
  const screen_hours = hours.reduce((sum, one) => sum + one, 0);
  const creatives = await creativesOf(ctx, deal);
  const holds: [DealForecast['limits'][number], boolean][] = [
    ['over', Date.parse(ends_at) <= ctx.now],
    ['no_screens', places.length === 0],
    ['no_history', places.length > 0 && screen_hours === 0],
    ['no_creatives', creatives === 0],
    ['daily_cap', offered * played > most],
    ['unplayed', played < 1],
    ['rivals', rivals],
    ['place', hasPlace],
    ['hours', dayparts.length > 0],
  ];
  return {
    ...{ as_of: instant(ctx.now), screens: placesOn.size, plays, currency: floor.currency },
    screen_hours: Number(screen_hours.toFixed(1)),
    impressions: multiplier === null ? null : impressionsOf(plays, multiplier),
    spend_minor: spendOf(floor, plays.likely, multiplier),
    played_pct: there.sold === 0 ? null : Math.round(played * PERCENT),
    limits: holds.filter(([, holdsIt]) => holdsIt).map(([limit]) => limit),
  };
}

const impressionsOf = ({ low, likely, high }: DealForecast['plays'], multiplier: number) => ({
  low: Math.floor(low * multiplier),
  likely: Math.floor(likely * multiplier),
  high: Math.floor(high * multiplier),
});

function spendOf(floor: Deal['floor'], plays: number, multiplier: number | null): number | null {
  if (floor.mode !== 'cpm' || multiplier === null) return null;
  const scaled = Math.round(multiplier * 10 ** MULTIPLIER_PLACES);
  return minorOfCost(BigInt(plays) * costOfPlay(floor.amount_micros, scaled), floor.currency);
}
