/** Figures of all plays of a time: sums of whole days, and what of the time is no whole day, as `playSource` reads it. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { SumDimension } from '../../db/tables/figures/sums.ts';
import {
  piecesOf,
  placeInSpan,
  rolledUntil,
  sums,
  type AnalyticsFilter,
  type Source,
} from '../analytics/source.ts';
import { DAY_MS, type AnalyticsSpan } from '../analytics/span.ts';

/** Nothing narrows them, so that their sums are known already. */
export const isOfAll = ({ q, ...filter }: AnalyticsFilter): boolean =>
  (q ?? '').trim() === '' && Object.values(filter).every(value => value === undefined);

interface Range {
  from: string;
  to: string;
}
/** The time before and the time itself, each in its UTC days that are whole and in what is left at its ends. */
function daysOf({ before, from, to }: AnalyticsSpan): { whole: Range[]; rest: Range[] } {
  const bounds = [[before, from] as const, [from, to] as const].filter(([begin, end]) => begin < end);
  const halves = bounds.map(([begin, end]) => {
    const first = instant(Math.ceil(Date.parse(begin) / DAY_MS) * DAY_MS);
    const last = instant(Math.floor(Date.parse(end) / DAY_MS) * DAY_MS);
    return first < last
      ? {
          whole: [{ from: first, to: last }],
          rest: [
            { from: begin, to: first },
            { from: last, to: end },
          ],
        }
      : { whole: [], rest: [{ from: begin, to: end }] };
  });
  return {
    whole: halves.flatMap(({ whole }) => whole),
    rest: halves.flatMap(({ rest }) => rest).filter(range => range.from < range.to),
  };
}
function isWithin(column: SQL, ranges: readonly Range[]): SQL {
  const within = ranges.map(
    range => sql`(${column} >= ${range.from}::timestamptz and ${column} < ${range.to}::timestamptz)`,
  );
  return within.length === 0 ? sql`false` : sql`(${sql.join(within, sql` or `)})`;
}

const KEYS: Record<Exclude<SumDimension, 'hour'>, SQL> = {
  device: sql`device_id::text`,
  creative: sql`creative_id::text`,
  campaign: sql`coalesce(campaign_id::text, '')`,
  zone: sql`zone`,
  result: sql`result`,
};
type Dimension = keyof typeof KEYS;

const COLUMNS = sql`plays, duration_ms, quarantined, delivered as completed, failed, not_shown, delivered, sold_plays, sold_ms`;
const TOTALS = sql.join(
  [
    ...['plays', 'duration_ms', 'quarantined', 'completed', 'failed'],
    ...['not_shown', 'delivered', 'sold_plays', 'sold_ms'],
  ].map(name => sql`sum(${sql.identifier(name)})::float8 as ${sql.identifier(name)}`),
  sql`, `,
);

/**
 * `with … summed (kind, is_now, part, key, sums …)`: of each part of the time, of kind `part` and without a key, and of
 * each key of these dimensions. Rows of nothing are left out.
 */
export function summed(
  { tenant_id, span, until }: Pick<Source, 'tenant_id' | 'span' | 'until'>,
  dimensions: readonly Dimension[],
): SQL {
  const days = daysOf(span);
  const cut = sql`${sql.param(span.cutHours)}::timestamptz[]`;
  const inDays = isWithin(sql`at`, days.whole);
  const byKey = dimensions.map(
    name => sql`
      union all
      select ${name}::text, is_now, null::int, ${KEYS[name]}, ${sums}
      from src where (not ${inDays} or source = 'fresh')
      group by 2, 4`,
  );
  return sql`
    with ${rolledUntil(tenant_id)}, pieces as (
      ${piecesOf({ tenant_id, span, which: isWithin(sql`h.hour`, days.rest), until })}
    ), src as (
      select *, ${placeInSpan(span)} from pieces
    ), found as (
      select 'part' as kind, is_now, part, '' as key, ${sums} from src where source <> 'hours' group by 2, 3
      ${sql.join(byKey, sql``)}
      union all
      select 'part', is_now, part, '', ${COLUMNS} from (
        select *, ${placeInSpan(span)} from play_sums
        where tenant_id = ${tenant_id} and dimension = 'hour' and at >= ${span.before}::timestamptz
          and at < ${span.to}::timestamptz and at <> all(${cut})) as hours
      union all
      select dimension, at >= ${span.from}::timestamptz, null, key, ${COLUMNS} from play_sums
      where tenant_id = ${tenant_id} and dimension = any(${sql.param([...dimensions])}::text[]) and ${inDays}
    ), summed as (
      select kind, is_now, part, key, ${TOTALS} from found group by 1, 2, 3, 4
      having sum(plays) <> 0 or sum(quarantined) <> 0 or sum(not_shown) <> 0
    )`;
}

/** After `summed`: `screens (key, screens)`, how many screens showed each creative or campaign in the time itself. */
export function screensBy(
  { tenant_id, span }: Pick<Source, 'tenant_id' | 'span'>,
  dimension: 'creative' | 'campaign',
): SQL {
  const inDays = isWithin(sql`day`, daysOf({ ...span, before: span.from }).whole);
  const key = { creative: sql`creative_id`, campaign: sql`campaign_id` }[dimension];
  return sql`, pairs as (
      select id, device_id from play_screens
      where tenant_id = ${tenant_id} and dimension = ${dimension}::text and plays > 0 and ${inDays}
      union
      select ${key}, device_id from src
      where is_now and result <> 'not_shown' and quarantined < plays and ${key} is not null
    ), screens as (
      select id::text as key, count(*)::int as screens from pairs group by 1
    )`;
}
