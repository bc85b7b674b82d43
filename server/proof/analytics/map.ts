/** Plays by cell of a grid, from the places that plays carry. */
import { sql } from 'drizzle-orm';
import { LEAST_K } from '../../../shared/contract/playout/audience.ts';
import type { analyticsMap } from '../../../shared/contract/proof/analytics.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { hourIn } from '../../../shared/i18n/format.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { basisOf } from './basis.ts';
import { countedMs, filtersOf, piecesOf, playSource, rolledAtLeast } from './source.ts';
import { daySpan, type AnalyticsSpan } from './span.ts';
import { isOfAll, summed } from '../sums/summed.ts';

interface CellRow {
  cell: string | null;
  /** null: a row of the whole cell. */
  device_id: string | null;
  name: string | null;
  plays: number;
  duration_ms: number;
  screens: number;
}

/** Numbers of the parts that lie in this hour of the day. */
function partsOf({ parts, tz }: AnalyticsSpan, hour: number | undefined): number[] {
  const hourOf = hourIn(tz);
  return parts.flatMap((start, i) => (hour === undefined || hourOf(start) === hour ? [i + 1] : []));
}

export async function mapFigures(
  ctx: TransactionContext,
  query: Query<typeof analyticsMap>,
): Promise<Answer<typeof analyticsMap>> {
  const { tx, tenant_id } = ctx;
  /** An hour of the day is told by hours of the zone, which not everywhere begin with those of UTC. */
  const whole = daySpan({ ...query, group_by: query.hour === undefined ? 'day' : 'hour' }, ctx.now);
  const span = { ...whole, before: whole.from, partsBefore: [] };
  const isInHour =
    query.hour === undefined
      ? sql`true`
      : sql`extract(hour from at at time zone ${span.tz}::text) = ${query.hour}::int`;
  const cellSums = sql`select cell, device_id, sum(plays - quarantined)::float8 as plays, sum(${countedMs})::float8 as duration_ms`;
  const isPlayed = sql`result <> 'not_shown' and quarantined < plays and ${isInHour}`;
  /** Most plays have no place: of all of them only those are read that do. */
  const until = await rolledAtLeast({ tx, tenant_id });
  const cellRows = isOfAll(filtersOf(query))
    ? sql`${summed({ tenant_id, span, until }, [])}, placed as (
        ${piecesOf({ tenant_id, span, until, which: sql`h.cell is not null` })}
      ), placed_cells as (
        ${cellSums} from placed where cell is not null and ${isPlayed} group by 1, 2
      ), cells as (
        select * from placed_cells
        union all
        select null, null, (select coalesce(sum(plays), 0) from summed where part = any(${sql.param(partsOf(span, query.hour))}::int[]))
          - (select coalesce(sum(plays), 0) from placed_cells), 0`
    : sql`${playSource({ tenant_id, span, filter: query, until })}, cells as (
        ${cellSums} from src where ${isPlayed} group by 1, 2`;
  const rows = rowsOf<CellRow>(
    await tx.execute(sql`
      ${cellRows}
      )
      select cell, null::uuid as device_id, null as name, sum(plays)::float8 as plays, sum(duration_ms)::float8 as duration_ms,
        count(*)::int as screens
      from cells group by cell
      union all
      select c.cell, c.device_id, d.name, c.plays, c.duration_ms, 1
      from cells c join devices d on d.id = c.device_id and d.tenant_id = ${tenant_id}
      where c.cell = ${query.cell ?? null}::text`),
  );
  const cells = rows.filter(row => row.cell !== null && row.device_id === null);
  const largeCells = cells.filter(({ plays }) => plays >= LEAST_K);
  const smallCells = cells.filter(({ plays }) => plays < LEAST_K);
  return {
    ...(await basisOf(ctx, whole, query.device_id)),
    cells: largeCells
      .map(({ cell, plays, duration_ms, screens }) => ({ cell: cell ?? '', plays, duration_ms, screens }))
      .sort((a, b) => b.plays - a.plays || (a.cell < b.cell ? -1 : 1)),
    hidden: { cells: smallCells.length, plays: smallCells.reduce((sum, { plays }) => sum + plays, 0) },
    placeless: rows.find(({ cell }) => cell === null)?.plays ?? 0,
    screens: largeCells.some(({ cell }) => cell === query.cell)
      ? rows
          .flatMap(({ device_id, name, plays, duration_ms }) =>
            device_id === null ? [] : [{ id: device_id, name: name ?? '', plays, duration_ms }],
          )
          .sort((a, b) => b.plays - a.plays || (a.id < b.id ? -1 : 1))
      : [],
  };
}
