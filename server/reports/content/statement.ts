/** The statement for advertisers: plays of each campaign by place. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import { gatheredBy, NO_SUMS, screensOf, sums, type Sums } from '../../proof/analytics/source.ts';
import type { ReportLabels } from './labels.ts';
import { placedSource, placeName } from './places.ts';
import { reportSource, totalsOfSums, type MakeTable } from './table.ts';

interface Row extends Sums {
  is_total: boolean;
  screens: number;
  campaign_id: string | null;
  /** By auction: each spot is its own campaign, and together they are one. */
  kind: 'campaign' | 'sold' | 'none' | 'unknown' | null;
  campaign: string | null;
  advertiser: string | null;
  location: string | null;
  place: string | null;
}
const text = (key: string) => ({ key, kind: 'text' as const });
const count = (key: string) => ({ key, kind: 'count' as const });
const COLUMNS = [
  ...['campaign', 'advertiser', 'place'].map(text),
  ...['plays', 'completed', 'delivered', 'quarantined'].map(count),
  { key: 'duration_ms', kind: 'length' as const },
  count('screens'),
];

export const statementTable =
  (labels: ReportLabels): MakeTable =>
  async ({ tx, tenant_id }, request) => {
    const source = await reportSource({ tx, tenant_id }, request);
    const all = rowsOf<Row>(
      await tx.execute(sql`
        ${source}
        ${gatheredBy({ campaign_id: sql`campaign_id`, cell: sql`cell` })}
        ${placedSource(tenant_id)}, grouped as (
          select grouping(known_id, kind, location_id, place) > 0 as is_total, known_id as campaign_id, kind,
            location_id, place, ${sums}, ${screensOf} as screens
          from (
            select p.*, k.known_id, case
                when p.campaign_id is null then 'none' when k.known_id is not null then 'campaign'
                when exists (select from bids b where b.id = p.campaign_id and b.tenant_id = ${tenant_id}) then 'sold'
                else 'unknown' end as kind
            from placed p left join (select id as known_id from campaigns where tenant_id = ${tenant_id}) k
              on k.known_id = p.campaign_id
          ) as named
          group by grouping sets ((known_id, kind, location_id, place), ())
        )
        select g.*, k.name as campaign, k.advertiser, l.name as location
        from grouped g
        left join campaigns k on k.id = g.campaign_id and k.tenant_id = ${tenant_id}
        left join locations l on l.id = g.location_id and l.tenant_id = ${tenant_id}`),
    );
    const total = all.find(row => row.is_total);
    const rows = all
      .filter(row => !row.is_total && row.plays > 0)
      .map(row => ({ ...row, placed: placeName(row, labels) }))
      .sort(byCampaign);
    return {
      columns: COLUMNS,
      row_count: rows.length,
      rows: rows.map(row => [
        row.kind === 'sold' ? labels('sold') : row.kind === 'none' ? labels('noCampaign') : row.campaign,
        ...[row.advertiser, row.placed, row.plays, row.completed, row.delivered, row.quarantined],
        ...[row.duration_ms, row.screens],
      ]),
      totals: () => totalsOfSums(total ?? NO_SUMS, total?.screens ?? 0),
    };
  };

/** Campaigns by name, what plays for none last; within one, where most was played first. */
function byCampaign(a: Row & { placed: string }, b: Row & { placed: string }): number {
  if ((a.campaign_id === null) !== (b.campaign_id === null)) return a.campaign_id === null ? 1 : -1;
  return (
    (a.campaign ?? '').localeCompare(b.campaign ?? '') ||
    (a.campaign_id ?? '').localeCompare(b.campaign_id ?? '') ||
    b.plays - a.plays ||
    a.placed.localeCompare(b.placed)
  );
}
