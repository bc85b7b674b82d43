/** Which days a report is of, and when a schedule is due next, by the clocks of its zone. Pure. */
import { dateOf, instant } from '../../../shared/clock.ts';
import type { ReportSchedule } from '../../../shared/contract/reports/definition.ts';
import { MAX_REPORT_DAYS, type ReportSpec } from '../../../shared/contract/reports/report.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { dayStart, isoDate, offsetAt } from '../../../shared/i18n/format.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTH_CHARS = 7;
const WEEK = 7;
const MONTH = 30;

export type PeriodOf = Pick<ReportSpec, 'period' | 'first_day' | 'last_day' | 'tz'>;
export interface ReportTime {
  /** UTC ISO-8601; `to` is exclusive. */
  from: string;
  to: string;
}

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
const firstOfMonth = (day: string) => `${day.slice(0, MONTH_CHARS)}-01`;
const dayBefore = (day: string) => isoDate(Date.parse(`${day}T00:00:00.000Z`) - DAY_MS, 'UTC');

export function timeOf({ period, first_day, last_day, tz }: PeriodOf, now: number): ReportTime {
  const today = isoDate(now, tz);
  const days = (first: number, end: number) => ({
    from: dayStart(today, tz, first),
    to: dayStart(today, tz, end),
  });
  switch (period) {
    case 'yesterday':
      return days(-1, 0);
    case 'last_7_days':
      return days(-WEEK, 0);
    case 'last_30_days':
      return days(-MONTH, 0);
    case 'this_month':
      return { from: dayStart(firstOfMonth(today), tz), to: dayStart(today, tz, 1) };
    case 'last_month': {
      const first = firstOfMonth(today);
      return { from: dayStart(firstOfMonth(dayBefore(first)), tz), to: dayStart(first, tz) };
    }
    case 'custom':
      return customTime(first_day, last_day, tz);
  }
}

function customTime(first: string | null, last: string | null, tz: string): ReportTime {
  if (first === null || last === null) throw invalid('last_day', 'Required');
  const time = { from: dayStart(first, tz), to: dayStart(last, tz, 1) };
  if (time.from >= time.to) throw invalid('last_day', 'The last day is before the first');
  if (Date.parse(time.to) - Date.parse(time.from) > (MAX_REPORT_DAYS + 1) * DAY_MS)
    throw invalid('last_day', `All within ${MAX_REPORT_DAYS} days`);
  return time;
}

/** That hour of the day; where the clock leaves it out, the hour after. */
function hourOf(day: string, hour: number, tz: string): number {
  const utc = Date.parse(`${day}T00:00:00.000Z`) + hour * HOUR_MS;
  return utc - offsetAt(utc - offsetAt(utc, tz), tz);
}

const weekday = (day: string) => dateOf(Date.parse(`${day}T00:00:00.000Z`)).getUTCDay() || WEEK;
const isDue = (day: string, schedule: ReportSchedule, on: number) =>
  schedule === 'daily' ||
  (schedule === 'weekly' && weekday(day) === on) ||
  (schedule === 'monthly' && Number(day.slice(MONTH_CHARS + 1)) === on);

export interface Timetable {
  schedule: ReportSchedule;
  hour: number;
  day: number;
  tz: string;
}
export function requireTimetable({ schedule, day }: Pick<Timetable, 'schedule' | 'day'>): void {
  if (schedule === 'weekly' && day > WEEK) throw invalid('day', 'Must be at most 7');
}

/** The first moment after `now`; what was missed meanwhile is not made up for. null: never. */
export function nextTime({ schedule, hour, day: on, tz }: Timetable, now: number): string | null {
  if (schedule === 'never') return null;
  const today = Date.parse(`${isoDate(now, tz)}T00:00:00.000Z`);
  for (let n = 0; n <= MONTH + WEEK; n++) {
    const day = isoDate(today + n * DAY_MS, 'UTC');
    const at = hourOf(day, hour, tz);
    if (at > now && isDue(day, schedule, on)) return instant(at);
  }
  throw new Error(`no day ${on} for ${schedule}`);
}
