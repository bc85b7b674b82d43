/** Plays per hour or day of a time zone: the buckets are computed here, the database only counts. */
import { and, ne, sql } from 'drizzle-orm';
import { instant } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { MAX_GROUPS, type GROUPS_BY } from '../../shared/contract/proof/play.ts';
import { dayOf, dayStart } from '../../shared/i18n/format.ts';
import { plays } from '../db/schema.ts';
import { requireKnownZone } from '../identity/tenants/zones.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { isOfTime, sumsOfParts } from './analytics/totals.ts';
import { isNotQuarantined, playsOf, type PlayFilter } from './filter.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const refusal = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

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

export async function groupsOf(ctx: TransactionContext, filter: PlayFilter) {
  const { tx, now } = ctx;
  const { group_by, tz = 'UTC', from } = filter;
  if (group_by === undefined) return null;
  requireKnownZone(tz);
  if (from === undefined) throw refusal('from', 'Say from when.');
  requireReckonable({ from, to: filter.to });
  const starts = startsOf({ from, to: filter.to ?? instant(now), tz, group_by });
  if (starts.length > MAX_GROUPS) throw refusal('from', `At most ${MAX_GROUPS} parts at once.`);
  if (starts.length === 0) return [];
  if (isOfTime(filter)) {
    const [, ...later] = starts;
    const sums = await sumsOfParts(ctx, { to: filter.to ?? instant(now + DAY_MS), parts: [from, ...later] });
    return starts.map((at, i) => ({
      at,
      plays: sums[i]?.plays ?? 0,
      duration_ms: sums[i]?.duration_ms ?? 0,
    }));
  }
  const bounds = sql.join(
    starts.map(start => sql`${start}::timestamptz`),
    sql`, `,
  );
  const rows = await tx
    .select({
      n: sql<number>`width_bucket(${plays.started_at}, array[${bounds}])`.mapWith(Number),
      plays: sql<number>`count(*)`.mapWith(Number),
      duration_ms: sql<number>`sum(${plays.duration_ms})`.mapWith(Number),
    })
    .from(plays)
    .where(and(await playsOf(ctx, filter), ne(plays.result, 'not_shown'), isNotQuarantined))
    .groupBy(sql`1`);
  const counted = new Map(rows.map(row => [row.n, row]));
  return starts.map((at, i) => ({
    at,
    plays: counted.get(i + 1)?.plays ?? 0,
    duration_ms: counted.get(i + 1)?.duration_ms ?? 0,
  }));
}
