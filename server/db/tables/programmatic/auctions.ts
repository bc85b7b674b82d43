/** What was asked of partners, what they bid, what was sold of it and which notices that owes (contract §5). */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Auction } from '../../../../shared/contract/programmatic/auction.ts';
import type {
  Bid,
  CallOutcome,
  ErrorClass,
  SpotState,
} from '../../../../shared/contract/programmatic/bid.ts';
import type { Notice } from '../../../../shared/contract/programmatic/notice.ts';
import { at, bigInteger } from '../columns.ts';
import { devices } from '../fleet.ts';
import { tenant_id } from '../tenants.ts';

/** Decimal with four places: impressions of one play. */
const multiplier = () => numeric('multiplier', { precision: 12, scale: 4 });
const texts = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`);

/** Its id is that of the bid request; it is written once all partners have answered or run out of time. */
export const auctions = pgTable(
  'auctions',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    placement_id: uuid('placement_id').notNull(),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    at: at('at').notNull(),
    /** When the spot is to play. */
    play_from: at('play_from').notNull(),
    play_to: at('play_to').notNull(),
    floor_micros: bigInteger('floor_micros').notNull(),
    cur: text('cur').notNull(),
    deals: texts('deals'),
    partners_called: uuid('partners_called')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    status: text('status').$type<Auction['status']>().notNull(),
    /** The row of the bid, whose own `bid_id` is the partner's. */
    winner_bid_id: uuid('winner_bid_id'),
    clearing_micros: bigInteger('clearing_micros'),
    min_to_win_micros: bigInteger('min_to_win_micros'),
    multiplier: multiplier().notNull(),
    tmax_ms: integer('tmax_ms').notNull(),
    duration_ms: integer('duration_ms').notNull(),
    /** All its payloads are kept for their days, and not those of wins and errors alone. */
    sampled: boolean('sampled').notNull(),
  },
  t => [
    index('auctions_by_time').on(t.tenant_id, t.at, t.id),
    index('auctions_by_device').on(t.device_id, t.at),
    index('auctions_at').on(t.at),
    /** What each placement has been offered for. */
    index('auctions_ahead').on(t.placement_id, t.play_to),
  ],
);

/** One request to one partner: the figures of its health are counted from these. */
export const auctionCalls = pgTable(
  'auction_calls',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    auction_id: uuid('auction_id')
      .notNull()
      .references(() => auctions.id, { onDelete: 'cascade' }),
    partner_id: uuid('partner_id').notNull(),
    at: at('at').notNull(),
    outcome: text('outcome').$type<CallOutcome>().notNull(),
    error_class: text('error_class').$type<ErrorClass>(),
    nonbid_code: integer('nonbid_code'),
    nbr: integer('nbr'),
    http_status: integer('http_status'),
    latency_ms: integer('latency_ms').notNull(),
    bytes_out: integer('bytes_out').notNull(),
    bytes_in: integer('bytes_in').notNull(),
    /** It went over a connection that was open; null: none was used. */
    reused: boolean('reused'),
    bids: integer('bids').notNull(),
    rejected: integer('rejected').notNull(),
  },
  t => [
    index('auction_calls_health').on(t.tenant_id, t.partner_id, t.at),
    index('auction_calls_of').on(t.auction_id),
  ],
);

/** What was sent and answered, without what points to a device or an address. */
export const bidPayloads = pgTable(
  'bid_payloads',
  {
    /** Of the call: several bids of one answer share it. */
    call_id: uuid('call_id').primaryKey(),
    tenant_id,
    auction_id: uuid('auction_id')
      .notNull()
      .references(() => auctions.id, { onDelete: 'cascade' }),
    partner_id: uuid('partner_id').notNull(),
    request: text('request').notNull(),
    /** null: nothing came. */
    response: text('response'),
    http_status: integer('http_status'),
    at: at('at').notNull(),
  },
  t => [index('bid_payloads_at').on(t.at), index('bid_payloads_of').on(t.auction_id)],
);

/** What a partner answered, and one row where it answered none; a bid that won is a sold spot. */
export const bids = pgTable(
  'bids',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    auction_id: uuid('auction_id')
      .notNull()
      .references(() => auctions.id, { onDelete: 'cascade' }),
    call_id: uuid('call_id').notNull(),
    partner_id: uuid('partner_id').notNull(),
    placement_id: uuid('placement_id').notNull(),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    at: at('at').notNull(),
    outcome: text('outcome').$type<Bid['outcome']>().notNull(),
    seat: text('seat'),
    /** The partner's own. */
    bid_id: text('bid_id'),
    imp_id: text('imp_id'),
    price_micros: bigInteger('price_micros'),
    cur: text('cur'),
    base_micros: bigInteger('base_micros'),
    dealid: text('dealid'),
    deal_id: uuid('deal_id'),
    crid: text('crid'),
    adomain: texts('adomain'),
    cat: texts('cat'),
    attr: integer('attr')
      .array()
      .notNull()
      .default(sql`'{}'::integer[]`),
    dur: integer('dur'),
    mime: text('mime'),
    w: integer('w'),
    h: integer('h'),
    exp: integer('exp'),
    loss_code: integer('loss_code'),
    nonbid_code: integer('nonbid_code'),
    nbr: integer('nbr'),
    http_status: integer('http_status'),
    latency_ms: integer('latency_ms').notNull(),
    /** As the partner wrote them: macros are filled in when they are called. */
    nurl: text('nurl'),
    burl: text('burl'),
    lurl: text('lurl'),
    /** The sold spot; all of these are null where it did not win. */
    spot_state: text('spot_state').$type<SpotState>(),
    spot_reason: text('spot_reason'),
    creative_id: uuid('creative_id'),
    creative_sha256: text('creative_sha256'),
    /** For how long it is shown, as it was sold: its picture may be given another time since. */
    length_ms: integer('length_ms'),
    multiplier: multiplier(),
    min_to_win_micros: bigInteger('min_to_win_micros'),
    play_from: at('play_from'),
    play_to: at('play_to'),
    play_deadline: at('play_deadline'),
    report_deadline: at('report_deadline'),
    lease_id: uuid('lease_id'),
    play_id: uuid('play_id'),
    delivered_at: at('delivered_at'),
    ready_at: at('ready_at'),
    /** Corrected: what the partner is told as the time of the impression. */
    played_at: at('played_at'),
    reported_at: at('reported_at'),
    billable_at: at('billable_at'),
    billed_at: at('billed_at'),
    /** It can never be billed from then on. */
    ended_at: at('ended_at'),
    /** An emergency alert took its time, and with which lease and play that was; the second spot has its own. */
    displaced_at: at('displaced_at'),
    displaced_lease_id: uuid('displaced_lease_id'),
    displaced_play_id: uuid('displaced_play_id'),
    /** The second spot was planned. */
    replanned_at: at('replanned_at'),
  },
  t => [
    index('bids_by_time').on(t.tenant_id, t.at, t.id),
    index('bids_by_partner').on(t.tenant_id, t.partner_id, t.at),
    index('bids_of').on(t.auction_id),
    uniqueIndex('bids_lease').on(t.lease_id),
    index('bids_of_deal')
      .on(t.deal_id, t.at)
      .where(sql`deal_id is not null`),
    /** What each placement has been sold for, second spots among them. */
    index('bids_ahead')
      .on(t.placement_id, t.play_to)
      .where(sql`spot_state is not null`),
    index('bids_sold')
      .on(t.device_id, t.play_from)
      .where(sql`spot_state is not null`),
    index('bids_waiting')
      .on(t.tenant_id, t.report_deadline)
      .where(sql`spot_state is not null and billed_at is null and ended_at is null`),
  ],
);

/** A row is a call that is owed: due at a time, claimed by one node, called until it is answered or too late. */
export const bidNotices = pgTable(
  'bid_notices',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    /** The row of the bid. */
    bid_id: uuid('bid_id')
      .notNull()
      .references(() => bids.id, { onDelete: 'cascade' }),
    auction_id: uuid('auction_id').notNull(),
    partner_id: uuid('partner_id').notNull(),
    kind: text('kind').$type<Notice['kind']>().notNull(),
    url: text('url').notNull(),
    state: text('state').$type<Notice['state']>().notNull().default('pending'),
    attempts: jsonb('attempts').$type<Notice['attempts']>().notNull().default([]),
    tries: integer('tries').notNull().default(0),
    due_at: at('due_at').notNull(),
    /** Not called after it. */
    deadline_at: at('deadline_at').notNull(),
    claim_id: uuid('claim_id'),
    claimed_until: at('claimed_until'),
    created_at: at('created_at').notNull(),
    ended_at: at('ended_at'),
  },
  t => [
    uniqueIndex('bid_notices_once').on(t.bid_id, t.kind),
    index('bid_notices_by_time').on(t.tenant_id, t.created_at, t.id),
    index('bid_notices_due')
      .on(t.due_at)
      .where(sql`ended_at is null`),
  ],
);
