/**
 * Proof of performance as the DPAA asks for it: of each campaign what was contracted for this time and what was
 * delivered, what of that is a bonus, and the same by creative and by place.
 */
import { sql } from 'drizzle-orm';
import type { CampaignFigures } from '../../../shared/contract/proof/analytics.ts';
import { isoDate } from '../../../shared/i18n/format.ts';
import { msOf, rowsOf } from '../../db/rows.ts';
import { gatheredBy, NO_SUMS, screensOf, sums, type Sums } from '../../proof/analytics/source.ts';
import { campaignFigures } from '../../sales/campaigns/figures.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { creativeNames } from './creativeNames.ts';
import type { ReportLabels } from './labels.ts';
import { placedSource, placeName } from './places.ts';
import {
  analyticsFilter,
  reportSource,
  totalsOfSums,
  type MakeTable,
  type ReportRequest,
  type ReportRow,
} from './table.ts';

interface Part extends Sums {
  kind: 'total' | 'creative' | 'place';
  screens: number;
  campaign_id: string | null;
  creative_id: string | null;
  location: string | null;
  place: string | null;
}
interface Contract {
  id: string;
  /** ms since 1970 */
  starts: number;
  ends: number;
}
const text = (key: string) => ({ key, kind: 'text' as const });
const count = (key: string) => ({ key, kind: 'count' as const });
const COLUMNS = [
  ...['campaign', 'advertiser'].map(text),
  ...['contract_first_day', 'contract_last_day'].map(key => ({ key, kind: 'day' as const })),
  { key: 'part', kind: 'word' as const },
  text('part_name'),
  ...['contracted', 'delivered', 'bonus', 'plays'].map(count),
  { key: 'duration_ms', kind: 'length' as const },
  count('screens'),
  text('campaign_id'),
];

async function readParts({ tx, tenant_id }: TransactionContext, request: ReportRequest): Promise<Part[]> {
  const source = await reportSource({ tx, tenant_id }, request, { has_campaign: true });
  return rowsOf<Part>(
    await tx.execute(sql`
      ${source}
      ${gatheredBy({ campaign_id: sql`campaign_id`, creative_id: sql`creative_id`, cell: sql`cell` })}
      ${placedSource(tenant_id)}, grouped as (
        select case grouping(campaign_id, creative_id, location_id, place)
            when 3 then 'creative' when 4 then 'place' else 'total' end as kind,
          campaign_id, creative_id, location_id, place, ${sums},
          ${screensOf} as screens
        from placed
        group by grouping sets ((campaign_id, creative_id), (campaign_id, location_id, place), ())
      )
      select g.*, l.name as location from grouped g
      left join locations l on l.id = g.location_id and l.tenant_id = ${tenant_id}`),
  );
}

export const performanceTable =
  (labels: ReportLabels): MakeTable =>
  async (ctx, request) => {
    const { from, to, filter } = request;
    const { tz, campaign_ids } = filter;
    const parts = await readParts(ctx, request);
    const figures = await campaignFigures(ctx, { from, to, tz, ...analyticsFilter(filter) });
    const campaigns = figures.rows.filter(({ id }) => campaign_ids.length === 0 || campaign_ids.includes(id));
    const contracts = await readContracts(ctx, campaigns);
    const names = await creativeNames(ctx, [
      ...new Set(parts.flatMap(({ creative_id }) => creative_id ?? [])),
    ]);
    const rows = campaigns
      .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
      .flatMap(campaign => {
        const { first, last } = daysOf(contracts.get(campaign.id), tz);
        const head = [campaign.name, campaign.advertiser, first, last];
        const own = parts.filter(part => part.campaign_id === campaign.id && part.plays > 0);
        const named = own.map(part => ({
          ...part,
          name:
            part.kind === 'creative' ? (names.get(part.creative_id ?? '') ?? '') : placeName(part, labels),
        }));
        return [
          [...head, ...campaignCells(campaign), campaign.id],
          ...(['creative', 'place'] as const).flatMap(kind =>
            named
              .filter(part => part.kind === kind)
              .sort((a, b) => b.plays - a.plays || a.name.localeCompare(b.name))
              .map(part => [
                ...head,
                ...[kind, part.name, null, part.delivered, null, part.plays, part.duration_ms, part.screens],
                campaign.id,
              ]),
          ),
        ] satisfies ReportRow[];
      });
    const total = parts.find(({ kind }) => kind === 'total');
    return {
      columns: COLUMNS,
      row_count: rows.length,
      rows,
      totals: () => totalsOfSums(total ?? NO_SUMS, total?.screens ?? 0),
    };
  };

const campaignCells = ({ planned, delivered, plays, duration_ms, screens }: CampaignFigures) => [
  ...['campaign', null, planned, delivered],
  planned === null ? null : Math.max(0, delivered - planned),
  ...[plays, duration_ms, screens],
];

async function readContracts({ tx, tenant_id }: TransactionContext, of: readonly { id: string }[]) {
  const ids = of.map(({ id }) => id);
  const rows = rowsOf<Contract>(
    await tx.execute(sql`
      select id, ${msOf(sql`starts_at`)} as starts, ${msOf(sql`ends_at`)} as ends from campaigns
      where tenant_id = ${tenant_id} and id = any(${sql.param(ids)}::uuid[])`),
  );
  return new Map(rows.map(row => [row.id, row]));
}

function daysOf(contract: Contract | undefined, tz: string) {
  if (!contract) return { first: null, last: null };
  return { first: isoDate(contract.starts, tz), last: isoDate(contract.ends - 1, tz) };
}
