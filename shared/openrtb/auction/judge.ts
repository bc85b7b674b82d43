/** An answer of a bidder, judged: what it is, and of each bid whether it may win and why not. */
import { get, isObject, numberOf, objectsOf, textOf, type Json } from '../json.ts';
import { readBids, type JudgedBid, type ReadBid } from './bid.ts';
import * as checks from './checks.ts';
import type { CheckContext, Failure } from './checks.ts';
import { LOSS, NON_BID, type NonBidCode } from './codes.ts';
import * as creative from './creativeChecks.ts';
import { offerOf, type Offer } from './offer.ts';
import type { AuctionPolicy } from './policy.ts';

export const MAX_ANSWER_BYTES = 256 * 1024;
/** Of one answer to a request with one impression; more are nothing that anybody could win. */
export const MAX_BIDS = 50;
const MAX_NBR = 1_000_000;
const OK = 200;
const NO_CONTENT = 204;

/** What came back over the wire. */
export interface Answer {
  /** HTTP status; null where nothing came. */
  status: number | null;
  latency_ms: number;
  bytes: number;
  /** Parsed JSON; undefined where there was none, or it was none. */
  body?: unknown;
}

export interface Judgement {
  outcome: 'bids' | 'nobid' | 'timeout' | 'error';
  /** What the answer as a whole came to; null where it holds bids. */
  nonbid_code: NonBidCode | null;
  /** Why it is an error. */
  problem: 'status' | 'too_large' | 'not_json' | 'malformed' | null;
  /** The bidder's own reason for no bid. */
  nbr: number | null;
  bids: JudgedBid[];
  /** Guaranteed deals of the request that no eligible bid names. */
  guaranteed_without_bid: string[];
}

type Row = readonly [row: number, check: checks.Check];
/** Rows 5 to 17 of the order; 1 to 4 are about the answer and about which impression is meant, 18 about the seat. */
const ROWS: readonly Row[] = [
  [5, checks.price],
  [6, checks.seat],
  [7, checks.deal],
  [8, checks.floor],
  [9, checks.advertiser],
  [10, checks.creativeId],
  [11, checks.approval],
  [12, checks.content],
  [13, creative.type],
  [14, creative.markup],
  [15, creative.size],
  [16, creative.secure],
  [16, checks.noticeHost],
  [17, checks.expiry],
];
const GROUP_ROW = 18;

type Failed = Failure & { row: number };

function firstFailure(bid: ReadBid, context: CheckContext, isOurs: boolean): Failed | null {
  if (!isOurs) return { loss: LOSS.invalid_auction, reason: 'auction_id', row: 2 };
  const imp = context.offer.imps.get(bid.imp_id);
  const cur = checks.currency(bid, context, imp!);
  if (cur !== null) return { ...cur, row: 3 };
  const identity = checks.identity(bid, context);
  if (identity !== null || imp === undefined)
    return { ...(identity ?? { loss: LOSS.invalid_response, reason: 'imp_unknown' }), row: 4 };
  for (const [row, check] of ROWS) {
    const failure = check(bid, context, imp);
    if (failure !== null) return { ...failure, row };
  }
  return null;
}

const rejected = (bid: ReadBid, { loss, reason, row }: Failed): JudgedBid => ({
  ...bid,
  outcome: 'rejected',
  loss_code: loss,
  reason,
  check: row,
});

/** Of a seat that bids for all or nothing, one refusal refuses all. */
function withGroups(bids: JudgedBid[]): JudgedBid[] {
  const broken = new Set(bids.filter(bid => bid.isGroup && bid.outcome === 'rejected').map(bid => bid.at[0]));
  return bids.map(bid =>
    bid.isGroup && bid.outcome === 'eligible' && broken.has(bid.at[0])
      ? rejected(bid, { loss: LOSS.outbid, reason: 'group_incomplete', row: GROUP_ROW })
      : bid,
  );
}

function judgeBody(response: Json, offer: Offer, policy: AuctionPolicy): JudgedBid[] {
  const cur = textOf(get(response, 'cur')) || 'USD';
  const bids = readBids(response, cur, policy.rates, offer.imps);
  const uses = new Map<string, number>();
  for (const { bid_id } of bids) uses.set(bid_id, (uses.get(bid_id) ?? 0) + 1);
  const context: CheckContext = { offer, policy, uses };
  const isOurs = textOf(get(response, 'id')) === offer.id;
  const judged = bids.map((bid): JudgedBid => {
    const failure = firstFailure(bid, context, isOurs);
    return failure === null
      ? { ...bid, outcome: 'eligible', loss_code: null, reason: null, check: null }
      : rejected(bid, failure);
  });
  return withGroups(judged);
}

function guaranteedWithout(offer: Offer, bids: JudgedBid[]): string[] {
  const named = new Set(bids.filter(bid => bid.outcome === 'eligible').map(bid => bid.dealid));
  const wanted = [...offer.imps.values()].flatMap(imp =>
    [...imp.deals.values()].filter(deal => deal.isGuaranteed).map(deal => deal.id),
  );
  return [...new Set(wanted)].filter(id => !named.has(id));
}

/** A whole number, as the table of reasons has them; anything else is none. */
function reasonOf(body: Json): number | null {
  const nbr = numberOf(get(body, 'nbr'));
  return nbr !== undefined && Number.isInteger(nbr) && nbr >= 0 && nbr <= MAX_NBR ? nbr : null;
}
/** Counted before any is judged: ranking takes longer than the number of bids grows. */
const hasTooMany = (body: Json) =>
  objectsOf(get(body, 'seatbid')).reduce((sum, seat) => sum + objectsOf(get(seat, 'bid')).length, 0) >
  MAX_BIDS;

/** `tmax_ms` is the time the answer had; the request says it too, but what counts is what we waited. */
export function judgeBids(request: Json, answer: Answer, policy: AuctionPolicy, tmax_ms?: number): Judgement {
  const offer = offerOf(request);
  const none = (outcome: Judgement['outcome'], more: Partial<Judgement>): Judgement => ({
    ...{ outcome, nonbid_code: NON_BID.error, problem: null, nbr: null, bids: [] },
    guaranteed_without_bid: guaranteedWithout(offer, []),
    ...more,
  });
  const limit = tmax_ms ?? numberOf(get(request, 'tmax')) ?? Infinity;
  if (answer.latency_ms > limit) return none('timeout', { nonbid_code: NON_BID.timeout });
  if (answer.status === null) return none('error', { nonbid_code: NON_BID.unreachable, problem: 'status' });
  if (answer.status === NO_CONTENT) return none('nobid', { nonbid_code: NON_BID.no_bid });
  if (answer.status !== OK) return none('error', { problem: 'status' });
  if (answer.bytes > MAX_ANSWER_BYTES) return none('error', { problem: 'too_large' });
  if (!isObject(answer.body)) return none('error', { problem: 'not_json' });
  const nbr = reasonOf(answer.body);
  if (!['undefined', 'object'].includes(typeof get(answer.body, 'seatbid')) || hasTooMany(answer.body))
    return none('error', { problem: 'malformed', nbr });
  const bids = judgeBody(answer.body, offer, policy);
  if (bids.length === 0) return none('nobid', { nonbid_code: NON_BID.no_bid, nbr });
  return {
    ...{ outcome: 'bids', nonbid_code: null, problem: null, nbr, bids },
    guaranteed_without_bid: guaranteedWithout(offer, bids),
  };
}
