/** Which days a calendar of what is sold shows, and how they lie in weeks. Pure. */
import { instant } from '../../../shared/clock.ts';
import { SOLD_DAYS } from '../../../shared/contract/sales/listing.ts';

export const SPANS = ['days', 'month'] as const;
export type Span = (typeof SPANS)[number];
export interface DayRange {
  from: string;
  days: number;
}
const DAY_MS = 86_400_000;
const WEEK = 7;
const msOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`);
const plus = (day: string, n: number) => instant(msOf(day) + n * DAY_MS).slice(0, 10);

/** From `today` on, or the month of it; `n`: so many spans later, or earlier where it is below zero. */
export function shownDays(span: Span, today: string, n: number): DayRange {
  if (span === 'days') return { from: plus(today, n * SOLD_DAYS.usual), days: SOLD_DAYS.usual };
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + n;
  const first = (of: number) =>
    `${String(Math.floor(of / 12)).padStart(4, '0')}-${String((of % 12) + 1).padStart(2, '0')}-01`;
  return {
    from: first(months),
    days: Math.round((msOf(first(months + 1)) - msOf(first(months))) / DAY_MS),
  };
}

/** Empty places before the first day, where weeks begin on Monday. 1 January 1970 was a Thursday. */
export const blanksBefore = (day: string) => (Math.floor(msOf(day) / DAY_MS) + 3) % WEEK;
