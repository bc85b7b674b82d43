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
import { shareOf, sumOf, takenShares } from './share.ts';

const HOUR_MS = 3_600_000;
const HOUR_S = 3_600;
const HISTORY_WEEKS = 4;
const WEEK_H = 168;
const USUAL_SPOT_MS = 10_000;
/** The range of a forecast whose weeks were alike; those that were not make it wider. */
const LEAST_SPREAD = 0.1;

type Asked = Body<typeof forecastCampaign>;
interface Screens {
  count: number;
  /** Hours shown in each hour of the week (Monday 00:00 UTC first), a week. */
  hours: number[];
  /** How far the weeks were from each other, 0 to 1. */
  spread: number;
}

async function screenHours(ctx: TransactionContext, { targeting }: Asked): Promise<Screens> {
  const { tx, tenant_id, now } = ctx;
  const { device_ids, group_ids } = targeting;
  const since = instant(now - HISTORY_WEEKS * WEEK_H * HOUR_MS);
  const ids = (list: readonly string[]) => sql`${sql.param([...list])}::uuid[]`;
  const isMeant =
    device_ids.length + group_ids.length === 0
      ? sql`true`
      : sql`(d.id = any(${ids(device_ids)}) or d.group_ids && ${ids(group_ids)} or exists (
          select from device_groups g where g.id = any(${ids(group_ids)}) and g.rule is not null
            and d.tags @> (select array_agg(tag) from jsonb_array_elements_text(g.rule -> 'tags') as tag)))`;
  const screens = sql`
    select d.id from devices d where d.tenant_id = ${tenant_id} and d.state not in ('retired', 'unpaired') and ${isMeant}`;
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

/** Hours in which its screens are on while a flight is open. */
function openHours({ flights, tz }: Asked, { hours }: Screens): number {
  let sum = 0;
  for (const { starts_at, ends_at, dayparts } of flights) {
    const [from, to] = [Date.parse(starts_at), Date.parse(ends_at)];
    for (let at = Math.floor(from / HOUR_MS) * HOUR_MS; at < to; at += HOUR_MS) {
      const part = (Math.min(to, at + HOUR_MS) - Math.max(from, at)) / HOUR_MS;
      const moment = { at: Math.max(from, at), tz, weather: null, place: null };
      if (refusalOf({ dayparts }, moment, 0) !== null) continue;
      sum += part * (hours[hourOfWeek(at)] ?? 0);
    }
  }
  return sum;
}

export async function forecast(ctx: TransactionContext, asked: Asked): Promise<Forecast> {
  const screens = await screenHours(ctx, asked);
  const hours = openHours(asked, screens);
  const { device_ids, group_ids } = asked.targeting;
  const booked = {
    device_ids,
    group_ids,
    class: asked.class,
    flights: asked.flights as CampaignRow['flights'],
  };
  const taken = await takenShares(ctx, asked.id === undefined ? booked : { ...booked, id: asked.id });
  const sold = Math.min(HOUR_S, sumOf(taken));
  const own = shareOf(asked.flights);
  const free = HOUR_S - sold;
  const adSeconds =
    asked.class === 'guaranteed' && own > 0 ? Math.min(own, free) : (free * DEFAULT_WEIGHTS.ads) / 100;
  const spotMs = await spotLength(ctx, asked);
  const perHour = (adSeconds * 1_000) / spotMs;
  const capped = Math.min(perHour, asked.max_per_hour ?? Infinity);
  const days = Math.max(1, hours / Math.max(1, screens.count) / 24);
  const daily = (asked.max_per_day ?? Infinity) * days * screens.count;
  const likely = Math.min(hours * capped, daily);
  const goal =
    asked.goal === 'plays' || asked.goal === 'impressions' ? (asked.goal_amount ?? Infinity) : Infinity;
  const upTo = (plays: number) => Math.floor(Math.min(plays, goal));
  const hasPlace = asked.targeting.fences.length + asked.targeting.location_ids.length > 0;
  const [tenant] = await ctx.tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const limits: Forecast['limits'] = [];
  if (screens.count === 0) limits.push('no_screens');
  else if (hours === 0) limits.push('no_history');
  if (asked.creatives.length === 0) limits.push('no_creatives');
  if (capped < perHour || daily < hours * capped) limits.push('caps');
  if (sold > 0) limits.push('sold');
  if (hasPlace) limits.push('place');
  if (asked.flights.some(({ dayparts }) => dayparts.length > 0)) limits.push('hours');
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
      asked.bid_micros === null ? null : costOf(upTo(likely), asked.bid_micros, tenant?.currency ?? 'EUR'),
    limits,
    conflicts: own > free ? taken : [],
  };
}

/** Mean of its creatives, by their weights. */
async function spotLength(ctx: TransactionContext, { creatives }: Asked): Promise<number> {
  const row = { creative_ids: creatives.map(one => one.creative_id), targeting: { location_ids: [] } };
  const known = (await lineSources(ctx, [row as unknown as CampaignRow])).creatives;
  const shown = creatives.flatMap(one => {
    const found = known.get(one.creative_id);
    return found ? [{ weight: one.weight, ms: found.duration_ms }] : [];
  });
  const weight = shown.reduce((sum, one) => sum + one.weight, 0);
  return weight === 0 ? USUAL_SPOT_MS : shown.reduce((sum, one) => sum + one.weight * one.ms, 0) / weight;
}
