/** Loss reasons and no-bid reasons as they are stored and sent (OpenRTB 3.0 list, Prebid's seat-non-bid). */

export const LOSS = {
  won: 0,
  internal_error: 1,
  expired: 2,
  invalid_response: 3,
  invalid_deal: 4,
  invalid_auction: 5,
  invalid_domain: 6,
  missing_markup: 7,
  missing_creative_id: 8,
  missing_price: 9,
  missing_approval: 10,
  below_floor: 100,
  below_deal_floor: 101,
  outbid: 102,
  outbid_by_deal: 103,
  seat_blocked: 104,
  creative_filtered: 200,
  creative_pending: 201,
  creative_denied: 202,
  creative_size: 203,
  creative_format: 204,
  advertiser_excluded: 205,
  not_secure: 207,
  category_blocked: 209,
  attribute_blocked: 210,
  type_blocked: 211,
  animation_too_long: 212,
} as const;
export type LossCode = (typeof LOSS)[keyof typeof LOSS];

export const NON_BID = {
  no_bid: 0,
  error: 100,
  timeout: 101,
  unreachable: 103,
  rejected: 300,
  below_floor: 301,
  category: 303,
  below_deal_floor: 304,
  size: 351,
  not_secure: 352,
} as const;
export type NonBidCode = (typeof NON_BID)[keyof typeof NON_BID];

/** The no-bid code of a bid that was refused with this loss code. */
export function nonBidOf(loss: LossCode): NonBidCode {
  if (loss === LOSS.below_floor) return NON_BID.below_floor;
  if (loss === LOSS.below_deal_floor) return NON_BID.below_deal_floor;
  if (loss === LOSS.category_blocked) return NON_BID.category;
  if (loss === LOSS.creative_size) return NON_BID.size;
  return loss === LOSS.not_secure ? NON_BID.not_secure : NON_BID.rejected;
}

/** Why a bid was refused, in the order in which bids are judged. */
export const REASONS = [
  'auction_id',
  'currency',
  'bid_id',
  'imp_unknown',
  'bid_id_twice',
  'malformed',
  'price_missing',
  'price_high',
  'seat_blocked',
  'deal_unknown',
  'deal_required',
  'below_floor',
  'below_deal_floor',
  'floor_currency',
  'domain_missing',
  'domain_invalid',
  'advertiser_blocked',
  'advertiser_not_in_deal',
  'creative_not_in_deal',
  'creative_id_missing',
  'creative_unknown',
  'creative_pending',
  'creative_denied',
  'creative_changed',
  'category_blocked',
  'attribute_blocked',
  'type_not_offered',
  'markup_missing',
  'markup_refused',
  'mime_refused',
  'duration_refused',
  'size_refused',
  'bitrate_refused',
  'not_secure',
  'notice_host',
  'expires_early',
  'group_incomplete',
] as const;
export type Reason = (typeof REASONS)[number];
