/** The order in which a bid is judged; the first failure decides (design §2.2, rows 3 to 12 and 17). */
import { isHostname } from '../formats.ts';
import type { ReadBid } from './bid.ts';
import { LOSS, type LossCode, type Reason } from './codes.ts';
import { floorInBase, floorOf } from './floor.ts';
import { isNoticeHost, isWithinDomain } from './noticeHosts.ts';
import { limitsOf, type Offer, type OfferedImp } from './offer.ts';
import { AUDIT, type AuctionPolicy } from './policy.ts';
import { rateOf } from './price.ts';

export interface Failure {
  loss: LossCode;
  reason: Reason;
}
export interface CheckContext {
  offer: Offer;
  policy: AuctionPolicy;
  /** How often the response uses each bid id. */
  uses: ReadonlyMap<string, number>;
}
export type Check = (bid: ReadBid, context: CheckContext, imp: OfferedImp) => Failure | null;

const failure = (loss: LossCode, reason: Reason): Failure => ({ loss, reason });

export const currency: Check = ({ cur }, { offer, policy }) =>
  offer.currencies.includes(cur) && rateOf(policy.rates, cur) !== null
    ? null
    : failure(LOSS.invalid_response, 'currency');

/** Judged before the impression is known to exist. */
export function identity(bid: ReadBid, { offer, uses }: CheckContext): Failure | null {
  if (bid.bid_id === '') return failure(LOSS.invalid_response, 'bid_id');
  if (!offer.imps.has(bid.imp_id)) return failure(LOSS.invalid_response, 'imp_unknown');
  return (uses.get(bid.bid_id) ?? 0) > 1 ? failure(LOSS.invalid_response, 'bid_id_twice') : null;
}

/** Nothing may be paid only where a deal has settled the price elsewhere. */
export const price: Check = (bid, { policy }) => {
  const { price_micros, base_micros, dealid } = bid;
  if (price_micros === null || base_micros === null || price_micros < 0)
    return failure(LOSS.missing_price, 'price_missing');
  if (price_micros === 0 && (dealid === null || bid.raw.price !== 0))
    return failure(LOSS.missing_price, 'price_missing');
  return base_micros > policy.max_price_micros ? failure(LOSS.missing_price, 'price_high') : null;
};

export const seat: Check = (bid, { offer }, imp) => {
  const deal = bid.dealid === null ? undefined : imp.deals.get(bid.dealid);
  const isIn = (seats: string[]) => seats.length === 0 || seats.includes(bid.seat);
  const isAllowed = isIn(offer.seatsAllowed) && !offer.seatsBlocked.includes(bid.seat);
  return isAllowed && isIn(deal?.seats ?? []) ? null : failure(LOSS.seat_blocked, 'seat_blocked');
};

/** What was agreed beside what the request says of it. */
const termsOf = ({ dealid }: ReadBid, { deals }: AuctionPolicy) =>
  dealid !== null && Object.hasOwn(deals, dealid) ? deals[dealid] : undefined;

export const deal: Check = (bid, { policy }, imp) => {
  if (bid.dealid === null) return imp.isPrivate ? failure(LOSS.invalid_deal, 'deal_required') : null;
  if (!imp.deals.has(bid.dealid)) return failure(LOSS.invalid_deal, 'deal_unknown');
  const allowed = termsOf(bid, policy)?.allowed_crids ?? [];
  return allowed.length === 0 || (bid.crid !== null && allowed.includes(bid.crid))
    ? null
    : failure(LOSS.invalid_deal, 'creative_not_in_deal');
};

export const floor: Check = (bid, { policy }, imp) => {
  const lowest = floorOf(bid, imp, policy);
  const inBase = floorInBase(lowest, policy.rates);
  if (inBase === null) return failure(LOSS.invalid_response, 'floor_currency');
  if ((bid.base_micros ?? 0) >= inBase) return null;
  return lowest.isDeal
    ? failure(LOSS.below_deal_floor, 'below_deal_floor')
    : failure(LOSS.below_floor, 'below_floor');
};

export const advertiser: Check = (bid, { offer, policy }, imp) => {
  const domains = bid.adomain.map(one => one.toLowerCase());
  if (domains.length === 0)
    return policy.requires_adomain ? failure(LOSS.invalid_domain, 'domain_missing') : null;
  if (!domains.every(isHostname)) return failure(LOSS.invalid_domain, 'domain_invalid');
  if (domains.some(one => isWithinDomain(one, offer.advertisersBlocked)))
    return failure(LOSS.advertiser_excluded, 'advertiser_blocked');
  const allowed = (bid.dealid === null ? undefined : imp.deals.get(bid.dealid))?.advertisers ?? [];
  return allowed.length === 0 || domains.every(one => isWithinDomain(one, allowed))
    ? null
    : failure(LOSS.advertiser_excluded, 'advertiser_not_in_deal');
};

export const creativeId: Check = (bid, { policy }) =>
  bid.crid === null && policy.requires_crid ? failure(LOSS.missing_creative_id, 'creative_id_missing') : null;

/** A creative that nobody has approved waits; one that changed after its approval is refused (7.9.3). */
export const approval: Check = (bid, { policy }) => {
  if (policy.creatives === null || bid.crid === null) return null;
  if (!Object.hasOwn(policy.creatives, bid.crid)) return failure(LOSS.creative_pending, 'creative_unknown');
  const { audit_status, is_changed } = policy.creatives[bid.crid]!;
  if (is_changed || audit_status === AUDIT.changed) return failure(LOSS.creative_denied, 'creative_changed');
  if (audit_status === AUDIT.approved) return null;
  if (audit_status === AUDIT.pre_approved && policy.allows_pre_approved) return null;
  return audit_status === AUDIT.denied || audit_status === AUDIT.expired
    ? failure(LOSS.creative_denied, 'creative_denied')
    : failure(LOSS.creative_pending, 'creative_pending');
};

/** A category blocks all below it: IAB7 blocks IAB7-39. */
const isInCategory = (category: string, list: readonly string[]) =>
  list.some(one => category === one || category.startsWith(`${one}-`));

export const content: Check = (bid, { offer, policy }, imp) => {
  if (bid.cattax === offer.cattax) {
    const { categoriesAllowed, categoriesBlocked } = offer;
    const isOutside =
      categoriesAllowed.length > 0 && bid.cat.some(one => !isInCategory(one, categoriesAllowed));
    if (isOutside || bid.cat.some(one => isInCategory(one, categoriesBlocked)))
      return failure(LOSS.category_blocked, 'category_blocked');
  }
  if (bid.cat.some(one => isInCategory(one, termsOf(bid, policy)?.blocked_cats ?? [])))
    return failure(LOSS.category_blocked, 'category_blocked');
  const media = bid.media === null ? null : imp.media[bid.media];
  const blocked = [...policy.blocked_attr, ...(media === null ? [] : limitsOf(media).battr)];
  const isOutside = policy.allowed_attr !== null && bid.attr.some(one => !policy.allowed_attr!.includes(one));
  return isOutside || bid.attr.some(one => blocked.includes(one))
    ? failure(LOSS.attribute_blocked, 'attribute_blocked')
    : null;
};

/** What could not be billed is not bought: a notice to any other host would not be called. */
export const noticeHost: Check = (bid, { policy }) => {
  const { hosts = [], kinds = [] } = policy.notices ?? {};
  const addresses = kinds.map(kind => bid[kind]).filter(address => address !== null);
  return addresses.every(address => isNoticeHost(address, hosts))
    ? null
    : failure(LOSS.invalid_response, 'notice_host');
};

export const expiry: Check = (bid, { policy }) =>
  bid.exp !== null && policy.min_exp_s !== null && bid.exp < policy.min_exp_s
    ? failure(LOSS.expired, 'expires_early')
    : null;
