/** Rows of auctions, bids and notices as the console reads them. */
import type { Auction } from '../../../shared/contract/programmatic/auction.ts';
import type { Bid, Spot } from '../../../shared/contract/programmatic/bid.ts';
import type { Notice } from '../../../shared/contract/programmatic/notice.ts';
import type { auctions, bidNotices, bids } from '../../db/schema.ts';

export type AuctionRow = typeof auctions.$inferSelect;
export type BidRow = typeof bids.$inferSelect;
export type NoticeRow = typeof bidNotices.$inferSelect;

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/** null: the bid sold nothing. */
function spotOf(row: BidRow): Spot | null {
  const { spot_state, play_from, play_to, play_deadline, report_deadline } = row;
  if (!spot_state || !play_from || !play_to || !play_deadline || !report_deadline) return null;
  return {
    state: spot_state,
    reason: row.spot_reason,
    displaced_at: isoOf(row.displaced_at),
    replanned_at: isoOf(row.replanned_at),
    ...{ creative_id: row.creative_id, creative_sha256: row.creative_sha256, length_ms: row.length_ms },
    ...{ multiplier: row.multiplier ?? '1.0000', min_to_win_micros: row.min_to_win_micros },
    play_from: play_from.toISOString(),
    play_to: play_to.toISOString(),
    play_deadline: play_deadline.toISOString(),
    report_deadline: report_deadline.toISOString(),
    ...{ lease_id: row.lease_id, play_id: row.play_id },
    delivered_at: isoOf(row.delivered_at),
    ready_at: isoOf(row.ready_at),
    played_at: isoOf(row.played_at),
    reported_at: isoOf(row.reported_at),
    billable_at: isoOf(row.billable_at),
    billed_at: isoOf(row.billed_at),
    ended_at: isoOf(row.ended_at),
  };
}

export interface NamedBid {
  row: BidRow;
  partner_name: string | null;
  device_name: string;
  has_payload: boolean;
}
export const toBid = ({ row, ...named }: NamedBid): Bid => ({
  ...{ id: row.id, auction_id: row.auction_id, partner_id: row.partner_id, ...named },
  ...{ placement_id: row.placement_id, device_id: row.device_id, at: row.at.toISOString() },
  ...{ outcome: row.outcome, seat: row.seat, bid_id: row.bid_id, imp_id: row.imp_id },
  ...{ price_micros: row.price_micros, cur: row.cur, base_micros: row.base_micros },
  ...{ dealid: row.dealid, deal_id: row.deal_id, crid: row.crid, adomain: row.adomain, cat: row.cat },
  ...{ attr: row.attr, dur: row.dur, mime: row.mime, w: row.w, h: row.h, exp: row.exp },
  ...{ loss_code: row.loss_code, nonbid_code: row.nonbid_code, nbr: row.nbr },
  ...{ http_status: row.http_status, latency_ms: row.latency_ms, spot: spotOf(row) },
});

export interface NamedAuction extends Pick<Auction, 'bids' | 'winner_name' | 'spot_state' | 'device_name'> {
  row: AuctionRow;
}
export const toAuction = ({ row: { tenant_id: _, ...row }, ...named }: NamedAuction): Auction => ({
  ...row,
  ...named,
  at: row.at.toISOString(),
  play_from: row.play_from.toISOString(),
  play_to: row.play_to.toISOString(),
});

export const toNotice = (row: NoticeRow, partner_name: string | null): Notice => ({
  ...{ id: row.id, bid_id: row.bid_id, auction_id: row.auction_id, partner_id: row.partner_id, partner_name },
  ...{ kind: row.kind, url: row.url, state: row.state, attempts: row.attempts, tries: row.tries },
  due_at: row.due_at.toISOString(),
  deadline_at: row.deadline_at.toISOString(),
  created_at: row.created_at.toISOString(),
  ended_at: isoOf(row.ended_at),
});
