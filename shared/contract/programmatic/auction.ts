/** Auctions held ahead of play: whom they asked and how they ended (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId, currency, enumList, id, instant, int, logOf, logQuery, MAX_INT } from '../wire/wire.ts';
import { bid, bidFilter, SPOT_STATES } from './bid.ts';
import { notice } from './notice.ts';

export const AUCTION_STATUSES = ['won', 'no_fill', 'error', 'test'] as const;

const micros = z.nullable(int(0, MAX_INT));
const fields = {
  /** Of the bid request. */
  id,
  placement_id: id,
  device_id: id,
  device_name: z.string(),
  at: instant,
  play_from: instant,
  play_to: instant,
  floor_micros: int(0, MAX_INT),
  cur: currency,
  deals: z.array(z.string()),
  partners_called: z.array(id),
  status: z.enum(AUCTION_STATUSES),
  winner_bid_id: z.nullable(id),
  clearing_micros: micros,
  min_to_win_micros: micros,
  multiplier: z.string(),
  tmax_ms: z.int(),
  duration_ms: z.int(),
  sampled: z.boolean(),
};
export const auction = z.object({
  ...fields,
  /** Priced offers, whatever became of them. */
  bids: z.int(),
  winner_name: z.nullable(z.string()),
  spot_state: z.nullable(z.enum(SPOT_STATES)),
});
export type Auction = z.infer<typeof auction>;

/** What a sold spot comes through; what has not come yet has no time. */
export const TIMELINE_STEPS = [
  ...(['auction', 'bids', 'win', 'lease', 'ready', 'played', 'reported', 'billed'] as const),
  /** An emergency alert took its time; a second spot was planned. */
  ...(['displaced', 'replanned'] as const),
  /** It ended without being billed. */
  'ended',
] as const;
export const timelineStep = z.object({
  step: z.enum(TIMELINE_STEPS),
  /** null: not yet. */
  at: z.nullable(instant),
});
export type TimelineStep = z.infer<typeof timelineStep>;
export const auctionDetail = z.extend(auction, {
  all_bids: z.array(bid),
  notices: z.array(notice),
  /** Of what won, or of the auction alone. */
  timeline: z.array(timelineStep),
});
export type AuctionDetail = z.infer<typeof auctionDetail>;

const access = { who: 'user', area: 'prog_logs', level: 'R' } as const;
export const listAuctions = endpoint({
  method: 'GET',
  path: '/api/programmatic/auctions',
  access,
  summary: 'Auctions, newest first; a filter of bids names those with such a bid',
  query: z.extend(logQuery, {
    ...{ ...bidFilter, status: enumList(AUCTION_STATUSES) },
    /** Those whose requests offered this deal, whether or not anybody bid on it. */
    offered_deal_id: z.optional(id),
  }),
  answer: logOf(auction),
});
export const readAuction = endpoint({
  method: 'GET',
  path: '/api/programmatic/auctions/:id',
  access,
  summary: 'One auction with its bids, notices and time line',
  params: byId,
  answer: auctionDetail,
});
