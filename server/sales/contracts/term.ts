/** The term after one that has ended. Pure; days as `YYYY-MM-DD`, the last one included. */
import { dateOf } from '../../../shared/clock.ts';

const DAY_MS = 86_400_000;
const dayMs = (day: string) => Date.parse(`${day}T00:00:00.000Z`);
const dayOf = (ms: number) => dateOf(ms).toISOString().slice(0, 10);
export const plusDays = (day: string, days: number) => dayOf(dayMs(day) + days * DAY_MS);

const monthsOf = (day: string) => dateOf(dayMs(day)).getUTCFullYear() * 12 + dateOf(dayMs(day)).getUTCMonth();
/** Where the month has no such day, it is the last it has, or the first of the one after. */
function plusMonths(day: string, months: number, missing: 'last' | 'after'): string {
  const date = dateOf(dayMs(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const length = dateOf(Date.UTC(year, month + 1, 0)).getUTCDate();
  const wanted = date.getUTCDate();
  return dayOf(Date.UTC(year, month, wanted <= length ? wanted : missing === 'last' ? length : length + 1));
}

/** How many whole months it lasts; null: it is counted in days. */
function wholeMonths(starts: string, after: string): number | null {
  const most = monthsOf(after) - monthsOf(starts);
  const isWhole = (months: number) =>
    months > 0 && (['last', 'after'] as const).some(missing => plusMonths(starts, months, missing) === after);
  return [most, most - 1].find(isWhole) ?? null;
}

/** As long as the one before: as many months where those were whole, so that a year ends on the day that it did. */
export function nextTerm({ starts, ends }: { starts: string; ends: string }) {
  const next = plusDays(ends, 1);
  const months = wholeMonths(starts, next);
  const days = (dayMs(ends) - dayMs(starts)) / DAY_MS;
  return {
    starts: next,
    ends: months === null ? plusDays(next, days) : plusDays(plusMonths(next, months, 'after'), -1),
  };
}
