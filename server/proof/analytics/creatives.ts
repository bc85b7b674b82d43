/** Plays and scans of each creative. */
import { and, eq, sql } from 'drizzle-orm';
import type { analyticsCreatives, CreativeFigures } from '../../../shared/contract/proof/analytics.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { titleWords } from '../../content/local/items.ts';
import { rowsOf } from '../../db/rows.ts';
import { contentItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { basisOf } from './basis.ts';
import { filtersOf, playSource, rolledAtLeast, screensOf, sums, type Sums } from './source.ts';
import { daySpan } from './span.ts';
import { isOfAll, screensBy, summed } from '../sums/summed.ts';

interface Row extends Sums {
  id: string;
  name: string | null;
  is_now: boolean;
  screens: number;
  scans: number;
}

export async function creativeFigures(
  ctx: TransactionContext,
  query: Query<typeof analyticsCreatives>,
): Promise<Answer<typeof analyticsCreatives>> {
  const { tx, tenant_id } = ctx;
  const span = daySpan(query, ctx.now);
  const [device_id, until] = [query.device_id ?? null, await rolledAtLeast(ctx)];
  /** Of whole days it is known already which screens showed a creative. */
  const figures = isOfAll(filtersOf(query))
    ? sql`${summed({ tenant_id, span, until }, ['creative'])} ${screensBy({ tenant_id, span }, 'creative')}, by_creative as (
        select s.*, s.key::uuid as creative_id, case when is_now then coalesce(d.screens, 0) else 0 end as screens
        from summed s left join screens d on d.key = s.key where s.kind = 'creative'`
    : sql`${playSource({ tenant_id, span, filter: query, until })}, by_creative as (
        select creative_id, is_now, ${sums}, ${screensOf} as screens
        from src group by 1, 2`;
  const rows = rowsOf<Row>(
    await tx.execute(sql`
      ${figures}
      ), scanned as (
        select creative_id, hour >= ${span.from}::timestamptz as is_now, sum(count)::int as scans from qr_scans
        where tenant_id = ${tenant_id} and hour >= ${span.before}::timestamptz and hour < ${span.to}::timestamptz
          and (${device_id}::uuid is null or device_id = ${device_id}::uuid)
        group by 1, 2
      )
      select s.*, s.creative_id as id, coalesce(c.name, ${titleWords}) as name, coalesce(q.scans, 0) as scans
      from by_creative s
      left join scanned q on q.creative_id = s.creative_id and q.is_now = s.is_now
      left join creatives c on c.id = s.creative_id and c.tenant_id = ${tenant_id}
      left join ${contentItems} on ${and(sql`${contentItems.id} = s.creative_id`, eq(contentItems.tenant_id, tenant_id))}`),
  );
  const before = new Map(rows.filter(row => !row.is_now).map(row => [row.id, row]));
  return {
    ...(await basisOf(ctx, span, query.device_id)),
    rows: rows
      .filter(row => row.is_now)
      .map(
        ({
          id,
          name,
          plays,
          duration_ms,
          completed,
          failed,
          not_shown,
          screens,
          scans,
        }): CreativeFigures => ({
          ...{ id, name: name ?? '', plays, duration_ms, completed, failed, not_shown, screens, scans },
          before_plays: before.get(id)?.plays ?? 0,
          before_scans: before.get(id)?.scans ?? 0,
        }),
      )
      .sort((a, b) => b.plays - a.plays || (a.id < b.id ? -1 : 1)),
  };
}
