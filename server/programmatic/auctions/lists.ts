/** Auctions, bids and notices, newest first, and one auction with all that belongs to it. */
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { AuctionDetail, listAuctions } from '../../../shared/contract/programmatic/auction.ts';
import type { Bid, listBids } from '../../../shared/contract/programmatic/bid.ts';
import type { listNotices, Notice } from '../../../shared/contract/programmatic/notice.ts';
import type { Query } from '../../../shared/contract/wire/endpoint.ts';
import { requireFound } from '../../db/rows.ts';
import { auctions, bidNotices, bidPayloads, bids, deals, devices, partners } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { olderThan, pageOf } from './cursor.ts';
import { toAuction, toBid, toNotice } from './rows.ts';
import { timelineOf } from './timeline.ts';

const dateAt = (text: string) => dateOf(Date.parse(text));
/** `from` is inclusive and `to` exclusive, so that adjacent days share nothing. */
const within = (at: PgColumn, { from, to }: { from?: string | undefined; to?: string | undefined }) =>
  and(
    from === undefined ? undefined : gte(at, dateAt(from)),
    to === undefined ? undefined : lt(at, dateAt(to)),
  );
const is = <T>(column: PgColumn, value: T | undefined) =>
  value === undefined ? undefined : eq(column, value);
const oneOf = (column: PgColumn, words: string | undefined) =>
  words === undefined ? undefined : inArray(column, words.split(','));

type BidFilter = Pick<
  Query<typeof listBids>,
  'partner_id' | 'device_id' | 'dealid' | 'deal_id' | 'displaced' | 'outcome' | 'spot_state' | 'code'
>;
const bidFilterOf = ({
  partner_id,
  device_id,
  dealid,
  deal_id,
  displaced,
  outcome,
  spot_state,
  code,
}: BidFilter) =>
  and(
    ...[is(bids.partner_id, partner_id), is(bids.device_id, device_id), is(bids.dealid, dealid)],
    ...[is(bids.deal_id, deal_id), oneOf(bids.outcome, outcome), oneOf(bids.spot_state, spot_state)],
    displaced === undefined ? undefined : isNotNull(bids.displaced_at),
    code === undefined
      ? undefined
      : or(eq(bids.loss_code, code), eq(bids.nonbid_code, code), eq(bids.nbr, code)),
  );

/** `code` names a field of which a bid has at most one. */
async function readBids(
  { tx }: TransactionContext,
  where: SQL | undefined,
  { limit, order }: { limit: number; order: SQL[] },
): Promise<Bid[]> {
  const rows = await tx
    .select({
      row: getTableColumns(bids),
      partner_name: partners.name,
      device_name: devices.name,
      has_payload: sql<boolean>`${bidPayloads.call_id} is not null`,
    })
    .from(bids)
    .innerJoin(devices, eq(devices.id, bids.device_id))
    .leftJoin(partners, and(eq(partners.id, bids.partner_id), eq(partners.tenant_id, bids.tenant_id)))
    .leftJoin(bidPayloads, eq(bidPayloads.call_id, bids.call_id))
    .where(where)
    .orderBy(...order)
    .limit(limit);
  return rows.map(toBid);
}

export async function pageOfBids(ctx: TransactionContext, query: Query<typeof listBids>) {
  const where = and(
    eq(bids.tenant_id, ctx.tenant_id),
    ...[within(bids.at, query), bidFilterOf(query), olderThan(query.cursor, bids.at, bids.id)],
  );
  const order = [desc(bids.at), desc(bids.id)];
  return pageOf(await readBids(ctx, where, { limit: query.limit, order }), query.limit, ({ at }) => at);
}

export async function readBid(ctx: TransactionContext, id: string): Promise<Bid> {
  const where = and(eq(bids.tenant_id, ctx.tenant_id), eq(bids.id, id));
  const [found] = await readBids(ctx, where, { limit: 1, order: [] });
  return requireFound(found, 'bid');
}

async function readAuctions({ tx }: TransactionContext, where: SQL | undefined, limit: number) {
  const rows = await tx
    .select({
      row: getTableColumns(auctions),
      device_name: devices.name,
      bids: sql<number>`(select count(*)::int from bids b where b.auction_id = ${auctions.id}
        and b.price_micros is not null)`.mapWith(Number),
      winner_name: partners.name,
      spot_state: bids.spot_state,
    })
    .from(auctions)
    .innerJoin(devices, eq(devices.id, auctions.device_id))
    .leftJoin(bids, eq(bids.id, auctions.winner_bid_id))
    .leftJoin(partners, and(eq(partners.id, bids.partner_id), eq(partners.tenant_id, auctions.tenant_id)))
    .where(where)
    .orderBy(desc(auctions.at), desc(auctions.id))
    .limit(limit);
  return rows.map(toAuction);
}

/** By its code, among the partners that were asked: another partner may call a deal of its own the same. */
const offers = ({ tx, tenant_id }: TransactionContext, deal_id: string | undefined) =>
  deal_id === undefined
    ? undefined
    : exists(
        tx
          .select({ one: sql`1` })
          .from(deals)
          .where(
            and(
              ...[eq(deals.tenant_id, tenant_id), eq(deals.id, deal_id)],
              sql`${deals.deal_code} = any(${auctions.deals})`,
              sql`${deals.partner_id} = any(${auctions.partners_called})`,
            ),
          ),
      );

export async function pageOfAuctions(ctx: TransactionContext, query: Query<typeof listAuctions>) {
  const { device_id, status, cursor, limit, offered_deal_id, ...filter } = query;
  const bidFilter = bidFilterOf(filter);
  const hasBid =
    bidFilter &&
    exists(
      ctx.tx
        .select({ one: sql`1` })
        .from(sql`bids`)
        .where(and(sql`bids.auction_id = ${auctions.id}`, bidFilter)),
    );
  const where = and(
    ...[eq(auctions.tenant_id, ctx.tenant_id), within(auctions.at, query), is(auctions.device_id, device_id)],
    ...[oneOf(auctions.status, status), hasBid, offers(ctx, offered_deal_id)],
    olderThan(cursor, auctions.at, auctions.id),
  );
  return pageOf(await readAuctions(ctx, where, limit), limit, ({ at }) => at);
}

/** As many as one auction can have. */
const ALL = 10_000;
async function readNotices(
  { tx }: TransactionContext,
  where: SQL | undefined,
  limit: number,
): Promise<Notice[]> {
  const rows = await tx
    .select({ row: bidNotices, partner_name: partners.name })
    .from(bidNotices)
    .leftJoin(
      partners,
      and(eq(partners.id, bidNotices.partner_id), eq(partners.tenant_id, bidNotices.tenant_id)),
    )
    .where(where)
    .orderBy(desc(bidNotices.created_at), desc(bidNotices.id))
    .limit(limit);
  return rows.map(({ row, partner_name }) => toNotice(row, partner_name));
}

export async function pageOfNotices(ctx: TransactionContext, query: Query<typeof listNotices>) {
  const { partner_id, bid_id, kind, state, cursor, limit } = query;
  const where = and(
    ...[eq(bidNotices.tenant_id, ctx.tenant_id), within(bidNotices.created_at, query)],
    ...[is(bidNotices.partner_id, partner_id), is(bidNotices.bid_id, bid_id)],
    ...[oneOf(bidNotices.kind, kind), oneOf(bidNotices.state, state)],
    olderThan(cursor, bidNotices.created_at, bidNotices.id),
  );
  return pageOf(await readNotices(ctx, where, limit), limit, ({ created_at }) => created_at);
}
export async function readNotice(ctx: TransactionContext, id: string): Promise<Notice> {
  const [found] = await readNotices(
    ctx,
    and(eq(bidNotices.tenant_id, ctx.tenant_id), eq(bidNotices.id, id)),
    1,
  );
  return requireFound(found, 'notice');
}

export async function auctionDetail(ctx: TransactionContext, id: string): Promise<AuctionDetail> {
  const { tenant_id } = ctx;
  const [found] = await readAuctions(ctx, and(eq(auctions.tenant_id, tenant_id), eq(auctions.id, id)), 1);
  const auction = requireFound(found, 'auction');
  const all_bids = await readBids(ctx, and(eq(bids.tenant_id, tenant_id), eq(bids.auction_id, id)), {
    limit: ALL,
    order: [sql`${bids.base_micros} desc nulls last`, asc(bids.id)],
  });
  const notices = await readNotices(
    ctx,
    and(eq(bidNotices.tenant_id, tenant_id), eq(bidNotices.auction_id, id)),
    ALL,
  );
  const answered_at = auction.bids > 0 ? instant(Date.parse(auction.at) + auction.duration_ms) : null;
  const spot = all_bids.find(bid => bid.id === auction.winner_bid_id)?.spot ?? null;
  return { ...auction, all_bids, notices, timeline: timelineOf({ ...auction, answered_at, spot }) };
}
