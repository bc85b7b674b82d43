/** What a campaign could deliver, by what its screens have shown in the same hours of the weeks before. */
import { eq, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { Forecast, forecastCampaign } from '../../../shared/contract/sales/campaignCalls.ts';
import { refusalOf } from '../../../shared/playout/rights.ts';
import { DEFAULT_WEIGHTS } from '../../../shared/contract/playout/playerValues.ts';
import { rowsOf } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lineSources } from '../campaigns/documentLines.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { costOf } from '../campaigns/progress.ts';
import { targetedScreens } from '../campaigns/targets.ts';
import { shareOf, sumOf, takenShares } from './share.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOUR_S = 3_600;
const HISTORY_WEEKS = 4;
const WEEK_H = 168;
const USUAL_SPOT_MS = 10_000;
/** The range of a forecast whose weeks were alike; those that were not make it wider. */
const LEAST_SPREAD = 0.1;

type Wanted = Body<typeof forecastCampaign>;
interface Screens {
  count: number;
  /** Hours shown in each hour of the week (Monday 00:00 UTC first), a week. */
  hours: number[];
  /** How far the weeks were from each other, 0 to 1. */
  spread: number;
}

async function screenHours(ctx: TransactionContext, { targeting }: Wanted): Promise<Screens> {
  const { tx, tenant_id, now } = ctx;
  const since = instant(now - HISTORY_WEEKS * WEEK_H * HOUR_MS);
  const screens = targetedScreens(tenant_id, targeting);
  const [counted] = rowsOf<{ n: number }>(
    await tx.execute(sql`select count(*)::int as n from (${screens}) as s`),
  );
  const rows = rowsOf<{ hour: number; week: number; ms: number }>(
    await tx.execute(sql`
      select ((extract(isodow from p.started_at at time zone 'UTC') - 1) * 24
          + extract(hour from p.started_at at time zone 'UTC'))::int as hour,
        floor(extract(epoch from ${instant(now)}::timestamptz - p.started_at) / 604800)::int as week,
        sum(p.duration_ms)::float8 as ms
      from plays p where p.tenant_id = ${tenant_id} and p.started_at >= ${since}::timestamptz
        and p.device_id in (${screens})
      group by 1, 2`),
  );
  const hours = Array.from({ length: WEEK_H }, () => 0);
  const weeks = new Map<number, number>();
  for (const { week, ms } of rows) weeks.set(week, (weeks.get(week) ?? 0) + ms);
  for (const { hour, ms } of rows) hours[hour] = (hours[hour] ?? 0) + ms / HOUR_MS / Math.max(1, weeks.size);
  const sums = [...weeks.values()];
  const mean = sums.reduce((sum, one) => sum + one, 0) / Math.max(1, sums.length);
  const variance = sums.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, sums.length);
  const spread = mean === 0 ? 1 : Math.max(LEAST_SPREAD, Math.min(1, Math.sqrt(variance) / mean));
  return { count: counted?.n ?? 0, hours, spread };
}

/** From Monday 00:00 UTC; 1 January 1970 was a Thursday. */
const hourOfWeek = (at: number) => (Math.floor(at / HOUR_MS) + 3 * 24) % WEEK_H;

/** Hours in which its screens are on while a flight is open, from now on. Each hour of the week is looked at once. */
function openHours({ flights, tz }: Wanted, { hours }: Screens, now: number): number {
  let sum = 0;
  for (const { starts_at, ends_at, dayparts } of flights) {
    const from = Math.max(now, Date.parse(starts_at));
    const span = (Date.parse(ends_at) - from) / HOUR_MS;
    for (let n = 0; n < Math.min(WEEK_H, span); n++) {
      const at = from + n * HOUR_MS;
      const moment = { at, tz, weather: null, place: null };
      if (refusalOf({ dayparts }, moment, 0) !== null) continue;
      /** How often this hour of the week comes: the last time perhaps in part. */
      const times = Math.floor((span - n) / WEEK_H) + Math.min(1, (span - n) % WEEK_H);
      sum += times * (hours[hourOfWeek(at)] ?? 0);
    }
  }
  return sum;
}
const daysOf = ({ flights }: Wanted, now: number) =>
  flights.reduce((sum, { starts_at, ends_at }) => {
    const ms = Date.parse(ends_at) - Math.max(now, Date.parse(starts_at));
    return sum + Math.ceil(Math.max(0, ms) / DAY_MS);
  }, 0);

export async function forecast(ctx: TransactionContext, wanted: Wanted): Promise<Forecast> {
  const screens = await screenHours(ctx, wanted);
  const hours = openHours(wanted, screens, ctx.now);
  const { device_ids, group_ids } = wanted.targeting;
  const booked = {
    device_ids,
    group_ids,
    class: wanted.class,
    flights: wanted.flights as CampaignRow['flights'],
  };
  const taken = await takenShares(ctx, wanted.id === undefined ? booked : { ...booked, id: wanted.id });
  const sold = Math.min(HOUR_S, sumOf(taken));
  const own = shareOf(wanted.flights);
  const free = HOUR_S - sold;
  const adSeconds =
    wanted.class === 'guaranteed' && own > 0 ? Math.min(own, free) : (free * DEFAULT_WEIGHTS.ads) / 100;
  const spotMs = await spotLength(ctx, wanted);
  const perHour = (adSeconds * 1_000) / spotMs;
  const capped = Math.min(perHour, wanted.max_per_hour ?? Infinity);
  /** Without a limit a day and without a screen it would be no number. */
  const daily =
    wanted.max_per_day == null ? Infinity : wanted.max_per_day * daysOf(wanted, ctx.now) * screens.count;
  const likely = Math.min(hours * capped, daily);
  const goal =
    wanted.goal === 'plays' || wanted.goal === 'impressions' ? (wanted.goal_amount ?? Infinity) : Infinity;
  const upTo = (plays: number) => Math.floor(Math.min(plays, goal));
  const hasPlace = wanted.targeting.fences.length + wanted.targeting.location_ids.length > 0;
  const [tenant] = await ctx.tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const limits: Forecast['limits'] = [];
  if (screens.count === 0) limits.push('no_screens');
  else if (hours === 0) limits.push('no_history');
  if (wanted.creatives.length === 0) limits.push('no_creatives');
  if (capped < perHour || daily < hours * capped) limits.push('caps');
  if (sold > 0) limits.push('sold');
  if (hasPlace) limits.push('place');
  if (wanted.flights.some(({ dayparts }) => dayparts.length > 0)) limits.push('hours');
  return {
    screens: screens.count,
    screen_hours: Number(hours.toFixed(1)),
    sold_s_per_h: sold,
    plays: {
      /** Of a place nothing is known yet: all of it may be elsewhere. */
      low: hasPlace ? 0 : upTo(likely * (1 - screens.spread)),
      likely: upTo(likely),
      high: upTo(likely * (1 + screens.spread)),
    },
    cost_minor:
      wanted.bid_micros === null ? null : costOf(upTo(likely), wanted.bid_micros, tenant?.currency ?? 'EUR'),
    limits,
    conflicts: own > free ? taken : [],
  };
}

/** Mean of its creatives, by their weights. */
async function spotLength(ctx: TransactionContext, { creatives }: Wanted): Promise<number> {
  const row = { creative_ids: creatives.map(one => one.creative_id), targeting: { location_ids: [] } };
  const known = (await lineSources(ctx, [row as unknown as CampaignRow])).creatives;
  const spots = creatives.flatMap(one => {
    const found = known.get(one.creative_id);
    return found ? [{ weight: one.weight, ms: found.duration_ms }] : [];
  });
  const weight = spots.reduce((sum, one) => sum + one.weight, 0);
  return weight === 0 ? USUAL_SPOT_MS : spots.reduce((sum, one) => sum + one.weight * one.ms, 0) / weight;
}
