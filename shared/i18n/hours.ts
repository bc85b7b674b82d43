/** Hours of a day by the clocks on the walls of a zone, also over midnight and where clocks are set. Pure. */
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
/** Clocks are set back by no more. */
const SET_BACK_MS = 2 * HOUR_MIN * MINUTE_MS;

const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * HOUR_MIN + minutes;
};

/** From equal to: never. Where clocks show an hour twice they end with its second showing, so that they end once. */
export function isWithinHours(now: number, hours: DailyHours | null): boolean {
  if (hours === null) return false;
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const isIn = (offset: number) => {
    const minute = Math.floor((now + offset) / MINUTE_MS) % DAY_MIN;
    return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
  };
  const [offset, coming] = [offsetAt(now, hours.tz), offsetAt(now + SET_BACK_MS, hours.tz)];
  return isIn(offset) || (coming < offset && isIn(coming));
}
