/** Which campaigns are booked on the screens of another at the same time, and the seconds of an hour that are taken. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { BOOKED } from '../../../shared/contract/sales/campaign.ts';
import { refusedBy } from '../../../shared/contract/sales/refusals.ts';
import { rowsOf } from '../../db/rows.ts';
import { campaigns } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { targetedScreens, targetPairs } from '../campaigns/targets.ts';

const HOUR_S = 3_600;
export interface Taken {
  id: string;
  name: string;
  sov_s_per_h: number;
}
type Flights = readonly { starts_at: string; ends_at: string; sov_s_per_h: number | null }[];
export type Booked = Pick<CampaignRow, 'device_ids' | 'group_ids' | 'class'> & {
  id?: string;
  flights: Flights;
};

export const overlap = (a: Flights[number], b: Flights[number]) =>
  a.starts_at < b.ends_at && b.starts_at < a.ends_at;
/** The most that flights hold together at one moment, which is where one of them begins. */
export const shareOf = (flights: Flights): number =>
  Math.max(
    0,
    ...flights.map(({ starts_at: at }) =>
      flights.reduce(
        (sum, one) => sum + (one.starts_at <= at && at < one.ends_at ? (one.sov_s_per_h ?? 0) : 0),
        0,
      ),
    ),
  );

/** A campaign that is booked on some of these screens at some time of these flights. */
export interface CompetingCampaign {
  row: CampaignRow;
  /** Those of these screens. */
  device_ids: string[];
  /** Seconds of the hour that are guaranteed to it in that time; hours of the week are not told apart. */
  sov_s_per_h: number;
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
    const sov_s_per_h = row.class === 'guaranteed' ? shareOf(common) : 0;
    return [{ row, device_ids: screens.get(row.id) ?? [], sov_s_per_h }];
  });
}

export const takenShares = (competing: readonly CompetingCampaign[]): Taken[] =>
  competing
    .filter(({ sov_s_per_h }) => sov_s_per_h > 0)
    .map(({ row, sov_s_per_h }) => ({ id: row.id, name: row.name, sov_s_per_h }));
export const sumOf = (taken: readonly Pick<Taken, 'sov_s_per_h'>[]) =>
  taken.reduce((sum, { sov_s_per_h }) => sum + sov_s_per_h, 0);

/** No more is sold than an hour holds: of what is approved at the same time, the later sees the earlier. */
export async function requireShareLeft(ctx: TransactionContext, campaign: Booked): Promise<void> {
  const own = shareOf(campaign.flights);
  if (campaign.class !== 'guaranteed' || own === 0) return;
  await ctx.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shares ${ctx.tenant_id}`}, 0))`);
  const taken = takenShares(await competingCampaigns(ctx, campaign));
  const left = HOUR_S - sumOf(taken);
  if (own <= left) return;
  const text = `Only ${Math.max(0, left)} s of each hour are left on its screens.`;
  throw refusedBy('share_sold', text, { left_s: Math.max(0, left), taken });
}
