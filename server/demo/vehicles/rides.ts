/** When a taxi of the demo had passengers, and so when its screen played. Pure and seeded. */
import { dateOf } from '../../../shared/clock.ts';

/** ms since 1970 */
export interface Ride {
  start: number;
  end: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Share of the rides that begin in each hour of the day: two rush hours, a long evening, a quiet night. */
const BY_HOUR = [2, 1, 1, 0, 0, 1, 3, 7, 9, 6, 5, 5, 6, 6, 5, 5, 6, 9, 9, 7, 6, 5, 5, 4];
/** Rides from Sunday to Saturday. */
const BY_WEEKDAY = [3, 4, 4, 4, 5, 6, 5];
const SHORTEST_MS = 3 * MINUTE_MS;
const LONGEST_MS = 8 * MINUTE_MS;
/** Midnight of a zone may be the day before in UTC; noon of Europe is not. */
const NOON_MS = 12 * HOUR_MS;

const hoursOf = ({ start, end }: Ride) => [start, end].map(at => Math.floor(at / HOUR_MS));
const hasThreeInARow = (hours: ReadonlySet<number>) =>
  [...hours].some(hour => hours.has(hour + 1) && hours.has(hour + 2));

function hourFor(share: number): number {
  let left = share * BY_HOUR.reduce((a, b) => a + b);
  return BY_HOUR.findIndex(weight => (left -= weight) < 0);
}

/**
 * The rides of one day in their order, none overlapping another.
 * `midnight`: ms since 1970; `dayOff`: the weekday on which the driver does not work, 0 is Sunday.
 */
export function ridesOn(midnight: number, dayOff: number, random: () => number): Ride[] {
  const weekday = dateOf(midnight + NOON_MS).getUTCDay();
  if (weekday === dayOff) return [];
  const count = (BY_WEEKDAY[weekday] ?? 0) + Math.floor(random() * 3) - 1;
  const rides = Array.from({ length: count }, (): Ride => {
    const start = midnight + hourFor(random()) * HOUR_MS + Math.floor(random() * 60) * MINUTE_MS;
    return { start, end: start + SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS) };
  }).sort((a, b) => a.start - b.start);
  const apart = rides.filter((ride, i) => i === 0 || ride.start >= (rides[i - 1]?.end ?? 0) + MINUTE_MS);
  let hours: ReadonlySet<number> = new Set();
  /** The ignition is off between two rides. Of three hours in a row it would seem that the screen was on and dark. */
  return apart.filter(ride => {
    const longer = new Set([...hours, ...hoursOf(ride)]);
    if (hasThreeInARow(longer)) return false;
    hours = longer;
    return true;
  });
}
