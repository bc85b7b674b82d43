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
import { divide, type Wish } from './capacity.ts';
import { missedFloor } from './floor.ts';
import { peakOf, rateOf, screenKinds, type ScreenKind, type ForecastRequest } from './demand.ts';
import { guaranteedOf, shareLeft, surroundingsOf } from './room.ts';
import { shareOf, type CompetingCampaign } from './share.ts';
import type { SpotLength } from './spots.ts';
import { togetherWith, type Together } from './together.ts';

const MS_PER_S = 1_000;

const isOwed = ({ class: wantedClass, flights }: ForecastRequest) =>
  wantedClass === 'guaranteed' && shareOf(flights) > 0;
/** Who takes turns with it. */
const isRival = ({ row, guaranteed }: CompetingCampaign) => guaranteed.length === 0 && row.class !== 'house';
const isGuaranteed = ({ row }: CompetingCampaign) => row.class === 'guaranteed';

interface Spots {
  of: SpotLength;
  /** Plays an hour that it owes its plan on each screen; null: as its turn comes. */
  rate: number | null;
  together: Together;
}
/** Plays of a share in an hour on a screen of a kind: as much as is guaranteed, or its part of what there is room for. */
function sharePerHour(
  wanted: ForecastRequest,
  { most_s, competing }: ScreenKind,
  { share_s, flights, spot_ms }: { share_s: number; flights: ForecastRequest['flights']; spot_ms: number },
): number {
  const room = Math.max(0, most_s - peakOf(flights, guaranteedOf(competing)));
  return (share_s * Math.min(1, room / peakOf(flights, wanted.flights)) * MS_PER_S) / spot_ms;
}
interface Rival extends Wish {
  /** Of its time, 0 to 1. */
  together: number;
}
/** ms of an hour for a wish beside others, each of which is there for a part of its time and leaves the rest of it. */
function beside(turns_ms: number, own: Wish, rivals: readonly Rival[]): number {
  const [ms = 0, ...theirs] = divide(turns_ms, [own, ...rivals]);
  const left = theirs.reduce((sum, one, i) => sum + one * (1 - rivals[i]!.together), 0);
  return Math.min(own.rate === null ? Infinity : own.rate * own.spot_ms, ms + left);
}
/** Plays an hour on a screen of a kind, in turns: those of guaranteed campaigns come before all others. */
function turnsPerHour(
  wanted: ForecastRequest,
  { competing, turns_ms }: ScreenKind,
  { of, rate, together }: Spots,
): number {
  const spot_ms = of(wanted);
  const rivals = wanted.class === 'house' ? [] : competing.filter(isRival);
  const rivalOf = (one: CompetingCampaign, of_rate: number | null): Rival => ({
    ...{ rate: of_rate, spot_ms: of(one.row), together: together.share(one) },
  });
  const first = rivals.filter(isGuaranteed).map(one => rivalOf(one, one.row.plays_per_h));
  const others = rivals
    .filter(one => !isGuaranteed(one))
    .map(one => rivalOf(one, one.row.pacing === 'asap' ? null : one.row.plays_per_h));
  const own = { rate, spot_ms };
  if (wanted.class === 'guaranteed') return beside(turns_ms, own, first) / spot_ms;
  const taken_ms = divide(turns_ms, first).reduce((sum, ms, i) => sum + ms * first[i]!.together, 0);
  return beside(turns_ms - taken_ms, own, others) / spot_ms;
}

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
  const parts = [];
  for (const { share_s, flights: some } of partsOf(wanted)) {
    const times = share_s === null ? openTimesOnce : openTimes;
    const open = await openHours(ctx, kinds, times({ flights: some, tz: wanted.tz }, ctx.now));
    parts.push({ share_s, flights: some, ...open, all: open.hours.reduce((sum, one) => sum + one, 0) });
  }
  const hours = parts.reduce((sum, { all }) => sum + all, 0);
  const spread = Math.max(...parts.map(one => one.spread));
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
    for (const { share_s, flights: some, hours: open } of parts) {
      const perHour =
        share_s === null
          ? turnsPerHour(wanted, kind, spots)
          : sharePerHour(wanted, kind, { share_s, flights: some, spot_ms });
      uncapped += open[i]! * perHour;
      perKind += open[i]! * Math.min(perHour, wanted.max_per_hour ?? Infinity);
    }
    likely += Math.min(perKind, most);
  }
  const sold = Math.max(0, ...kinds.map(({ sold_s }) => sold_s));
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
