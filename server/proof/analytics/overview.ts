/** Figures of a time beside those of the time before, by part and by what they break down to: one statement. */
import { and, eq, sql } from 'drizzle-orm';
import {
  BREAKDOWNS,
  MOST_ROWS,
  type analyticsOverview,
  type Breakdown,
  type Figures,
} from '../../../shared/contract/proof/analytics.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { titleWords } from '../../content/local/items.ts';
import { rowsOf } from '../../db/rows.ts';
import { contentItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { basisOf } from './basis.ts';
import { addSums, filtersOf, NO_SUMS, playSource, rolledAtLeast, sums, type Sums } from './source.ts';
import { daySpan, type AnalyticsSpan } from './span.ts';
import { isOfAll, summed } from '../sums/summed.ts';
import { uptimeOfScreens } from './uptime.ts';
import { screensWithoutPicture } from './withoutPicture.ts';

type Overview = Answer<typeof analyticsOverview>;
interface Row extends Sums {
  /** What it is a row of. */
  kind: 'part' | Breakdown;
  is_now: boolean;
  part: number | null;
  key: string | null;
  name: string | null;
}

/** A bit of `grouping` is 0 where the row is grouped by that column. */
const kindOf = sql`case grouping(part, device_id, creative_id, campaign_id, zone, result)
  when 31 then 'part' when 47 then 'device' when 55 then 'creative' when 59 then 'campaign'
  when 61 then 'zone' else 'result' end`;

async function readRows(
  { tx, tenant_id }: TransactionContext,
  span: AnalyticsSpan,
  filter: Query<typeof analyticsOverview>,
): Promise<Row[]> {
  const until = await rolledAtLeast({ tx, tenant_id });
  const grouped = isOfAll(filtersOf(filter))
    ? sql`${summed({ tenant_id, span, until }, BREAKDOWNS)}, grouped as (
        select *, nullif(key, '') as named from summed
      )`
    : sql`${playSource({ tenant_id, span, filter, until })}, grouped as (
        select ${kindOf} as kind, is_now, part,
          coalesce(device_id::text, creative_id::text, campaign_id::text, zone, result) as named, ${sums}
        from src
        group by grouping sets ((is_now, part), (is_now, device_id), (is_now, creative_id),
          (is_now, campaign_id), (is_now, zone), (is_now, result))
      )`;
  const idOf = (kind: Breakdown) => sql`(case when g.kind = ${kind}::text then g.named end)::uuid`;
  return rowsOf<Row>(
    await tx.execute(sql`
      ${grouped}
      select g.*, g.named as key, coalesce(d.name, c.name, ${titleWords}, k.name) as name
      from grouped g
      left join devices d on d.id = ${idOf('device')} and d.tenant_id = ${tenant_id}
      left join creatives c on c.id = ${idOf('creative')} and c.tenant_id = ${tenant_id}
      left join ${contentItems} on ${and(sql`${contentItems.id} = ${idOf('creative')}`, eq(contentItems.tenant_id, tenant_id))}
      left join campaigns k on k.id = ${idOf('campaign')} and k.tenant_id = ${tenant_id}`),
  );
}

function figuresOf(rows: readonly Row[], isNow: boolean): Figures {
  const of = rows.filter(row => row.is_now === isNow);
  const total = of.filter(({ kind }) => kind === 'part').reduce(addSums, NO_SUMS);
  const { failed: _failed, delivered: _delivered, ...figures } = total;
  return { ...figures, screens: of.filter(row => row.kind === 'device' && row.plays > 0).length };
}

function groupsOf(rows: readonly Row[], starts: readonly string[], firstPart: number) {
  const parts = new Map(rows.filter(({ kind }) => kind === 'part').map(row => [row.part, row]));
  return starts.map((at, i) => {
    const { plays, duration_ms } = parts.get(firstPart + i) ?? NO_SUMS;
    return { at, plays, duration_ms };
  });
}

function breakdownOf(rows: readonly Row[], by: Breakdown): Overview['by'][Breakdown] {
  const of = rows.filter(row => row.kind === by);
  const before = new Map(of.filter(row => !row.is_now).map(row => [row.key, row.plays]));
  const all = of
    .filter(row => row.is_now && row.plays > 0)
    .sort((a, b) => b.plays - a.plays || ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
  const rest = all.slice(MOST_ROWS);
  return {
    rows: all.slice(0, MOST_ROWS).map(({ key, name, plays, duration_ms }) => ({
      ...{ key, name: name ?? '', plays, duration_ms },
      before_plays: before.get(key) ?? 0,
    })),
    total: all.length,
    rest_plays: rest.reduce((sum, { plays }) => sum + plays, 0),
  };
}

export async function overviewOf(
  ctx: TransactionContext,
  query: Query<typeof analyticsOverview>,
): Promise<Overview> {
  const span = daySpan(query, ctx.now);
  const basis = await basisOf(ctx, span, query.device_id);
  const rows = await readRows(ctx, span, query);
  return {
    ...basis,
    now: figuresOf(rows, true),
    earlier: figuresOf(rows, false),
    groups: groupsOf(rows, span.parts, span.partsBefore.length + 1),
    earlier_groups: groupsOf(rows, span.partsBefore, 1),
    by: Object.fromEntries(BREAKDOWNS.map(by => [by, breakdownOf(rows, by)])) as Overview['by'],
    uptime: {
      ...(await uptimeOfScreens(ctx, { span, device_id: query.device_id })),
      without_picture: await screensWithoutPicture(ctx, { span, device_id: query.device_id }),
    },
  };
}
