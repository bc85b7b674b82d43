/** The seconds of an hour that guaranteed campaigns have taken on the screens of another. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
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
export type Booked = Pick<CampaignRow, 'flights' | 'device_ids' | 'group_ids' | 'class'> & { id?: string };

const overlap = (a: Flights[number], b: Flights[number]) =>
  a.starts_at < b.ends_at && b.starts_at < a.ends_at;
export const shareOf = (flights: Flights) => Math.max(0, ...flights.map(one => one.sov_s_per_h ?? 0));

/** Campaigns that take their turn on these screens at some time of these flights, and on how many of them each. */
export async function rivals(
  ctx: TransactionContext,
  { id, flights, device_ids, group_ids }: Booked,
): Promise<{ row: CampaignRow; screens: number }[]> {
  const { tx, tenant_id } = ctx;
  const own = targetedScreens(tenant_id, { device_ids, group_ids });
  const others = targetPairs(tenant_id, sql`c.class <> 'house'`);
  const common = rowsOf<{ id: string; screens: number }>(
    await tx.execute(sql`
      select o.campaign_id as id, count(*)::int as screens from (${others}) as o
        join (${own}) as own on own.id = o.device_id group by 1`),
  );
  const screens = new Map(common.map(one => [one.id, one.screens]));
  if (screens.size === 0) return [];
  const rows = await tx
    .select()
    .from(campaigns)
    .where(
      and(
        ...[eq(campaigns.tenant_id, tenant_id), inArray(campaigns.id, [...screens.keys()])],
        ...[inArray(campaigns.state, [...BOOKED]), isNull(campaigns.deleted_at)],
        id === undefined ? undefined : ne(campaigns.id, id),
      ),
    )
    .orderBy(campaigns.id);
  return rows
    .filter(row => shareOf(row.flights) === 0 || row.class !== 'guaranteed')
    .filter(row => row.flights.some(theirs => flights.some(ours => overlap(ours, theirs))))
    .map(row => ({ row, screens: screens.get(row.id) ?? 0 }));
}

/** Guaranteed campaigns with a share that run at some time of these flights; hours of the week are not told apart. */
export async function takenShares(
  ctx: TransactionContext,
  { id, flights, device_ids, group_ids }: Booked,
): Promise<Taken[]> {
  const { tx, tenant_id } = ctx;
  const others = targetPairs(tenant_id, sql`c.class = 'guaranteed'`);
  const shares = sql`campaigns.id in (
    select o.campaign_id from (${others}) as o
      join (${targetedScreens(tenant_id, { device_ids, group_ids })}) as own on own.id = o.device_id)`;
  const rows = await tx
    .select({ id: campaigns.id, name: campaigns.name, flights: campaigns.flights })
    .from(campaigns)
    .where(
      and(
        ...[eq(campaigns.tenant_id, tenant_id), eq(campaigns.class, 'guaranteed')],
        ...[inArray(campaigns.state, [...BOOKED]), isNull(campaigns.deleted_at), shares],
        id === undefined ? undefined : ne(campaigns.id, id),
      ),
    )
    .orderBy(campaigns.id);
  return rows
    .map(row => ({
      id: row.id,
      name: row.name,
      sov_s_per_h: shareOf(row.flights.filter(theirs => flights.some(ours => overlap(ours, theirs)))),
    }))
    .filter(({ sov_s_per_h }) => sov_s_per_h > 0);
}
export const sumOf = (taken: readonly Taken[]) =>
  taken.reduce((sum, { sov_s_per_h }) => sum + sov_s_per_h, 0);

/** No more is sold than an hour holds. */
export async function requireShareLeft(ctx: TransactionContext, campaign: Booked): Promise<void> {
  const own = shareOf(campaign.flights);
  if (campaign.class !== 'guaranteed' || own === 0) return;
  const taken = await takenShares(ctx, campaign);
  const left = HOUR_S - sumOf(taken);
  if (own <= left) return;
  const text = `Only ${Math.max(0, left)} s of each hour are left on its screens.`;
  throw refusedBy('share_sold', text, { left_s: Math.max(0, left), taken });
}
