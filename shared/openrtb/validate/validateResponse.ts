/** An answer to a bid request against OpenRTB 2.6 and against the request. */
import { judgeBids } from '../auction/judge.ts';
import type { JudgedBid } from '../auction/bid.ts';
import { offerOf, type Offer } from '../auction/offer.ts';
import type { AuctionPolicy } from '../auction/policy.ts';
import { testPolicy } from '../auction/testPolicy.ts';
import { get, isObject, listOf, objectsOf, pointerTo, textOf, type Json } from '../json.ts';
import { findingOf, validationOf, type Odd, type ValidateOptions, type Validation } from './finding.ts';
import { readJsonText } from './jsonText.ts';
import { uniqueIds } from './rules.ts';
import { MOST_FINDINGS, walk, writtenAt } from './walk.ts';

const OK = 200;
const NO_CONTENT = 204;

export interface ResponseOptions extends ValidateOptions {
  status?: number;
  /** With it, each bid is judged as an auction would. */
  policy?: AuctionPolicy;
}

function answerRules(response: Json, offer: Offer): Odd[] {
  const odd: Odd[] = [];
  const id = textOf(get(response, 'id'));
  if (id !== undefined && id !== '' && id !== offer.id)
    odd.push({
      ...{ pointer: '/id', section: '4.2.1', code: 'id_mismatch' },
      params: { actual: id, expected: offer.id },
      repair: [{ op: 'replace', path: '/id', value: offer.id }],
    });
  const cur = textOf(get(response, 'cur')) ?? 'USD';
  if (listOf(get(response, 'seatbid')).length > 0 && !offer.currencies.includes(cur))
    odd.push({
      ...{ pointer: '/cur', section: '4.2.1', code: 'currency_refused' },
      params: { value: cur, allowed: offer.currencies.join(', ') },
    });
  return odd;
}

/** Of bids, their ids over all seats, and the impressions they are for. */
function bidRules(response: Json, offer: Offer | null): Odd[] {
  const bids = listOf(get(response, 'seatbid')).flatMap((seat, at) =>
    objectsOf(get(seat, 'bid')).map((bid, index) => ({ bid, pointer: `/seatbid/${at}/bid/${index}` })),
  );
  const twice = uniqueIds(
    bids.map(({ bid }) => bid),
    '',
    '4.2.3',
  ).map(odd => ({ ...odd, pointer: `${bids[Number(odd.pointer.split('/')[1])]!.pointer}/id` }));
  if (offer === null) return twice;
  const [only, ...others] = offer.imps.keys();
  const unknown = bids.flatMap(({ bid, pointer }): Odd[] => {
    const id = textOf(get(bid, 'impid'));
    if (id === undefined || id === '' || offer.imps.has(id)) return [];
    const at = { pointer: pointerTo(pointer, 'impid'), section: '4.2.3', code: 'unknown_imp' } as const;
    if (only === undefined || others.length > 0) return [{ ...at, params: { id } }];
    const repair = [{ op: 'replace' as const, path: at.pointer, value: only }];
    return [{ ...at, params: { id, repaired: only }, repair }];
  });
  return [...twice, ...unknown];
}

/** What only an auction sees: floors, deals, seats; for a screen also the creative. */
function auctionRules(response: Json, request: Json, options: ResponseOptions, taken: Set<string>): Odd[] {
  const policy = options.policy ?? testPolicy(request, options.profile);
  const answer = { status: OK, latency_ms: 0, bytes: 0, body: response };
  return judgeBids(request, answer, policy).bids.flatMap((bid: JudgedBid): Odd[] => {
    const pointer = `/seatbid/${bid.at[0]}/bid/${bid.at[1]}`;
    if (bid.reason === null || bid.loss_code === null || taken.has(pointer)) return [];
    // The answer as a whole has a finding of its own, and a floor in a currency without a rate cannot be judged.
    if (['auction_id', 'currency', 'floor_currency', 'malformed'].includes(bid.reason)) return [];
    const params = { loss: bid.loss_code, reason: bid.reason };
    return [{ pointer, section: '4.2.3', code: 'unsold', params }];
  });
}

/** `payload` is JSON as a value, or as the text it came in; null where nothing came with the status. */
export function validateResponse(payload: unknown, request: unknown, options: ResponseOptions): Validation {
  const status = options.status ?? OK;
  if (status === NO_CONTENT) return validationOf([]);
  if (status !== OK)
    return validationOf([
      findingOf({ pointer: '', code: 'http_status', section: '2.1', params: { status } }),
    ]);
  const read = typeof payload === 'string' ? readJsonText(payload) : { value: payload };
  if (read.finding !== undefined) return validationOf([read.finding]);
  if (!isObject(read.value))
    return validationOf([findingOf({ pointer: '', code: 'not_object', section: '4.2.1' })]);
  // An empty object is one of the four ways to say no bid (7.1).
  if (Object.keys(read.value).length === 0) return validationOf([]);
  const { findings, normalized, written } = walk('BidResponse', read.value, options);
  const requestObject = isObject(request) ? request : null;
  const offer = requestObject === null ? null : offerOf(requestObject);
  const rules = [...(offer === null ? [] : answerRules(normalized, offer)), ...bidRules(normalized, offer)];
  const found = [
    ...findings,
    ...rules
      .slice(0, MOST_FINDINGS)
      .map(odd => findingOf({ ...odd, pointer: writtenAt(odd.pointer, written) })),
  ];
  if (requestObject === null) return validationOf(found);
  const taken = new Set(
    found
      .filter(({ severity }) => severity === 'error')
      .map(({ pointer }) => /^\/seatbid\/\d+\/bid\/\d+/.exec(pointer)?.[0] ?? ''),
  );
  // Judged as if it answered this request: that it does not is said already.
  const response = { ...normalized, id: offer!.id };
  return validationOf([
    ...found,
    ...auctionRules(response, requestObject, options, taken).slice(0, MOST_FINDINGS).map(findingOf),
  ]);
}
