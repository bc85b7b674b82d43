/** Which campaigns are played under leases, and how many plays goal and budget leave of them. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { requireFound, rowsOf } from '../../db/rows.ts';
import type { campaigns } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isDelivered } from '../../proof/delivered.ts';
import { rolledAtLeast } from '../../proof/analytics/source.ts';
import { deliveredPlays } from '../../proof/sums/delivered.ts';
import { playsFor } from '../../../shared/money.ts';
import type { LeasedCampaign, PlaysLimit } from '../../../shared/sales/leaseGrant.ts';
import { goalOf } from '../campaigns/progress.ts';

type CampaignRow = typeof campaigns.$inferSelect;
type Limits = Pick<
  CampaignRow,
  'goal' | 'goal_amount' | 'budget_minor' | 'daily_minor' | 'bid_micros' | 'tz'
>;

/** How many plays each of its limits allows; what it has none of is left out. */
export function limitsOf(row: Limits, currency: string): { total: number[]; today: number | null } {
  const { budget_minor, daily_minor, bid_micros } = row;
  const bought = (minor: number | null) => (minor === null ? null : playsFor(minor, bid_micros, currency));
  const total = [goalOf(row, currency), bought(budget_minor)].filter(one => one !== null);
  return { total, today: bought(daily_minor) };
}

export const leasedCampaign = (row: CampaignRow): LeasedCampaign => ({
  ...{ flights: row.flights, tz: row.tz, pacing: row.pacing, isShare: row.goal === 'share' },
  screens: Math.max(1, row.screens_seen ?? 1),
  online: Math.max(1, row.screens_online ?? 1),
});

export interface CampaignCounts {
  delivered: number;
  today: number;
  outstanding: number;
}
export function limitsLeft(
  row: Limits,
  { delivered, today }: CampaignCounts,
  { currency, now }: { currency: string; now: number },
): PlaysLimit[] {
  const limits = limitsOf(row, currency);
  const left = (most: number, played: number) => Math.max(0, most - played);
  const until = Date.parse(dayStart(dayOf(now, row.tz), row.tz, 1));
  return [
    ...limits.total.map(most => ({ left: left(most, delivered) })),
    ...(limits.today === null ? [] : [{ left: left(limits.today, today), until }]),
  ];
}

/** Of one lease `l`: granted, and neither reported nor given back. */
export const openPlays = sql`greatest(0, l.max_plays - l.returned - l.reported)`;

/** In one statement, because a play that is handed in goes from one of these figures to the other. */
export async function countedOf(
  ctx: TransactionContext,
  { id, tz }: Pick<CampaignRow, 'id' | 'tz'>,
): Promise<CampaignCounts> {
  const { tx, tenant_id, now } = ctx;
  const until = await rolledAtLeast(ctx);
  const midnight = dayStart(dayOf(now, tz), tz);
  const [row] = rowsOf<CampaignCounts>(
    await tx.execute(sql`
      select
        coalesce((select n from (${deliveredPlays({ tenant_id, until, ids: sql`array[${id}::uuid]` })}) as ever),
          0)::float8 as delivered,
        (select count(*) from plays p where p.tenant_id = ${tenant_id} and p.campaign_id = ${id}
          and ${isDelivered} and p.started_at >= ${midnight}::timestamptz)::float8 as today,
        (select coalesce(sum(${openPlays}), 0) from leases l where l.tenant_id = ${tenant_id}
          and l.campaign_id = ${id} and l.released_at is null
          and l.report_deadline > ${instant(now)}::timestamptz)::float8 as outstanding`),
  );
  return requireFound(row, 'campaign');
}

/** By campaign: plays that screens may still show or have not reported yet. */
export async function outstandingOf(
  { tx, tenant_id, now }: TransactionContext,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = rowsOf<{ id: string; n: number }>(
    await tx.execute(sql`
      select l.campaign_id as id, sum(${openPlays})::float8 as n from leases l
      where l.tenant_id = ${tenant_id} and l.campaign_id = any(${sql.param([...ids])}::uuid[])
        and l.released_at is null and l.report_deadline > ${instant(now)}::timestamptz
      group by l.campaign_id`),
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}
