/** The numbers a refusal rests on, worked out by the code that refused and only where somebody wants to see them. Pure. */
import type { ItemRights } from '../../contract/playout/schedule.ts';
import { adLimitOf, paceOf, pacingOf, type Plan, type PlayoutState, type Refused } from '../decide.ts';
import { dueUnder, maySpend, usedOf } from '../leases/spend.ts';
import { costOf, dueAt, lengthOf, playsSoFar, refusedNow } from '../lines.ts';
import { distanceM } from '../place/distance.ts';
import { depthM } from '../place/fences.ts';
import { dayOf, localAt, PLACE_STALE_MS, type Moment } from '../rights.ts';
import { inWeather } from '../weather.ts';

export type Figures =
  | { of: 'plays'; n: number; most: number }
  /** ms until it may. */
  | { of: 'wait'; ms: number }
  /** ms that are left, and that a play takes. */
  | { of: 'left'; ms: number; cost_ms: number }
  | { of: 'owed_time'; owed_ms: number; cost_ms: number }
  | { of: 'owed_plays'; owed: number }
  | { of: 'outside'; m: number }
  | { of: 'no_fix' }
  | { of: 'fix'; age_ms: number; most_age_ms: number; acc_m: number; most_acc_m: number }
  | { of: 'ad_load'; ad_ms: number; most_ms: number; cost_ms: number }
  | { of: 'items'; gap: number }
  | { of: 'reading'; age_ms: number; most_ms: number }
  | { of: 'weather'; temperature_c: number; wind_kmh: number }
  /** Of the clock on the wall. */
  | { of: 'time'; minute: number };

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

interface Case {
  plan: Plan;
  state: PlayoutState;
  moment: Moment;
  at: number;
  refused: Refused;
}

/** What it holds for a line that needs leases; null: it needs none. */
const leasesOf = ({ leases }: Plan, { id, leased }: Refused['line']) =>
  leased && leases ? leases.filter(({ line_id }) => line_id === id) : null;

/** Of what `decide` has refused on the same arguments. null: the reason says all there is. */
export function figuresOf(plan: Plan, state: PlayoutState, moment: Moment, refused: Refused): Figures | null {
  if (moment.at === null) return null;
  const one: Case = { plan: inWeather(plan, moment), state, moment, at: moment.at, refused };
  return ofTime(one) ?? ofSurroundings(one) ?? ofPlays(one) ?? ofLeases(one);
}

/** Of the line itself, or of its first creative where that has no right. */
function rightsOf({ plan, moment, refused: { line, reason } }: Case): ItemRights {
  const length = lengthOf(line, paceOf(plan).least_ms);
  return refusedNow(line, moment, length) === reason ? line : (line.items[0] ?? {});
}

function ofTime(one: Case): Figures | null {
  const { plan, moment, at } = one;
  const { line, reason } = one.refused;
  const { starts_at, ends_at } = rightsOf(one);
  if (reason === 'not_yet' && starts_at) return { of: 'wait', ms: Date.parse(starts_at) - at };
  if (reason === 'over' && ends_at)
    return {
      of: 'left',
      ms: Math.max(0, Date.parse(ends_at) - at),
      cost_ms: lengthOf(line, paceOf(plan).least_ms),
    };
  if (reason !== 'daypart') return null;
  return { of: 'time', minute: Math.floor(localAt(at, moment.tz) / MINUTE_MS) % DAY_MIN };
}

function ofSurroundings(one: Case): Figures | null {
  const { moment, at } = one;
  const { line, reason } = one.refused;
  const { weather, place } = moment;
  if (reason === 'weather_unknown')
    return (
      weather && {
        ...{ of: 'reading', age_ms: at - Date.parse(weather.at), most_ms: weather.stale_min * MINUTE_MS },
      }
    );
  if (reason === 'weather' || reason === 'weather_rule')
    return weather && { of: 'weather', temperature_c: weather.temperature_c, wind_kmh: weather.wind_kmh };
  const { near } = rightsOf(one);
  if (reason === 'place_unknown') {
    if (!place) return { of: 'no_fix' };
    const { max_fix_age_s, max_accuracy_m } = line.place ?? {};
    return {
      ...{ of: 'fix', age_ms: place.age_ms, acc_m: place.acc_m },
      most_age_ms: max_fix_age_s === undefined ? PLACE_STALE_MS : max_fix_age_s * 1_000,
      most_acc_m: max_accuracy_m ?? (near ? near.radius_km * 1_000 : 0),
    };
  }
  if (reason !== 'place' || !place) return null;
  const depths = near
    ? [near.radius_km * 1_000 - distanceM(place, near)]
    : (line.place?.fences ?? []).map(fence => depthM(place, fence));
  /** Within it and not yet entered: the fix may still be a jump. */
  return { of: 'outside', m: Math.max(0, -Math.max(...depths)) };
}

function ofPlays({ plan, state, moment, at, refused: { line, reason } }: Case): Figures | null {
  const pacing = pacingOf(plan);
  const pace = paceOf(plan);
  const cost_ms = lengthOf(line, pace.least_ms);
  const period = { at, day: dayOf(at, moment.tz), ride: moment.ride_id };
  const { in_hour, in_day, in_ride = 0 } = playsSoFar(state.campaigns?.[line.campaign_id], period);
  const wait = (keys: readonly string[], gap_s = 0): Figures => ({
    of: 'wait',
    ms: Math.max(...keys.map(key => (state.separations[key] ?? -Infinity) + gap_s * 1_000 - at)),
  });
  switch (reason) {
    case 'cap_hour':
      return { of: 'plays', n: in_hour, most: line.max_per_hour! };
    case 'cap_day':
      return { of: 'plays', n: in_day, most: line.max_per_day! };
    case 'cap_ride':
      return { of: 'plays', n: in_ride, most: line.max_per_ride! };
    case 'separation':
      return wait([line.separation], pacing.per_advertiser_gap_s);
    case 'category_separation':
      return wait(line.categories ?? [], pacing.per_category_gap_s);
    case 'share_served':
      return { of: 'owed_time', owed_ms: dueAt(line, state.accounts[line.id], at, pace), cost_ms };
    case 'paced':
      if (leasesOf(plan, line)) return null;
      return {
        of: 'owed_plays',
        owed: dueAt(line, state.accounts[line.id], at, pace) / costOf(line, cost_ms),
      };
    case 'ad_load': {
      const isSame = state.load.window === Math.floor(at / (pacing.loop_s * 1_000));
      return {
        ...{ of: 'ad_load', ad_ms: isSame ? state.load.ad_ms : 0 },
        ...{ most_ms: adLimitOf(pacing), cost_ms },
      };
    }
    case 'same_creative':
      return { of: 'items', gap: pacing.same_creative_gap_items };
    default:
      return null;
  }
}

function ofLeases({ plan, state, at, refused: { line, reason } }: Case): Figures | null {
  const own = leasesOf(plan, line) ?? [];
  const used = own.map(one => usedOf(state.spent, one.id));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);
  if (reason === 'lease_missing' || reason === 'lease_spent')
    return { of: 'plays', n: sum(used), most: sum(own.map(({ max_plays }) => max_plays)) };
  if (reason === 'lease_expired')
    return { of: 'left', ms: 0, cost_ms: lengthOf(line, paceOf(plan).least_ms) };
  if (reason !== 'paced' || own.length === 0) return null;
  const due = own
    .filter(one => maySpend(one, state.spent, at))
    .map(one =>
      line.sov_s_per_h === undefined
        ? dueUnder(one, usedOf(state.spent, one.id))
        : Date.parse(one.window_start),
    );
  return { of: 'wait', ms: Math.min(...due) - at };
}
