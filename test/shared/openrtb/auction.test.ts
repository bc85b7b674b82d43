import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NON_BID } from '../../../shared/openrtb/auction/codes.ts';
import { judgeBids } from '../../../shared/openrtb/auction/judge.ts';
import { policyOf, STILL_ONLY, type AuctionPolicy } from '../../../shared/openrtb/auction/policy.ts';
import type { Json } from '../../../shared/openrtb/json.ts';
import { answerOf, bidOf, requestOf, responseOf, VAST } from './requests.ts';

const POLICY = policyOf('EUR');
const DEALS = [
  {
    ...{ deal_code: 'D1', wseat: ['s1'], wadomain: ['brand.example'] },
    floor: { mode: 'cpm' as const, amount_micros: 3_000_000, currency: 'EUR' },
  },
  {
    ...{ deal_code: 'D2', guar: true },
    floor: { mode: 'durfloors' as const, currency: 'EUR' },
    durfloors: [
      { maxdur: 10, floor_micros: 1_000_000 },
      { mindur: 11, floor_micros: 5_000_000 },
    ],
  },
  { deal_code: 'D3', floor: { mode: 'cpm_per_sec' as const, amount_micros: 400_000, currency: 'EUR' } },
];
const REQUEST: Json = { ...requestOf({ deals: DEALS }), wseat: ['s1', 's2'] };
const judge = (body: unknown, policy: Partial<AuctionPolicy> = {}, request = REQUEST) =>
  judgeBids(request, answerOf(body), { ...POLICY, ...policy });
const verdict = (bid: Record<string, unknown>, policy: Partial<AuctionPolicy> = {}, request = REQUEST) => {
  const [judged] = judge(responseOf([bidOf(bid)]), policy, request).bids;
  return judged!.outcome === 'eligible'
    ? 'eligible'
    : `${judged!.check} ${judged!.loss_code} ${judged!.reason}`;
};
const video = (more: Record<string, unknown> = {}, vast: Parameters<typeof VAST>[0] = {}) => ({
  ...{ mtype: 2, dur: 10, adm: VAST(vast) },
  ...more,
});

describe('an answer as a whole', () => {
  it.each([
    ['late', answerOf({}, { latency_ms: 301 }), 'timeout', NON_BID.timeout],
    ['nothing', answerOf(undefined, { status: null }), 'error', NON_BID.unreachable],
    ['204', answerOf(undefined, { status: 204 }), 'nobid', NON_BID.no_bid],
    ['{}', answerOf({}), 'nobid', NON_BID.no_bid],
    ['500', answerOf({}, { status: 500 }), 'error', NON_BID.error],
    ['too large', answerOf({}, { bytes: 262_145 }), 'error', NON_BID.error],
    ['no JSON', answerOf(undefined), 'error', NON_BID.error],
    ['a list', answerOf([]), 'error', NON_BID.error],
    ['seats that are none', answerOf({ id: 'x', seatbid: 'x' }), 'error', NON_BID.error],
  ])('%s', (_, answer, outcome, nonbid_code) => {
    expect(judgeBids(REQUEST, answer, POLICY)).toMatchObject({ outcome, nonbid_code, bids: [] });
  });

  it('says why there is no bid', () => {
    expect(judge({ id: REQUEST.id, seatbid: [], nbr: 8 })).toMatchObject({ outcome: 'nobid', nbr: 8 });
  });

  it('names the guaranteed deals it leaves out', () => {
    expect(judge(responseOf([bidOf()])).guaranteed_without_bid).toEqual(['D2']);
    expect(judge(responseOf([bidOf(video({ dealid: 'D2' }))])).guaranteed_without_bid).toEqual([]);
  });
});

describe('a bid is judged in the order of the design', () => {
  it('a sound one is eligible', () => {
    expect(verdict({})).toBe('eligible');
    expect(verdict(video())).toBe('eligible');
  });

  it('2 and 3: the answer is to this request, in a currency it allows', () => {
    expect(judge(responseOf([bidOf()], { id: 'x' })).bids[0]).toMatchObject({ check: 2, loss_code: 5 });
    expect(judge(responseOf([bidOf()], { cur: 'USD' })).bids[0]).toMatchObject({ check: 3, loss_code: 3 });
    // Without a currency it is USD.
    expect(judge(responseOf([bidOf()], { cur: undefined })).bids[0]).toMatchObject({ reason: 'currency' });
  });

  it.each([
    [{ id: '' }, '4 3 bid_id'],
    [{ impid: '2' }, '4 3 imp_unknown'],
    [{ price: 0 }, '5 9 price_missing'],
    [{ price: '3.2' }, '5 9 price_missing'],
    [{ price: -1 }, '5 9 price_missing'],
    [{ price: 1e308 }, '5 9 price_missing'],
    [{ price: 10_001 }, '5 9 price_high'],
    [{ dealid: 'nope' }, '7 4 deal_unknown'],
    [{ price: 2.49 }, '8 100 below_floor'],
    [{ price: 2.5 }, 'eligible'],
    [{ price: 2.99, dealid: 'D1' }, '8 101 below_deal_floor'],
    [{ price: 3, dealid: 'D1' }, 'eligible'],
    [video({ price: 1, dealid: 'D2' }), 'eligible'],
    [video({ price: 4, dealid: 'D2', dur: 15 }, { duration: '00:00:15' }), '8 101 below_deal_floor'],
    [video({ price: 3.99, dealid: 'D3' }), '8 101 below_deal_floor'],
    [video({ price: 4, dealid: 'D3' }), 'eligible'],
    [{ adomain: [] }, '9 6 domain_missing'],
    [{ adomain: ['no domain'] }, '9 6 domain_invalid'],
    [{ adomain: ['shop.blocked.example'] }, '9 205 advertiser_blocked'],
    [{ adomain: ['other.example'], dealid: 'D1' }, '9 205 advertiser_not_in_deal'],
    [{ crid: '' }, '10 8 creative_id_missing'],
    [{ cat: ['IAB26-1'] }, '12 209 category_blocked'],
    [{ cat: ['IAB7'] }, 'eligible'],
    [{ attr: [1] }, '12 210 attribute_blocked'],
    [{ attr: [19] }, 'eligible'],
    [{ mtype: 3 }, '13 211 type_not_offered'],
    [{ adm: undefined }, '13 7 markup_missing'],
    [{ adm: undefined, iurl: 'https://cdn.example/a.png' }, 'eligible'],
    [{ adm: '<img src="https://cdn.example/a.png" alt="x">' }, 'eligible'],
    [{ adm: '<div>hello</div>' }, '14 204 markup_refused'],
    [{ adm: '<img src="https://cdn.example/a.png" onload="x()">' }, '14 204 markup_refused'],
    [{ adm: 'https://cdn.example/a.gif' }, '14 204 mime_refused'],
    [video({}, { duration: '00:00:12' }), '14 212 duration_refused'],
    [video({ dur: 12 }, { duration: '00:00:12' }), '14 212 duration_refused'],
    [video({}, { duration: '00:00:10.400' }), 'eligible'],
    [video({}, { type: 'video/webm' }), '14 204 mime_refused'],
    [video({}, { version: '9.0' }), '14 204 markup_refused'],
    [{ w: 300, h: 250 }, '15 203 size_refused'],
    [{ adm: 'http://cdn.example/a.jpg' }, '16 207 not_secure'],
    [video({}, { url: 'http://cdn.example/a.mp4' }), '16 207 not_secure'],
  ])('%j: %s', (bid, expected) => {
    expect(verdict(bid)).toBe(expected);
  });

  it('6: a seat that may not bid, and a deal that is not that seat’s', () => {
    const from = (seat: string, bid = {}) => judge(responseOf([bidOf(bid)], {}, { seat })).bids[0]!.reason;
    expect([from('s1'), from('s2'), from('s9')]).toEqual([null, null, 'seat_blocked']);
    expect(from('s2', { dealid: 'D1' })).toBe('seat_blocked');
  });

  it('7: where only deals may buy, a bid names one', () => {
    const request = requestOf({ deals: [{ ...DEALS[0]!, private_auction: true }] });
    expect(verdict({}, {}, request)).toBe('7 4 deal_required');
    expect(verdict({ dealid: 'D1' }, {}, request)).toBe('eligible');
  });

  it('8: a floor in another currency is compared in the base currency', () => {
    const request = requestOf({ floor: { micros: 2_000_000, currency: 'USD' } });
    const rates = { base: 'EUR', micros: { USD: 900_000 } };
    expect(verdict({ price: 1.8 }, { rates }, request)).toBe('eligible');
    expect(verdict({ price: 1.799999 }, { rates }, request)).toBe('8 100 below_floor');
    expect(verdict({}, {}, request)).toBe('8 3 floor_currency');
  });

  it('11: a creative is approved as it is, byte for byte', () => {
    const known = (audit_status: number, is_changed = false) =>
      verdict({}, { creatives: { 'cr-1': { audit_status, is_changed } } });
    expect(verdict({}, { creatives: {} })).toBe('11 201 creative_unknown');
    expect([1, 2, 3, 4, 5, 6].map(status => known(status))).toEqual([
      '11 201 creative_pending',
      '11 201 creative_pending',
      'eligible',
      '11 202 creative_denied',
      '11 202 creative_changed',
      '11 202 creative_denied',
    ]);
    expect(known(3, true)).toBe('11 202 creative_changed');
    const creatives = { 'cr-1': { audit_status: 2, is_changed: false } };
    expect(verdict({}, { creatives, allows_pre_approved: true })).toBe('eligible');
  });

  it('12: near a driver only what stands still', () => {
    expect(verdict({ attr: [21] }, { allowed_attr: STILL_ONLY })).toBe('eligible');
    expect(verdict({ attr: [6] }, { allowed_attr: STILL_ONLY })).toBe('12 210 attribute_blocked');
  });

  it('15: on a cellular link a file may be too heavy', () => {
    expect(verdict(video(), { max_bitrate_kbps: 1_500 })).toBe('15 203 bitrate_refused');
  });

  it('S7 16: what could not be billed is not bought: a notice goes to a host of the partner and to those below it', () => {
    const notices = { hosts: ['rtb.dsp.example', 'win.example'], kinds: ['burl', 'nurl'] as const };
    for (const burl of [
      'https://rtb.dsp.example/b?p=${AUCTION_PRICE}',
      'https://EU.Win.example:8443/b',
      'https://${AUCTION_SEAT_ID}.win.example/b',
    ])
      expect([burl, verdict({ burl }, { notices })]).toEqual([burl, 'eligible']);
    for (const burl of [
      'https://dsp.example/b',
      'https://notwin.example/b',
      'https://win.example.evil.example/b',
      'https://win.example@evil.example/b',
      'https://10.0.0.8/b',
    ])
      expect([burl, verdict({ burl }, { notices })]).toEqual([burl, '16 3 notice_host']);
    /** Of a kind that the partner does not want nothing is called. */
    const elsewhere = { burl: 'https://win.example/b', lurl: 'https://elsewhere.example/l' };
    expect(verdict(elsewhere, { notices })).toBe('eligible');
  });

  it('17: a bid must last as long as the report of the play may take', () => {
    expect(verdict({ exp: 100 }, { min_exp_s: 4_500 })).toBe('17 2 expires_early');
    expect(verdict({ exp: 4_500 }, { min_exp_s: 4_500 })).toBe('eligible');
  });

  it('18: a seat that wants all or nothing is refused whole', () => {
    const bids = [bidOf(), bidOf({ id: 'b2', crid: '' })];
    const reasons = (group: number) =>
      judge(responseOf(bids, {}, { group })).bids.map(bid => `${bid.loss_code ?? 0} ${bid.reason ?? ''}`);
    expect(reasons(1)).toEqual(['102 group_incomplete', '8 creative_id_missing']);
    expect(reasons(0)).toEqual(['0 ', '8 creative_id_missing']);
  });

  it('VAST that wraps, scripts or declares a document type is refused', () => {
    const refused = [
      VAST().replace('<InLine>', '<Wrapper>').replace('</InLine>', '</Wrapper>'),
      VAST().replace('type="video/mp4"', 'type="application/javascript" apiFramework="VPAID"'),
      `<!DOCTYPE x [<!ENTITY a "b">]>${VAST().replace(/^<\?.*?\?>/, '')}`,
      VAST().replace('</Ad>', '</Ad><Ad id="2"></Ad>'),
      VAST().replace('</VAST>', ''),
      `${'<a>'.repeat(5_000)}`,
    ];
    for (const adm of refused) expect(verdict(video({ adm }))).toBe('14 204 markup_refused');
  });

  it('nothing that a bidder sends makes it fail', () => {
    fc.assert(
      fc.property(fc.jsonValue(), body => {
        judge(body);
        judge({ id: REQUEST.id, cur: 'EUR', seatbid: [{ bid: [body] }, body] });
        judge(responseOf([{ ...bidOf(), ...(typeof body === 'object' ? (body as object) : {}) }]));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a floor by length', () => {
  const known = (dur_s: number) => ({ creatives: { c1: { audit_status: 3, is_changed: false, dur_s } } });
  const BELOW = '8 101 below_deal_floor';
  it.each<[string, Record<string, unknown>, Partial<AuctionPolicy>, string]>([
    ['a length that was agreed', { dealid: 'D2', dur: 10, price: 1 }, {}, 'eligible'],
    ['no length', { dealid: 'D2', dur: undefined, price: 4 }, {}, BELOW],
    ['a length of nothing', { dealid: 'D2', dur: 0, price: 4 }, {}, BELOW],
    ['a negative length', { dealid: 'D3', dur: -10, price: 0.01 }, {}, BELOW],
    ['no length, by the second', { dealid: 'D3', dur: undefined, price: 1 }, {}, BELOW],
    ['a length between those agreed', { dealid: 'D2', dur: 10.5, price: 90 }, {}, BELOW],
    ['a second of a file of ten', { dealid: 'D3', dur: 1, price: 1 }, known(10), BELOW],
    ['no word of a file of ten', { dealid: 'D3', dur: undefined, price: 4 }, known(10), 'eligible'],
    ['ten of a file of twenty', { dealid: 'D2', dur: 10, price: 1 }, known(20), BELOW],
  ])('is not evaded with %s', (_what, bid, policy, expected) => {
    expect(verdict({ crid: 'c1', ...bid }, policy)).toBe(expected);
  });
});
