/** Figures of a listing's screens by hour of the week, as a chart shows them. */
import { MEASURED_DAYS, type listingMeasured } from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { HOURS } from '../../kit/charts/hours.ts';

/** `plays`: an hour on a screen that is on. `screens`: how many are on. */
export const MEASURES = ['plays', 'screens'] as const;
export type Measure = (typeof MEASURES)[number];
type Hours = Answer<typeof listingMeasured>['hours'];

const DAYS = 7;
/** Each hour of the week came so often. */
const WEEKS = MEASURED_DAYS / DAYS;
const rounded = (value: number) => Math.round(value * 10) / 10;

/** Seven rows of 24, Monday first; null where no screen was on, and so nothing is known of the plays an hour. */
export function rowsOf(hours: Hours, measure: Measure): (number | null)[][] {
  const blank = measure === 'plays' ? null : 0;
  const rows = Array.from({ length: DAYS }, () => Array.from({ length: HOURS }, (): number | null => blank));
  for (const { day, hour, screen_hours, plays } of hours) {
    const row = rows[day - 1];
    if (row) row[hour] = rounded(measure === 'plays' ? plays / screen_hours : screen_hours / WEEKS);
  }
  return rows;
}

export function totalsOf(hours: Hours) {
  const sum = (key: 'plays' | 'screen_hours') => hours.reduce((all, one) => all + one[key], 0);
  const screen_hours = sum('screen_hours');
  return { screen_hours, plays_per_h: screen_hours === 0 ? 0 : rounded(sum('plays') / screen_hours) };
}
