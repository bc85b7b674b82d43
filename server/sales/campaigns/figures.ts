/** What each campaign delivered in a time, against what its plan has in it. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { analyticsCampaigns, CampaignFigures } from '../../../shared/contract/proof/analytics.ts';
import { BOOKED } from '../../../shared/contract/sales/campaign.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { rowsOf } from '../../db/rows.ts';
import { campaigns, tenants } from '../../db/schema.ts';
import { costOfPlays } from '../../../shared/money.ts';
import { goalOf } from './progress.ts';
import { plannedShare } from '../../../shared/sales/plan.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { basisOf } from '../../proof/analytics/basis.ts';
import {
  filtersOf,
  NO_SUMS,
  playSource,
  rolledAtLeast,
  screensOf,
  sums,
  type AnalyticsFilter,
  type Sums,
} from '../../proof/analytics/source.ts';
import { daySpan, type AnalyticsSpan } from '../../proof/analytics/span.ts';
import { isOfAll, screensBy, summed } from '../../proof/sums/summed.ts';

const THOUSAND = 1_000;
/** Their plan holds, whether it is over or not. */
const PLANNED = [...BOOKED, 'completed'];

interface Row extends Sums {
  id: string;
  is_now: boolean;
  screens: number;
}
type Campaign = typeof campaigns.$inferSelect;
type Filter = Query<typeof analyticsCampaigns> & Pick<AnalyticsFilter, 'campaign_ids' | 'creative_ids'>;

async function readRows(
  { tx, tenant_id }: TransactionContext,
  span: AnalyticsSpan,
  filter: Filter,
): Promise<Row[]> {
  const until = await rolledAtLeast({ tx, tenant_id });
  if (isOfAll(filtersOf(filter)))
    return rowsOf<Row>(
      await tx.execute(sql`
        ${summed({ tenant_id, span, until }, ['campaign'])} ${screensBy({ tenant_id, span }, 'campaign')}
        select s.*, s.key as id, case when is_now then coalesce(d.screens, 0) else 0 end as screens
        from summed s left join screens d on d.key = s.key
        where s.kind = 'campaign' and s.key <> ''`),
    );
  return rowsOf<Row>(
    await tx.execute(sql`
      ${playSource({ tenant_id, span, filter, until })}
      select campaign_id as id, is_now, ${sums},
        ${screensOf} as screens
      from src where campaign_id is not null group by 1, 2`),
  );
}

/** Those that were played, and those whose flights lie in the time: what was not delivered at all is seen, too. */
async function readCampaigns(
  { tx, tenant_id }: TransactionContext,
  span: AnalyticsSpan,
  filter: Filter,
  ids: readonly string[],
) {
  return tx
    .select({ campaign: campaigns, currency: tenants.currency })
    .from(tenants)
    .leftJoin(
      campaigns,
      and(
        eq(campaigns.tenant_id, tenants.id),
        filter.campaign_id === undefined ? undefined : eq(campaigns.id, filter.campaign_id),
        sql`(${campaigns.id} = any(${sql.param([...ids])}::uuid[]) or (${isNull(campaigns.deleted_at)}
          and ${campaigns.state} = any(${sql.param(PLANNED)}::text[])
          and ${campaigns.starts_at} < ${dateOf(Date.parse(span.to))} and ${campaigns.ends_at} > ${dateOf(Date.parse(span.from))}))`,
      ),
    )
    .where(eq(tenants.id, tenant_id));
}

/** Of its plan, what lies in the time and is over; null where what is counted is narrowed to a part of it. */
function plannedIn(row: Campaign, currency: string, { from, to }: AnalyticsSpan, now: number): number | null {
  const goal = goalOf(row, currency);
  if (goal === null || !PLANNED.includes(row.state)) return null;
  const share = plannedShare(row, Math.min(Date.parse(to), now)) - plannedShare(row, Date.parse(from));
  return Math.round(goal * Math.max(0, share));
}

export async function campaignFigures(
  ctx: TransactionContext,
  query: Filter,
): Promise<Answer<typeof analyticsCampaigns>> {
  const span = daySpan(query, ctx.now);
  const counted = await readRows(ctx, span, query);
  const [now, before] = [true, false].map(
    isNow => new Map(counted.filter(row => row.is_now === isNow).map(row => [row.id, row])),
  ) as [Map<string, Row>, Map<string, Row>];
  const found = await readCampaigns(ctx, span, query, [...now.keys()]);
  const currency = found[0]?.currency ?? 'EUR';
  const { device_id, creative_id, creative_ids, result, zone, q } = query;
  const isNarrowed = [device_id, creative_id, creative_ids, result, zone, q || undefined].some(
    value => value !== undefined,
  );
  const figuresOf = (row: Campaign): CampaignFigures => {
    const { plays, duration_ms, delivered, screens } = now.get(row.id) ?? { ...NO_SUMS, screens: 0 };
    const spent_minor = costOfPlays(delivered, row.bid_micros, currency);
    const hasPrice = delivered > 0 && row.bid_micros !== null;
    return {
      ...{ id: row.id, name: row.name, advertiser: row.advertiser, state: row.state },
      ...{ plays, duration_ms, screens, delivered, spent_minor },
      before_delivered: before.get(row.id)?.delivered ?? 0,
      planned: isNarrowed ? null : plannedIn(row, currency, span, ctx.now),
      ecpm_minor: hasPrice ? Math.round((spent_minor / delivered) * THOUSAND) : null,
    };
  };
  return {
    ...(await basisOf(ctx, span, query.device_id)),
    currency,
    rows: found
      .flatMap(({ campaign }) => (campaign ? [figuresOf(campaign)] : []))
      .sort((a, b) => b.delivered - a.delivered || b.plays - a.plays || (a.id < b.id ? -1 : 1)),
  };
}
