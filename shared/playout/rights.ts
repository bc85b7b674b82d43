/** Whether an item may play at a moment: hours of the week, dates, weather, who is in the car, and place. Decided without a link. Pure. */
import { instant } from '../clock.ts';
import { minutesOf } from '../contract/playout/mix.ts';
import type {
  Condition,
  Daypart,
  ItemRights,
  RideState,
  WeatherReading,
} from '../contract/playout/schedule.ts';
import { offsetAt } from '../i18n/format.ts';
import { distanceM } from './place/distance.ts';
import { holdsIn, isFresh } from './weather.ts';

/** What is known when an item would begin. */
export interface Moment {
  /** Corrected wall clock, ms; null while the time is not known. */
  at: number | null;
  /** IANA zone of the screen. */
  tz: string;
  weather: WeatherReading | null;
  place: ScreenPosition | null;
  /** Left out: not known. */
  ride?: RideState | undefined;
  /** Random, of this ride alone; left out: nobody rides, or nobody knows. */
  ride_id?: string | undefined;
}
export interface ScreenPosition {
  lat: number;
  lng: number;
  acc_m: number;
  age_ms: number;
  /** Lines whose places it has entered, on a screen that follows its fixes; left out, the fix alone decides. */
  entered?: ReadonlySet<string>;
}
/** `over`: it never plays again. The others may change by themselves. */
export type Refusal =
  | 'not_yet'
  | 'over'
  | 'daypart'
  | 'weather'
  | 'weather_unknown'
  | 'ride'
  | 'ride_unknown'
  | 'place'
  | 'place_unknown'
  | 'clock_unknown';

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;
/** A taxi drives several kilometres in this time. */
export const PLACE_STALE_MS = 300_000;

/** ISO day of the week. 1 January 1970 was a Thursday; Monday is 1. */
export const weekdayOf = (day: number) => ((day + 3) % 7) + 1;

/**
 * The day, counted from 1970, on which the hours that hold now began; null: they do not hold. `local`: ms of the clock
 * on the wall. An hour that comes twice plays twice, one that is left out never.
 */
export function startDayOf({ days, start, end }: Daypart, local: number): number | null {
  const minutes = Math.floor(local / MINUTE_MS);
  const minute = minutes % DAY_MIN;
  const today = Math.floor(minutes / DAY_MIN);
  const [from, to] = [minutesOf(start), minutesOf(end)];
  const isOvernight = from >= to;
  const hasBegun = from <= minute && (isOvernight || minute < to);
  const day = hasBegun ? today : isOvernight && minute < to ? today - 1 : null;
  return day !== null && days.includes(weekdayOf(day)) ? day : null;
}
const isWithin = (daypart: Daypart, local: number) => startDayOf(daypart, local) !== null;

/** ms of the clock on the wall. */
export const localAt = (ms: number, tz: string) => ms + offsetAt(ms, tz);
/** Day of the calendar. */
export const dayOf = (ms: number, tz: string) => instant(localAt(ms, tz)).slice(0, 10);

/** By its text: a thousand lines are asked for theirs at each decision. */
const parsed = new Map<string, number>();
const MAX_PARSED = 9_999;
function msOf(iso: string): number {
  let ms = parsed.get(iso);
  if (ms === undefined) {
    if (parsed.size > MAX_PARSED) parsed.clear();
    parsed.set(iso, (ms = Date.parse(iso)));
  }
  return ms;
}

/** Dates and windows; `over` as soon as the item could not be shown to its end. */
function refusedByTime(rights: ItemRights, at: number, tz: string, duration_ms: number): Refusal | null {
  const { valid_from, valid_until, starts_at, ends_at, dayparts } = rights;
  if (ends_at && at + duration_ms > msOf(ends_at)) return 'over';
  if (starts_at && at < msOf(starts_at)) return 'not_yet';
  if (valid_until && dayOf(at + Math.max(0, duration_ms - 1), tz) > valid_until) return 'over';
  if (valid_from && dayOf(at, tz) < valid_from) return 'not_yet';
  if (!dayparts?.length) return null;
  const local = localAt(at, tz);
  return dayparts.some(one => isWithin(one, local)) ? null : 'daypart';
}

/** Each condition must hold, and what it is about must be known. */
function refusedByConditions(
  conditions: readonly Condition[],
  { at, weather, ride }: Moment,
): Refusal | null {
  const inCar = conditions.filter(one => one.on === 'ride');
  const outside = conditions.filter(one => one.on !== 'ride');
  if (outside.length > 0) {
    if (weather === null || at === null || !isFresh(weather, at)) return 'weather_unknown';
    if (!outside.every(one => holdsIn(weather, one))) return 'weather';
  }
  if (inCar.length === 0) return null;
  if (ride === undefined) return 'ride_unknown';
  return inCar.every(one => one.is.includes(ride)) ? null : 'ride';
}

/**
 * Why an item may not begin at this moment; null: it may. What must be known and is not refuses it, because an
 * advertiser's hours, weather, riders and place are promises. Hours are judged by the start, dates and windows to the end.
 */
export function refusalOf(rights: ItemRights, moment: Moment, duration_ms: number): Refusal | null {
  const { at, tz, place } = moment;
  const { valid_from, valid_until, starts_at, ends_at, dayparts, conditions, near } = rights;
  if (at === null) {
    if (valid_from || valid_until || starts_at || ends_at || dayparts?.length) return 'clock_unknown';
  } else {
    const refusal = refusedByTime(rights, at, tz, duration_ms);
    if (refusal) return refusal;
  }
  const unmet = conditions?.length ? refusedByConditions(conditions, moment) : null;
  if (unmet) return unmet;
  if (near) {
    const radius = near.radius_km * 1_000;
    if (!place || place.age_ms > PLACE_STALE_MS || place.acc_m > radius) return 'place_unknown';
    if (distanceM(place, near) > radius) return 'place';
  }
  return null;
}

/** Its dates are over for good: it need not be fetched. */
export const isOver = (rights: ItemRights, at: number | null, tz: string) =>
  refusalOf(rights, { at, tz, weather: null, place: null }, 0) === 'over';
