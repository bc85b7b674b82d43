/** The time that figures are of, the time before it that they are held against, and the parts of both. */
import { instant } from '../../../shared/clock.ts';
import { MAX_GROUPS, type GROUPS_BY } from '../../../shared/contract/proof/play.ts';
import { DEFAULT_DAYS } from '../../../shared/contract/proof/analytics.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { dayOf, dayStart, isoDate } from '../../../shared/i18n/format.ts';
import { requireKnownZone } from '../../identity/tenants/zones.ts';
import { requireReckonable, startsOf } from '../groups.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

interface Bounds {
  from?: string | undefined;
  to?: string | undefined;
  /** UTC where none is named. */
  tz?: string | undefined;
  group_by?: (typeof GROUPS_BY)[number];
}
export interface AnalyticsSpan {
  /** UTC ISO-8601; `to` is exclusive. */
  from: string;
  to: string;
  tz: string;
  /** The time before has the same length and ends where this begins. */
  before: string;
  /** Where each part begins, of the time before and of the time itself. */
  partsBefore: string[];
  parts: string[];
  /** UTC hours that a bound of a part cuts in two: their plays are read one by one. */
  cutHours: string[];
  /** Those of them in which the time or the time before begins or ends. */
  cutEnds: string[];
}

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
const hourOf = (iso: string) => Math.floor(Date.parse(iso) / HOUR_MS) * HOUR_MS;
const hoursCutBy = (bounds: readonly string[]): string[] => {
  const cut = bounds.filter(bound => hourOf(bound) !== Date.parse(bound));
  return [...new Set(cut.map(bound => instant(hourOf(bound))))];
};

/** As many days of the calendar where both ends are midnights, so that a change of the clock moves no day. */
function beforeOf(from: string, to: string, tz: string): string {
  const isMidnight = (iso: string) => dayStart(dayOf(iso, tz), tz) === iso;
  const length = Date.parse(to) - Date.parse(from);
  if (!isMidnight(from) || !isMidnight(to)) return instant(Date.parse(from) - length);
  return dayStart(dayOf(from, tz), tz, -Math.round(length / DAY_MS));
}

/** Without bounds the thirty days that end today. */
export function daySpan(
  { from: begin, to: end, tz = 'UTC', group_by = 'day' }: Bounds,
  now: number,
): AnalyticsSpan {
  requireKnownZone(tz);
  requireReckonable({ from: begin, to: end });
  const to = end ?? dayStart(isoDate(now, tz), tz, 1);
  const from = begin ?? dayStart(dayOf(to, tz, -1), tz, 1 - DEFAULT_DAYS);
  if (from >= to) throw invalid('to', 'The end is after the beginning.');
  const before = beforeOf(from, to, tz);
  /** The first part begins with the time, though its day began earlier. */
  const partsOf = (first: string, last: string) => {
    const starts = startsOf({ from: first, to: last, tz, group_by });
    if (starts.length > MAX_GROUPS) throw invalid('from', `At most ${MAX_GROUPS} parts at once.`);
    return starts.map((start, i) => (i === 0 ? first : start));
  };
  const [partsBefore, parts] = [partsOf(before, from), partsOf(from, to)];
  const cutHours = hoursCutBy([...partsBefore, ...parts, to]);
  return { from, to, tz, before, partsBefore, parts, cutHours, cutEnds: hoursCutBy([before, from, to]) };
}

/** Parts that begin at these instants, without a time before. */
export function spanOfParts({
  from,
  to,
  parts,
}: {
  from: string;
  to: string;
  parts: string[];
}): AnalyticsSpan {
  const cut = { cutHours: hoursCutBy([...parts, from, to]), cutEnds: hoursCutBy([from, to]) };
  return { ...{ from, to, tz: 'UTC', before: from, partsBefore: [], parts }, ...cut };
}
