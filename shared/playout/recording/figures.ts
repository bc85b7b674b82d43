/** The numbers a choice or a refusal rests on, worked out by the code that decided and only where somebody wants to see them. Pure. */
import type { ItemRights } from '../../contract/playout/schedule.ts';
import {
  adLimitOf,
  lineChannel,
  loopChannel,
  paceOf,
  pacingOf,
  sourceOf,
  type Plan,
  type PlayItem,
  type PlayoutState,
  type Refused,
} from '../decide.ts';
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
  /** Its turn came by the weight of its source, percent. */
  | { of: 'turn'; weight: number }
  | { of: 'reading'; age_ms: number; most_ms: number }
  | { of: 'weather'; temperature_c: number; wind_kmh: number }
  /** Of the clock on the wall. */
  | { of: 'time'; minute: number };

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

interface Case {
  /** As the weather leaves it. */
  plan: Plan;
  state: PlayoutState;
  moment: Moment;
  at: number;
  line: Refused['line'];
  reason: Refused['reason'];
}

/** Of what `decide` has refused on the same arguments. null: the reason says all there is. */
export function figuresOf(plan: Plan, state: PlayoutState, moment: Moment, refused: Refused): Figures | null {
  const { at } = moment;
  if (at === null) return null;
  return FIGURES[refused.reason]({ plan: inWeather(plan, moment), state, moment, at, ...refused });
}

/** Of what `decide` has chosen on the same arguments: what was owed to its line, or the weight by which its turn came. */
export function figuresOfChosen(planned: Plan, state: PlayoutState, moment: Moment, item: PlayItem): Figures {
  const plan = inWeather(planned, moment);
  const line = item.line && plan.lines.find(({ id }) => id === item.line?.id);
  if (!line) return { of: 'turn', weight: loopChannel(plan, moment, sourceOf(item)).weight };
  const lease = plan.leases?.find(({ id }) => id === item.line?.lease_id);
  if (lease) return { of: 'plays', n: usedOf(state.spent, lease.id), most: lease.max_plays };
  const due = dueAt(line, state.accounts[line.id], moment.at ?? 0, paceOf(plan));
  if (!Number.isFinite(due)) return { of: 'turn', weight: lineChannel(plan, moment, line).weight };
  return line.sov_s_per_h === undefined
    ? { of: 'owed_plays', owed: due }
    : { of: 'owed_time', owed_ms: due, cost_ms: item.duration_ms };
}

/** What a play of it takes. */
const costMs = ({ plan, line }: Case) => lengthOf(line, paceOf(plan).least_ms);
/** Of the line itself, or of its first creative where that has no right. */
const rightsOf = (one: Case): ItemRights =>
  refusedNow(one.line, one.moment, costMs(one)) === one.reason ? one.line : (one.line.items[0] ?? {});

function playsOf({ state, moment, at, line }: Case) {
  const period = { at, day: dayOf(at, moment.tz), ride: moment.ride_id };
  return playsSoFar(state.campaigns?.[line.campaign_id], period);
}
const dueOf = ({ plan, state, at, line }: Case) => dueAt(line, state.accounts[line.id], at, paceOf(plan));
const waitFor = ({ state, at }: Case, keys: readonly string[], gap_s = 0): Figures => ({
  of: 'wait',
  ms: Math.max(...keys.map(key => (state.separations[key] ?? -Infinity) + gap_s * 1_000 - at)),
});
/** What it holds for a line that needs leases; null: it needs none. */
const leasesOf = ({ plan: { leases }, line: { id, leased } }: Case) =>
  leased && leases ? leases.filter(({ line_id }) => line_id === id) : null;
function leasedPlays(one: Case): Figures {
  const own = leasesOf(one) ?? [];
  return {
    of: 'plays',
    n: own.reduce((sum, { id }) => sum + usedOf(one.state.spent, id), 0),
    most: own.reduce((sum, { max_plays }) => sum + max_plays, 0),
  };
}
const weatherOf = ({ moment: { weather } }: Case): Figures | null =>
  weather && { of: 'weather', temperature_c: weather.temperature_c, wind_kmh: weather.wind_kmh };
const none = () => null;

const FIGURES: Record<Refused['reason'], (one: Case) => Figures | null> = {
  clock_unknown: none,
  ride_unknown: none,
  ride: none,
  not_yet(one) {
    const { starts_at } = rightsOf(one);
    return starts_at ? { of: 'wait', ms: Date.parse(starts_at) - one.at } : null;
  },
  over(one) {
    const { ends_at } = rightsOf(one);
    return ends_at
      ? { of: 'left', ms: Math.max(0, Date.parse(ends_at) - one.at), cost_ms: costMs(one) }
      : null;
  },
  daypart: ({ at, moment }) => ({
    of: 'time',
    minute: Math.floor(localAt(at, moment.tz) / MINUTE_MS) % DAY_MIN,
  }),
  weather: weatherOf,
  weather_rule: weatherOf,
  weather_unknown: ({ at, moment: { weather } }) =>
    weather && {
      ...{ of: 'reading', age_ms: at - Date.parse(weather.at), most_ms: weather.stale_min * MINUTE_MS },
    },
  place_unknown(one) {
    const { place } = one.moment;
    if (!place) return { of: 'no_fix' };
    const { max_fix_age_s, max_accuracy_m } = one.line.place ?? {};
    return {
      ...{ of: 'fix', age_ms: place.age_ms, acc_m: place.acc_m },
      most_age_ms: max_fix_age_s === undefined ? PLACE_STALE_MS : max_fix_age_s * 1_000,
      most_acc_m: max_accuracy_m ?? (rightsOf(one).near?.radius_km ?? 0) * 1_000,
    };
  },
  place(one) {
    const { place } = one.moment;
    if (!place) return null;
    const { near } = rightsOf(one);
    const depths = near
      ? [near.radius_km * 1_000 - distanceM(place, near)]
      : (one.line.place?.fences ?? []).map(fence => depthM(place, fence));
    /** Within it and not yet entered: the fix may still be a jump. */
    return { of: 'outside', m: Math.max(0, -Math.max(...depths)) };
  },
  cap_hour: one => ({ of: 'plays', n: playsOf(one).in_hour, most: one.line.max_per_hour! }),
  cap_day: one => ({ of: 'plays', n: playsOf(one).in_day, most: one.line.max_per_day! }),
  cap_ride: one => ({ of: 'plays', n: playsOf(one).in_ride ?? 0, most: one.line.max_per_ride! }),
  separation: one => waitFor(one, [one.line.separation], pacingOf(one.plan).per_advertiser_gap_s),
  category_separation: one => waitFor(one, one.line.categories ?? [], pacingOf(one.plan).per_category_gap_s),
  lease_missing: leasedPlays,
  lease_spent: leasedPlays,
  lease_expired: one => ({ of: 'left', ms: 0, cost_ms: costMs(one) }),
  share_served: one => ({ of: 'owed_time', owed_ms: dueOf(one), cost_ms: costMs(one) }),
  paced(one) {
    const own = leasesOf(one);
    if (!own) return { of: 'owed_plays', owed: dueOf(one) / costOf(one.line, costMs(one)) };
    const { spent } = one.state;
    const dueWith = (lease: (typeof own)[number]) =>
      one.line.sov_s_per_h === undefined
        ? dueUnder(lease, usedOf(spent, lease.id))
        : Date.parse(lease.window_start);
    const left = own.filter(lease => maySpend(lease, spent, one.at));
    return { of: 'wait', ms: Math.min(...left.map(dueWith)) - one.at };
  },
  ad_load(one) {
    const pacing = pacingOf(one.plan);
    const { window, ad_ms } = one.state.load;
    const isSame = window === Math.floor(one.at / (pacing.loop_s * 1_000));
    return {
      ...{ of: 'ad_load', ad_ms: isSame ? ad_ms : 0 },
      ...{ most_ms: adLimitOf(pacing), cost_ms: costMs(one) },
    };
  },
  same_creative: ({ plan }) => ({ of: 'items', gap: pacingOf(plan).same_creative_gap_items }),
};
