/** Leases as they were granted, newest first, with what became of each. */
import { and, desc, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { LeaseRow, listLeases } from '../../../shared/contract/programmatic/leaseLog.ts';
import type { Query } from '../../../shared/contract/wire/endpoint.ts';
import { bids, devices, leases } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { olderThan, pageOf } from '../auctions/cursor.ts';

type LeasesQuery = Query<typeof listLeases>;
const dateAt = (text: string) => dateOf(Date.parse(text));

function sourceIs(source: LeasesQuery['source']) {
  const named = source?.split(',') ?? [];
  if (named.length !== 1) return undefined;
  return named[0] === 'bid' ? isNotNull(bids.id) : isNull(bids.id);
}

export async function pageOfLeases({ tx, tenant_id }: TransactionContext, query: LeasesQuery) {
  const { device_id, campaign_id, bid_id, deal_id, source, from, to, cursor, limit } = query;
  const rows = await tx
    .select({
      ...{ lease: leases, device_name: devices.name, bid_id: bids.id, auction_id: bids.auction_id },
      ...{ partner_id: bids.partner_id, deal_id: bids.deal_id, spot_state: bids.spot_state },
      current_id: bids.lease_id,
    })
    .from(leases)
    .innerJoin(devices, eq(devices.id, leases.device_id))
    /** The line of a sold spot is the spot itself. */
    .leftJoin(bids, and(eq(bids.tenant_id, leases.tenant_id), eq(bids.id, leases.line_id)))
    .where(
      and(
        ...[eq(leases.tenant_id, tenant_id), sourceIs(source)],
        device_id === undefined ? undefined : eq(leases.device_id, device_id),
        campaign_id === undefined ? undefined : eq(leases.campaign_id, campaign_id),
        bid_id === undefined ? undefined : eq(bids.id, bid_id),
        deal_id === undefined ? undefined : eq(bids.deal_id, deal_id),
        from === undefined ? undefined : gte(leases.created_at, dateAt(from)),
        to === undefined ? undefined : lt(leases.created_at, dateAt(to)),
        olderThan(cursor, leases.created_at, leases.id),
      ),
    )
    .orderBy(desc(leases.created_at), desc(leases.id))
    .limit(limit);
  const items = rows.map(({ lease, bid_id: sold, spot_state, current_id, ...named }): LeaseRow => ({
    ...{ ...named, id: lease.id, device_id: lease.device_id, bid_id: sold },
    source: sold === null ? 'campaign' : 'bid',
    campaign_id: sold === null ? lease.campaign_id : null,
    state: sold === null ? stateOf(lease) : current_id === lease.id ? (spot_state ?? 'granted') : 'makegood',
    ...{ max_plays: lease.max_plays, reported: lease.reported, returned: lease.returned },
    window_start: lease.window_start.toISOString(),
    window_end: lease.window_end.toISOString(),
    play_deadline: lease.play_deadline.toISOString(),
    report_deadline: lease.report_deadline.toISOString(),
    created_at: lease.created_at.toISOString(),
    held_at: lease.held_at?.toISOString() ?? null,
    released_at: lease.released_at?.toISOString() ?? null,
  }));
  return pageOf(items, limit, ({ created_at }) => created_at);
}

/** What was given back is played: only its plays are waited for, and where none was begun nothing is. */
const stateOf = ({ released_at, returned_at, held_at, returned, max_plays }: typeof leases.$inferSelect) => {
  if (released_at || (returned_at && returned === max_plays)) return 'released';
  if (returned_at) return 'played';
  return held_at ? 'held' : 'granted';
};
