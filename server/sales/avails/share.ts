/** Which campaigns are booked on the screens of another at the same time, and what is guaranteed to them. */
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { campaigns } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { isBooked, membersOf, targetedOf } from '../campaigns/targets.ts';

export type Flights = readonly { starts_at: string; ends_at: string; sov_s_per_h: number | null }[];
export interface Booked {
  id?: string;
  flights: Flights;
}

export const overlap = (a: Flights[number], b: Flights[number]) =>
  a.starts_at < b.ends_at && b.starts_at < a.ends_at;
export type Span = Pick<Flights[number], 'starts_at' | 'ends_at'>;
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
/** The most that flights hold together at one moment of some of them. */
export const shareDuring = (spans: readonly Span[], flights: Flights): number =>
  Math.max(0, ...spans.flatMap(span => momentsIn(span, flights)).map(at => takenAt(flights, at)));
/** The most that flights hold together at one moment. */
export const shareOf = (flights: Flights): number =>
  Math.max(0, ...flights.map(({ starts_at }) => takenAt(flights, starts_at)));

/** A campaign that is booked on some of these screens at some time of these flights. */
export interface CompetingCampaign {
  row: CampaignRow;
  /** Those of these screens. */
  device_ids: readonly string[];
  /** Those of its flights that are guaranteed a share, in that time; hours of the week are not told apart. */
  guaranteed: CampaignRow['flights'];
}
/** `screens`: in service, each once. */
export async function competingCampaigns(
  ctx: TransactionContext,
  { id, flights }: Booked,
  screens: readonly string[],
): Promise<CompetingCampaign[]> {
  if (screens.length === 0) return [];
  const commonOf = (row: CampaignRow) =>
    row.flights.filter(theirs => flights.some(ours => overlap(ours, theirs)));
  const rows = (await bookedWithin(ctx, flights)).filter(row => row.id !== id && commonOf(row).length > 0);
  const members = await membersOf(ctx, [...new Set(rows.flatMap(({ group_ids }) => group_ids))]);
  return rows.flatMap(row => {
    const device_ids = targetedOf(screens, row, members);
    if (device_ids.length === 0) return [];
    const common = commonOf(row);
    const guaranteed = row.class === 'guaranteed' ? common.filter(one => one.sov_s_per_h !== null) : [];
    return [{ row, device_ids, guaranteed }];
  });
}

const bookedWithin = ({ tx, tenant_id }: TransactionContext, flights: Flights): Promise<CampaignRow[]> =>
  tx
    .select()
    .from(campaigns)
    .where(
      and(
        ...[eq(campaigns.tenant_id, tenant_id), isNull(campaigns.deleted_at), isBooked(campaigns.state)],
        lt(campaigns.starts_at, dateOf(Math.max(...flights.map(one => Date.parse(one.ends_at))))),
        gt(campaigns.ends_at, dateOf(Math.min(...flights.map(one => Date.parse(one.starts_at))))),
      ),
    )
    .orderBy(campaigns.id);
