/** Counts per hour, laid out by the days and hours of a zone's clock. */
import { dayOf, hourIn } from '../../../shared/i18n/format.ts';

export const HOURS = 24;
export interface HourCount {
  /** UTC ISO-8601 of its first moment. */
  at: string;
  plays: number;
}

/** A row of 24 for each day; null for an hour that has not begun or that a clock has left out, a sum for one it repeats. */
export function byHour(
  groups: readonly HourCount[],
  days: readonly string[],
  tz: string,
): (number | null)[][] {
  const hour = hourIn(tz);
  const rows = new Map(days.map(day => [day, Array.from({ length: HOURS }, (): number | null => null)]));
  for (const { at, plays } of groups) {
    const row = rows.get(dayOf(at, tz));
    const h = hour(at);
    if (row) row[h] = (row[h] ?? 0) + plays;
  }
  return [...rows.values()];
}

export const largest = (rows: readonly (readonly (number | null)[])[]) =>
  rows.flat().reduce<number>((max, value) => Math.max(max, value ?? 0), 0);

/** The newest point that is known: where reading begins. */
export const lastKnown = (values: readonly (number | null)[]) =>
  values.reduce<number>((last, value, i) => (value === null ? last : i), 0);
