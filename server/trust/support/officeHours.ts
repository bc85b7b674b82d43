/** Deadlines of the support desk, counted in office hours. Pure. */
import { dateOf, instant } from '../../../shared/clock.ts';
import { isoDate, offsetAt } from '../../../shared/i18n/format.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPENS_H = 9;
const CLOSES_H = 17;
const SATURDAY = 6;
const SUNDAY = 0;

const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);
const isWorkday = (day: string) => ![SATURDAY, SUNDAY].includes(dateOf(noonOf(day)).getUTCDay());
const nextDay = (day: string) => instant(noonOf(day) + DAY_MS).slice(0, 'yyyy-mm-dd'.length);

/** The moment of a full hour of a day in a zone; clocks are changed at night, so that office hours exist once. */
function momentOf(day: string, hour: number, tz: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
  return asUtc - offsetAt(asUtc - offsetAt(asUtc, tz), tz);
}

/** How much of the time between two moments lies in office hours; all in ms. */
export function officeTime(from: number, to: number, tz: string): number {
  let sum = 0;
  for (let day = isoDate(from, tz); momentOf(day, OPENS_H, tz) < to; day = nextDay(day))
    if (isWorkday(day))
      sum += Math.max(
        0,
        Math.min(to, momentOf(day, CLOSES_H, tz)) - Math.max(from, momentOf(day, OPENS_H, tz)),
      );
  return sum;
}

/** `from` plus so many office hours, Monday to Friday from 9 to 17 in the zone; all in ms. */
export const officeDeadline = (from: number, hours: number, tz: string): number =>
  afterOfficeTime(from, hours * HOUR_MS, tz);
export function afterOfficeTime(from: number, office_ms: number, tz: string): number {
  let left = office_ms;
  for (let day = isoDate(from, tz); ; day = nextDay(day)) {
    if (!isWorkday(day)) continue;
    const start = Math.max(from, momentOf(day, OPENS_H, tz));
    const end = momentOf(day, CLOSES_H, tz);
    if (start >= end) continue;
    if (left <= end - start) return start + left;
    left -= end - start;
  }
}
