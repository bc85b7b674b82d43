/** What a campaign could deliver, by what its screens have shown in the same hours of the weeks before. */
import { eq } from 'drizzle-orm';
import type { Forecast } from '../../../shared/contract/sales/campaignCalls.ts';
import { MAX_INT } from '../../../shared/contract/wire/wire.ts';
import { costOfPlays } from '../../../shared/money.ts';
import { openDays, openHours, openTimes, openTimesOnce } from '../../proof/analytics/openHours.ts';
import { goalOf } from '../campaigns/progress.ts';
import { limitsOf } from '../leases/needs.ts';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { missedFloor } from './floor.ts';
import { rateOf, screenKinds, type ForecastRequest } from './demand.ts';
import { isGuaranteed, isRival, sharePerHour, turnsPerHour, type Spots } from './perHour.ts';
import { shareLeft, surroundingsOf } from './room.ts';
import { shareDuring, shareOf } from './share.ts';
import { togetherWith } from './together.ts';

const HOUR_S = 3_600;

const isOwed = ({ class: wantedClass, flights }: ForecastRequest) =>
  wantedClass === 'guaranteed' && shareOf(flights) > 0;
/** What is forecast apart: flights of the same share each hour, and those that have none. */
function partsOf(wanted: ForecastRequest): { share_s: number | null; flights: ForecastRequest['flights'] }[] {
  if (!isOwed(wanted)) return [{ share_s: null, flights: wanted.flights }];
  const shares = [...new Set(wanted.flights.map(({ sov_s_per_h }) => sov_s_per_h))];
  return shares.map(share_s => ({
    share_s,
    flights: wanted.flights.filter(({ sov_s_per_h }) => sov_s_per_h === share_s),
  }));
}

export async function forecast(ctx: TransactionContext, wanted: ForecastRequest): Promise<Forecast> {
  const { device_ids, group_ids } = wanted.targeting;
  const { id, flights, advertiser, creatives } = wanted;
  const booked = { device_ids, group_ids, flights, advertiser, creatives, ...(id !== undefined && { id }) };
  const surroundings = await surroundingsOf(ctx, booked);
  const { competing, spotMs } = surroundings;
  const together = togetherWith(wanted, ctx.now);
  const kinds = screenKinds(wanted, surroundings, together);
  const apart = partsOf(wanted);
  const times = apart.map(({ share_s, flights: some }) =>
    (share_s === null ? openTimesOnce : openTimes)({ flights: some, tz: wanted.tz }, ctx.now),
  );
  const { hours: open, spread } = await openHours(ctx, kinds, times);
  const parts = apart.map(({ share_s, flights: some }, n) => ({
    ...{ share_s, hours: open[n]!, own_s: shareDuring(some, flights) },
    indexes: some.map(flight => flights.indexOf(flight)),
  }));
  const hours = open.flat().reduce((sum, one) => sum + one, 0);
  const [tenant] = await ctx.tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const currency = tenant?.currency ?? 'EUR';
  const spots: Spots = { of: spotMs, rate: rateOf(wanted, goalOf(wanted, currency), hours), together };
  const spot_ms = spotMs(wanted);
  const perScreen = wanted.max_per_day == null ? Infinity : wanted.max_per_day * openDays(wanted, ctx.now);
  let [uncapped, likely] = [0, 0];
  for (const [i, kind] of kinds.entries()) {
    const most = perScreen * kind.device_ids.length;
    let perKind = 0;
    for (const { share_s, hours: ofPart, ...part } of parts) {
      const perHour =
        share_s === null
          ? turnsPerHour(wanted, kind, spots)
          : sharePerHour(kind, { ...part, share_s, spot_ms });
      uncapped += ofPart[i]! * perHour;
      perKind += ofPart[i]! * Math.min(perHour, wanted.max_per_hour ?? Infinity);
    }
    likely += Math.min(perKind, most);
  }
  const sold = Math.min(
    HOUR_S,
    kinds.reduce((most, { sold_s }) => Math.max(most, ...sold_s), 0),
  );
  const { own_s, left_s, taken } = shareLeft(booked, surroundings);
  const screens = kinds.reduce((sum, one) => sum + one.device_ids.length, 0);
  const { total, today } = limitsOf(wanted, currency);
  const goal = total.length === 0 ? null : Math.min(...total);
  const daily = today === null ? Infinity : today * openDays(wanted, ctx.now);
  const upTo = (plays: number) => Math.floor(Math.min(plays, goal ?? Infinity, daily));
  const hasPlace = wanted.targeting.fences.length + wanted.targeting.location_ids.length > 0;
  const limits: Forecast['limits'] = [];
  if (screens === 0) limits.push('no_screens');
  else if (hours === 0) limits.push('no_history');
  if (wanted.creatives.length === 0) limits.push('no_creatives');
  if (likely < uncapped) limits.push('caps');
  if (daily < Math.min(likely, goal ?? Infinity)) limits.push('daily_budget');
  if (sold > 0) limits.push('sold');
  const isTooMuch = wanted.class === 'guaranteed' && own_s > left_s;
  if (isTooMuch && taken.length === 0) limits.push('own_share');
  const isSecond = wanted.class !== 'guaranteed';
  if (!isOwed(wanted) && competing.some(one => isRival(one) && (isSecond || isGuaranteed(one))))
    limits.push('rivals');
  if (hasPlace) limits.push('place');
  if (wanted.flights.some(({ dayparts }) => dayparts.length > 0)) limits.push('hours');
  return {
    screens,
    screen_hours: Number(hours.toFixed(1)),
    sold_s_per_h: sold,
    plays: {
      /** Of a place nothing is known yet: all of it may be elsewhere. */
      low: hasPlace ? 0 : upTo(likely * (1 - spread)),
      likely: upTo(likely),
      high: upTo(likely * (1 + spread)),
    },
    goal_plays: goal === null ? null : Math.min(MAX_INT, goal),
    cost_minor: wanted.bid_micros === null ? null : costOfPlays(upTo(likely), wanted.bid_micros, currency),
    limits,
    missed_floor_micros: await missedFloor(
      ctx,
      kinds.flatMap(({ device_ids }) => device_ids),
      { bid_micros: wanted.bid_micros, currency },
    ),
    conflicts: isTooMuch ? taken : [],
  };
}
