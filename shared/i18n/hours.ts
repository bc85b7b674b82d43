/** Daily hours in the local time of a zone, including ranges over midnight and daylight saving changes. Pure. */
import { offsetAt } from './format.ts';

export interface DailyHours {
  /** HH:MM */
  from: string;
  to: string;
  /** IANA */
  tz: string;
}
const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;
/** No zone sets its clocks back by more than this. */
const SET_BACK_MS = 2 * HOUR_MIN * MINUTE_MS;

const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * HOUR_MIN + minutes;
};

/** Equal bounds mean never. An hour that occurs twice (end of daylight saving) ends with its second occurrence, so that the range ends once. */
export function isWithinHours(now: number, hours: DailyHours | null): boolean {
  if (hours === null) return false;
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const minuteAt = (offset: number) => Math.floor((now + offset) / MINUTE_MS) % DAY_MIN;
  const isIn = (offset: number) => {
    const minute = minuteAt(offset);
    return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
  };
  const [offset, coming] = [offsetAt(now, hours.tz), offsetAt(now + SET_BACK_MS, hours.tz)];
  if (isIn(offset)) return true;
  if (coming >= offset || !isIn(coming)) return false;
  /** Only an end that itself comes twice is waited for: by then the clocks have been set back. */
  const end = now + ((to - minuteAt(coming) + DAY_MIN) % DAY_MIN) * MINUTE_MS;
  return offsetAt(end, hours.tz) === coming;
}
