import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOSS, nonBidOf } from '../../../shared/openrtb/auction/codes.ts';
import { costOfPlay, minorOfCost } from '../../../shared/openrtb/auction/cost.ts';
import { judgeBids } from '../../../shared/openrtb/auction/judge.ts';
import { policyOf, type AuctionPolicy } from '../../../shared/openrtb/auction/policy.ts';
import { decimalOf, microsOf, toBase } from '../../../shared/openrtb/auction/price.ts';
import { minToWin, rankBids, type Contender } from '../../../shared/openrtb/auction/rank.ts';
import type { Json } from '../../../shared/openrtb/json.ts';
import { answerOf, bidOf, inputOf, requestOf, responseOf, VAST } from './requests.ts';

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
const video = (more: Record<string, unknown> = {}, vast: Parameters<typeof VAST>[0] = {}) => ({
  ...{ mtype: 2, dur: 10, adm: VAST(vast) },
  ...more,
});

describe('ranking', () => {
  const contenders = (request: Json, bids: [partner: string, latency_ms: number, bid: object][]) =>
    bids.flatMap(([partner_id, latency_ms, bid]): Contender[] =>
      judgeBids(request, answerOf(responseOf([bidOf({ ...bid })])), POLICY).bids.map(one => ({
        ...{ partner_id, latency_ms, bid: one },
      })),
    );
  const rank = (
    bids: [string, number, object][],
    policy: Partial<AuctionPolicy> = {},
    request = REQUEST,
  ): string[] =>
    rankBids(request, contenders(request, bids), { ...POLICY, ...policy }).map(
      one =>
        `${one.partner_id} ${one.outcome} ${one.loss_code} ${one.clearing_micros ?? '-'} ${one.min_to_win_micros ?? '-'}`,
    );

  it('the table of 4.4.1: 1.00, 0.90 and 0.80 with a floor of 0.85', () => {
    const request = requestOf({ floor: { micros: 850_000, currency: 'EUR' } });
    const bids = contenders(request, [
      ['a', 10, { price: 1 }],
      ['b', 20, { price: 0.9 }],
      ['c', 30, { price: 0.8 }],
    ]);
    const standings = rankBids(request, bids, POLICY);
    expect(standings.map(one => [one.partner_id, one.outcome, one.min_to_win_micros])).toEqual([
      ['a', 'won', 900_000],
      ['b', 'lost', 1_000_000],
    ]);
    expect(minToWin(standings, '1')).toBe(900_000);
  });

  it('alone, the floor is what it takes', () => {
    expect(rank([['a', 10, { price: 9 }]])).toEqual(['a won 0 9000000 2500000']);
  });

  it('a guaranteed deal goes first, then deals by priority, then the price', () => {
    const bids: [string, number, object][] = [
      ['open', 10, { price: 9 }],
      ['deal', 10, { price: 4, dealid: 'D1' }],
      ['guaranteed', 10, video({ price: 2, dealid: 'D2' })],
    ];
    expect(rank(bids, { deals: { D1: { priority: 5 } } })).toEqual([
      'guaranteed won 0 2000000 1000000',
      'deal lost 102 - 2000000',
      'open lost 103 - 2000000',
    ]);
    expect(rank(bids.slice(0, 2), { deals: { D1: { priority: 5 } } })[0]).toBe('deal won 0 4000000 3000000');
    // Without a priority a deal competes by its price.
    expect(rank(bids.slice(0, 2))).toEqual(['open won 0 9000000 4000000', 'deal lost 102 - 9000000']);
  });

  it('a tie goes to the earlier, then to the same one each time', () => {
    const tie = (first: number, second: number) =>
      rank([
        ['a', first, {}],
        ['b', second, {}],
      ])[0]!.split(' ')[0];
    expect([tie(10, 20), tie(20, 10)]).toEqual(['a', 'b']);
    expect(tie(10, 10)).toBe(tie(10, 10));
  });

  it('second price pays what ties with the next, a fixed price its floor', () => {
    const second: Json = { ...requestOf(), at: 2 };
    const two: [string, number, object][] = [
      ['a', 10, { price: 5 }],
      ['b', 10, { price: 4 }],
    ];
    expect(rank(two, {}, second)[0]).toBe('a won 0 4000000 4000000');
    const fixed = requestOf({ deals: [{ ...DEALS[0]!, at: 3 }] });
    expect(rank([['a', 10, { price: 5, dealid: 'D1' }]], {}, fixed)[0]).toBe('a won 0 3000000 3000000');
  });

  it('a seat that wants all or nothing withdraws where it cannot win all', () => {
    const twice: Json = {
      ...requestOf(),
      imp: [1, 2].map(id => ({ ...(requestOf().imp as Json[])[0], id: String(id) })),
    };
    const group = judgeBids(
      twice,
      answerOf(
        responseOf([bidOf({ price: 9 }), bidOf({ id: 'b2', impid: '2', price: 3 })], {}, { group: 1 }),
      ),
      POLICY,
    ).bids;
    const other = judgeBids(
      twice,
      answerOf(responseOf([bidOf({ id: 'x', impid: '2', price: 4 })])),
      POLICY,
    ).bids;
    const standings = rankBids(
      twice,
      [
        ...group.map(bid => ({ partner_id: 'group', latency_ms: 1, bid })),
        ...other.map(bid => ({ partner_id: 'other', latency_ms: 1, bid })),
      ],
      POLICY,
    );
    expect(standings.map(one => `${one.partner_id} ${one.bid.imp_id} ${one.outcome}`)).toEqual([
      'other 2 won',
      'group 1 lost',
      'group 2 lost',
    ]);
  });
});

describe('prices', () => {
  it.each([
    [2.5, 2_500_000],
    [9.43, 9_430_000],
    [0.0000005, 0],
    [0.0000015, 2],
    [1e-7, 0],
    [1e21, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['3', null],
  ])('%j is %j micros', (price, micros) => {
    expect(microsOf(price)).toBe(micros);
  });

  it('come back as they went', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        micros => microsOf(Number(decimalOf(micros))) === micros,
      ),
    );
    expect([decimalOf(75_750), decimalOf(3_000_000), decimalOf(-1_500_000)]).toEqual([
      '0.07575',
      '3',
      '-1.5',
    ]);
  });

  it('are converted with one rounding', () => {
    const rates = { base: 'EUR', micros: { USD: 912_345 } };
    expect([toBase(1, 'USD', rates), toBase(2_500_000, 'USD', rates), toBase(5, 'GBP', rates)]).toEqual([
      1,
      2_280_862,
      null,
    ]);
  });

  it('a hundred thousand plays cost 7,575.00, not 7,574.999999997378', () => {
    const sum = Array.from({ length: 100_000 }, () => costOfPlay(2_500_000, 303_000)).reduce((a, b) => a + b);
    expect(minorOfCost(sum, 'EUR')).toBe(757_500);
    expect(Number(costOfPlay(2_500_000, 303_000)) / 1e13).toBe(0.07575);
  });

  it('refusals have the seat-non-bid codes of Prebid', () => {
    const { below_floor, below_deal_floor, creative_size, not_secure, category_blocked, invalid_deal } = LOSS;
    const losses = [below_floor, below_deal_floor, creative_size, not_secure, category_blocked, invalid_deal];
    expect(losses.map(nonBidOf)).toEqual([301, 304, 351, 352, 303, 300]);
  });
});

it('a request carries no user, a rounded place, and the currency of each deal', () => {
  const request = requestOf({ deals: DEALS });
  expect(request.user).toBeUndefined();
  expect(request).toMatchObject({
    device: { devicetype: 8, geo: { lat: 52.52, lon: 13.405 } },
    imp: [
      { pmp: { private_auction: 0, deals: [{ bidfloorcur: 'EUR' }, { guar: 1 }, { mincpmpersec: 0.4 }] } },
    ],
    source: { schain: { ver: '1.0', nodes: [{ sid: 'seller-1', hp: 1 }] } },
  });
  expect(JSON.stringify(requestOf({ position: null }))).not.toContain('geo');
  const shorter = requestOf({ partner: { ...inputOf().partner, max_duration_s: 12, mimes: ['video/mp4'] } });
  expect(shorter).toMatchObject({ imp: [{ video: { rqddurs: [10] } }] });
  expect((shorter.imp as Json[])[0]!.banner).toBeUndefined();
});
