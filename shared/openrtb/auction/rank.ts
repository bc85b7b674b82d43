/** Who wins each impression: guaranteed deals, then deals by priority, then the price; what winning took. */
import type { Json } from '../json.ts';
import type { JudgedBid } from './bid.ts';
import { LOSS, type LossCode } from './codes.ts';
import { floorInBase, floorOf } from './floor.ts';
import { offerOf, type Offer } from './offer.ts';
import type { AuctionPolicy } from './policy.ts';
import { fromBase } from './price.ts';

/** An eligible bid and whose it is. */
export interface Contender {
  partner_id: string;
  latency_ms: number;
  bid: JudgedBid;
}
export interface Standing extends Contender {
  outcome: 'won' | 'lost';
  loss_code: LossCode;
  /** What the winner pays for a thousand, in the currency of its bid; null for a loser. */
  clearing_micros: number | null;
  /** For a thousand, in the currency of the bid: what would have tied with the next best, or with the winner. */
  min_to_win_micros: number | null;
}

const SECOND_PRICE = 2;
const FIXED_PRICE = 3;
/** Deals have a priority of 1 to 16; what has none comes after them. */
const NO_PRIORITY = 17;

/** The lower tier goes first; inside a tier the price decides. */
function tierOf({ bid }: Contender, offer: Offer, policy: AuctionPolicy): number {
  if (bid.dealid === null) return NO_PRIORITY;
  const terms = Object.hasOwn(policy.deals, bid.dealid) ? policy.deals[bid.dealid] : undefined;
  const offered = offer.imps.get(bid.imp_id)?.deals.get(bid.dealid);
  if (terms?.guaranteed === true || offered?.isGuaranteed === true) return 0;
  return terms?.priority ?? NO_PRIORITY;
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Settles a tie the same way each time, and in favour of nobody (FNV-1a). */
export function tieBreak(text: string): number {
  let hash = FNV_START;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
}

interface Ranked extends Contender {
  tier: number;
  tie: number;
}

const byRank = (a: Ranked, b: Ranked) =>
  a.tier - b.tier ||
  b.bid.base_micros! - a.bid.base_micros! ||
  a.latency_ms - b.latency_ms ||
  a.tie - b.tie ||
  (`${a.partner_id}/${a.bid.bid_id}` < `${b.partner_id}/${b.bid.bid_id}` ? -1 : 1);

function standingsOf(imp_id: string, ranked: Ranked[], offer: Offer, policy: AuctionPolicy): Standing[] {
  const imp = offer.imps.get(imp_id)!;
  const [winner, next] = ranked;
  if (winner === undefined) return [];
  const floor = floorInBase(floorOf(winner.bid, imp, policy), policy.rates) ?? 0;
  // A bid of a lower tier never competes: against it the floor is enough.
  const rival = next !== undefined && next.tier === winner.tier ? next.bid.base_micros! : 0;
  const toTie = Math.max(floor, rival);
  const deal = winner.bid.dealid === null ? undefined : imp.deals.get(winner.bid.dealid);
  const at = deal?.at ?? offer.at;
  const inBid = (micros: number, bid: JudgedBid) => fromBase(micros, bid.cur, policy.rates);
  const price = winner.bid.price_micros!;
  const clearing =
    at === SECOND_PRICE
      ? Math.min(price, inBid(toTie, winner.bid) ?? price)
      : at === FIXED_PRICE && floor > 0
        ? Math.min(price, inBid(floor, winner.bid) ?? price)
        : price;
  return ranked.map((one): Standing => {
    const { partner_id, latency_ms, bid } = one;
    const contender = { partner_id, latency_ms, bid };
    if (one === winner)
      return {
        ...{ ...contender, outcome: 'won', loss_code: LOSS.won, clearing_micros: clearing },
        min_to_win_micros: inBid(toTie, bid),
      };
    const isToDeal = winner.bid.dealid !== null && bid.dealid === null;
    return {
      ...{ ...contender, outcome: 'lost', clearing_micros: null },
      loss_code: isToDeal ? LOSS.outbid_by_deal : LOSS.outbid,
      min_to_win_micros: inBid(winner.bid.base_micros!, bid),
    };
  });
}

const groupOf = ({ partner_id, bid }: Contender) => (bid.isGroup ? `${partner_id} ${bid.at[0]}` : null);

function rankOnce(contenders: readonly Ranked[], offer: Offer, policy: AuctionPolicy): Standing[] {
  const byImp = new Map<string, Ranked[]>();
  for (const one of contenders) byImp.set(one.bid.imp_id, [...(byImp.get(one.bid.imp_id) ?? []), one]);
  return [...byImp].flatMap(([imp_id, bids]) => standingsOf(imp_id, bids.sort(byRank), offer, policy));
}

/** Every eligible bid with what became of it; a seat that wants all or nothing wins all its impressions or none. */
export function rankBids(request: Json, contenders: readonly Contender[], policy: AuctionPolicy): Standing[] {
  const offer = offerOf(request);
  let left: Ranked[] = contenders
    .filter(({ bid }) => bid.outcome === 'eligible')
    .map(one => ({
      ...one,
      tier: tierOf(one, offer, policy),
      tie: tieBreak(`${offer.id} ${one.partner_id} ${one.bid.bid_id}`),
    }));
  const withdrawn: Ranked[] = [];
  for (;;) {
    const standings = rankOnce(left, offer, policy);
    const broken = standings.find(one => one.outcome === 'lost' && groupOf(one) !== null);
    if (broken === undefined) return [...standings, ...withdrawn.map(one => lostWithGroup(one, standings))];
    const group = groupOf(broken);
    withdrawn.push(...left.filter(one => groupOf(one) === group));
    left = left.filter(one => groupOf(one) !== group);
  }
}

function lostWithGroup({ partner_id, latency_ms, bid }: Ranked, standings: readonly Standing[]): Standing {
  const winner = standings.find(one => one.outcome === 'won' && one.bid.imp_id === bid.imp_id);
  const isToDeal = winner !== undefined && winner.bid.dealid !== null && bid.dealid === null;
  return {
    ...{ partner_id, latency_ms, bid, outcome: 'lost', clearing_micros: null, min_to_win_micros: null },
    loss_code: isToDeal ? LOSS.outbid_by_deal : LOSS.outbid,
  };
}

/** What it takes to win the impression: a tie with the best of the others in its tier, or the floor. */
export const minToWin = (standings: readonly Standing[], imp_id: string): number | null =>
  standings.find(one => one.outcome === 'won' && one.bid.imp_id === imp_id)?.min_to_win_micros ?? null;
