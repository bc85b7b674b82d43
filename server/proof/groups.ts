/** Where the hours and days of a time begin in a time zone. */
import { instant } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { MAX_GROUPS, type GROUPS_BY } from '../../shared/contract/proof/play.ts';
import { dayOf, dayStart } from '../../shared/i18n/format.ts';

const HOUR_MS = 3_600_000;
export const refusal = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

interface Span {
  /** UTC ISO-8601; `to` is exclusive. */
  from: string;
  to: string;
  tz: string;
  group_by: (typeof GROUPS_BY)[number];
}

/** Calendars reckon with days before and after: at the ends of time there are none. */
export const isReckonable = (day: string) => day > '1000' && day < '9000';
/** Throws where a bound lies at an end of time. */
export function requireReckonable(bounds: Partial<Record<'from' | 'to', string | undefined>>): void {
  for (const [field, value] of Object.entries(bounds))
    if (value !== undefined && !isReckonable(value)) throw refusal(field, 'A year from 1000 to 8999.');
}

/** Start of each hour or day of the span; days of a clock change have 23 or 25 hours. */
export function startsOf({ from, to, tz, group_by }: Span): string[] {
  const begin = Date.parse(from);
  const end = Date.parse(to);
  const first = dayOf(from, tz);
  const dayAt = (n: number) => Date.parse(dayStart(first, tz, n));
  const starts: string[] = [];
  for (let day = 0; dayAt(day) < end && starts.length <= MAX_GROUPS; day++) {
    const next = dayAt(day + 1);
    const step = group_by === 'day' ? next - dayAt(day) : HOUR_MS;
    for (let start = dayAt(day); start < Math.min(next, end); start += step)
      if (Math.min(start + step, next) > begin) starts.push(instant(start));
  }
  return starts;
}
