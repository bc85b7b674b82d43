/** Which campaigns are booked on the screens of another at the same time, and what is guaranteed to them. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { BOOKED } from '../../../shared/contract/sales/campaign.ts';
import { rowsOf } from '../../db/rows.ts';
import { campaigns } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { targetedScreens, targetPairs } from '../campaigns/targets.ts';

export type Flights = readonly { starts_at: string; ends_at: string; sov_s_per_h: number | null }[];
export type Booked = Pick<CampaignRow, 'device_ids' | 'group_ids' | 'class'> & {
  id?: string;
  flights: Flights;
};

export const overlap = (a: Flights[number], b: Flights[number]) =>
  a.starts_at < b.ends_at && b.starts_at < a.ends_at;
type Span = Pick<Flights[number], 'starts_at' | 'ends_at'>;
/** Seconds of the hour that are guaranteed by all of them at a moment. */
export const takenAt = (flights: Flights, at: string): number =>
  flights.reduce(
    (sum, one) => sum + (one.starts_at <= at && at < one.ends_at ? (one.sov_s_per_h ?? 0) : 0),
    0,
  );
/** Between two of them nothing begins, so that no more is guaranteed than at one of them. */
export const momentsIn = ({ starts_at, ends_at }: Span, flights: Flights): string[] => [
  starts_at,
  ...flights.map(one => one.starts_at).filter(at => starts_at < at && at < ends_at),
];
/** The most that is guaranteed at one moment of the span. */
export const peakIn = (span: Span, flights: Flights): number =>
  Math.max(...momentsIn(span, flights).map(at => takenAt(flights, at)));
/** The most that flights hold together at one moment. */
export const shareOf = (flights: Flights): number =>
  Math.max(0, ...flights.map(({ starts_at }) => takenAt(flights, starts_at)));

/** A campaign that is booked on some of these screens at some time of these flights. */
export interface CompetingCampaign {
  row: CampaignRow;
  /** Those of these screens. */
  device_ids: string[];
  /** Those of its flights that are guaranteed a share, in that time; hours of the week are not told apart. */
  guaranteed: Flights;
}
export async function competingCampaigns(
  ctx: TransactionContext,
  { id, flights, device_ids, group_ids }: Booked,
): Promise<CompetingCampaign[]> {
  const { tx, tenant_id } = ctx;
  const isBooked = sql`c.deleted_at is null and c.state = any(${sql.param([...BOOKED])}::text[])`;
  const common = rowsOf<{ id: string; device_ids: string[] }>(
    await tx.execute(sql`
      select o.campaign_id as id, array_agg(o.device_id) as device_ids
      from (${targetPairs(tenant_id, isBooked)}) as o
        join (${targetedScreens(tenant_id, { device_ids, group_ids })}) as own on own.id = o.device_id
      group by 1`),
  );
  const screens = new Map(common.map(one => [one.id, one.device_ids]));
  if (screens.size === 0) return [];
  const rows = await tx
    .select()
    .from(campaigns)
    .where(
      and(
        ...[eq(campaigns.tenant_id, tenant_id), inArray(campaigns.id, [...screens.keys()])],
        id === undefined ? undefined : ne(campaigns.id, id),
      ),
    )
    .orderBy(campaigns.id);
  return rows.flatMap(row => {
    const common = row.flights.filter(theirs => flights.some(ours => overlap(ours, theirs)));
    if (common.length === 0) return [];
    const guaranteed = row.class === 'guaranteed' ? common.filter(one => one.sov_s_per_h !== null) : [];
    return [{ row, device_ids: screens.get(row.id) ?? [], guaranteed }];
  });
}
