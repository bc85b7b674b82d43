import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ValidateOptions } from '../../../shared/openrtb/validate/finding.ts';
import { faultAt } from '../../../shared/openrtb/validate/jsonText.ts';
import { FINDING_CODES } from '../../../shared/openrtb/validate/messages.ts';
import { distance, nearMiss } from '../../../shared/openrtb/validate/nearMiss.ts';
import { repaired } from '../../../shared/openrtb/validate/repair.ts';
import { validateRequest } from '../../../shared/openrtb/validate/validateRequest.ts';
import { validateResponse } from '../../../shared/openrtb/validate/validateResponse.ts';
import { bidOf, NOW, requestOf, responseOf } from './requests.ts';

const STRICT: ValidateOptions = { mode: 'strict', profile: 'dooh' };
const LENIENT: ValidateOptions = { mode: 'lenient', profile: 'dooh' };
const change = (path: string, value: unknown) =>
  repaired(requestOf(), [value === undefined ? { op: 'remove', path } : { op: 'add', path, value }]);
const found = (payload: unknown, options: ValidateOptions) =>
  validateRequest(payload, options).findings.map(
    ({ severity, code, pointer }) => `${severity} ${code} ${pointer}`,
  );

describe('a request', () => {
  it.each([undefined, -2, 0, 'soon', 300.5, Number.NaN])('with tmax %s is offered the usual time', tmax => {
    for (const options of [STRICT, LENIENT]) {
      const payload = change('/tmax', tmax);
      const { findings } = validateRequest(payload, options);
      const finding = findings.find(({ pointer }) => pointer === '/tmax');
      expect(finding?.suggestion).toContain('300');
      expect(repaired(payload, finding?.repair ?? [])).toMatchObject({ tmax: 300 });
      expect(found(repaired(payload, finding?.repair ?? []), options)).toEqual([]);
    }
  });
  it('with tmax as text is offered that number', () => {
    const [finding] = validateRequest(change('/tmax', '450'), STRICT).findings;
    expect(finding).toMatchObject({ suggestion: 'Write 450.', repair: [{ op: 'replace', value: 450 }] });
  });

  it('as we build it has no finding at all, as a value and as text', () => {
    expect(found(requestOf(), { ...STRICT, now: NOW, maxLeadMs: 3_600_000 })).toEqual([]);
    expect(found(JSON.stringify(requestOf()), STRICT)).toEqual([]);
  });

  it.each([
    ['/id', undefined, 'error missing /id', 'error missing /id'],
    ['/id', '', 'error empty /id', 'error empty /id'],
    ['/imp', [], 'error empty /imp', 'error empty /imp'],
    ['/at', 3, 'error not_listed /at', 'error not_listed /at'],
    ['/at', 500, '', ''],
    ['/tmax', '300', 'error wrong_type /tmax', 'warning wrong_type /tmax'],
    ['/tmax', 300.5, 'error wrong_type /tmax', 'error wrong_type /tmax'],
    ['/tmax', -2, 'error too_small /tmax', 'error too_small /tmax'],
    ['/tmax', undefined, 'error missing_dooh /tmax', 'warning missing_dooh /tmax'],
    ['/cur', ['eur'], 'error currency /cur/0', 'warning currency /cur/0'],
    ['/cur', 'EUR', 'error wrong_type /cur', 'warning wrong_type /cur'],
    ['/test', true, 'error wrong_type /test', 'warning wrong_type /test'],
    ['/site', {}, 'error exclusive ', 'error exclusive '],
    ['/dooh/venuetype', '103', 'error wrong_type /dooh/venuetype', 'warning wrong_type /dooh/venuetype'],
    [
      '/dooh/venuetype',
      ['999'],
      'error venue_unknown /dooh/venuetype/0',
      'warning venue_unknown /dooh/venuetype/0',
    ],
    ['/device/devicetype', 4, 'error devicetype /device/devicetype', 'warning devicetype /device/devicetype'],
    ['/device/geo/lat', 91, 'error too_big /device/geo/lat', 'error too_big /device/geo/lat'],
    ['/device/geo/lat', undefined, 'error pair /device/geo', 'error pair /device/geo'],
    [
      '/device/geo/country',
      'DE',
      'warning country /device/geo/country',
      'warning country /device/geo/country',
    ],
    ['/user', {}, 'warning user_present /user', 'warning user_present /user'],
    ['/regs/gdpr', 2, 'error not_listed /regs/gdpr', 'error not_listed /regs/gdpr'],
    ['/wseat', ['a'], '', ''],
    ['/imp/0/dt', 1_790_000_000, 'warning dt_seconds /imp/0/dt', 'warning dt_seconds /imp/0/dt'],
    ['/imp/0/secure', 0, 'warning not_secure /imp/0/secure', 'warning not_secure /imp/0/secure'],
    [
      '/imp/0/qty/multiplier',
      0,
      'error not_positive /imp/0/qty/multiplier',
      'error not_positive /imp/0/qty/multiplier',
    ],
    ['/imp/0/qty/sourcetype', 1, 'error vendor_missing /imp/0/qty', 'error vendor_missing /imp/0/qty'],
    ['/imp/0/bidfloor', 1e308, 'warning price_high /imp/0/bidfloor', 'warning price_high /imp/0/bidfloor'],
    ['/imp/0/video/minduration', 5, 'error exclusive /imp/0/video', 'warning exclusive /imp/0/video'],
    [
      '/imp/0/pmp',
      { private_auction: 1 },
      'error private_without_deals /imp/0/pmp',
      'error private_without_deals /imp/0/pmp',
    ],
    ['/imp/0/hello', 1, 'warning unknown_field /imp/0/hello', 'warning unknown_field /imp/0/hello'],
    [
      '/imp/0/bidfloorCur',
      'EUR',
      'warning unknown_field /imp/0/bidfloorCur',
      'warning unknown_field /imp/0/bidfloorCur',
    ],
  ])('%s = %j: strict "%s", lenient "%s"', (path, value, strict, lenient) => {
    const payload = change(path, value);
    expect(found(payload, STRICT).join()).toBe(strict);
    expect(found(payload, LENIENT).join()).toBe(lenient);
  });

  it('a field of nearly the right name is read as meant only by a lenient reader', () => {
    const payload = repaired(requestOf(), [{ op: 'move', from: '/imp/0/bidfloor', path: '/imp/0/bidFloor' }]);
    expect(found(payload, STRICT)).toEqual([
      'warning near_miss /imp/0/bidFloor',
      'error missing_dooh /imp/0/bidfloor',
    ]);
    expect(found(payload, LENIENT)).toEqual(['warning near_miss /imp/0/bidFloor']);
  });

  it('a deal has one floor, and its currency beside it', () => {
    const deals = [
      { id: 'a', bidfloor: 1, mincpmpersec: 1, bidfloorcur: 'EUR' },
      { id: 'a', durfloors: [{ bidfloor: 1 }], bidfloorcur: 'EUR' },
      { id: 'b', bidfloor: 1 },
    ];
    expect(found(change('/imp/0/pmp', { deals }), STRICT)).toEqual([
      'error duplicate_id /imp/0/pmp/deals/1/id',
      'error exclusive /imp/0/pmp/deals/0',
      'error durfloor_range /imp/0/pmp/deals/1/durfloors/0',
      'warning deal_currency /imp/0/pmp/deals/2',
    ]);
  });

  it('a planned play is in the future, and no further than agreed', () => {
    const at = (dt: number) => found(change('/imp/0/dt', dt), { ...STRICT, now: NOW, maxLeadMs: 3_600_000 });
    expect(at(NOW - 1)).toEqual(['error dt_past /imp/0/dt']);
    expect(at(NOW + 3_600_001)).toEqual(['warning dt_far /imp/0/dt']);
  });

  it('what is no request is one finding, whatever it is', () => {
    for (const payload of [null, 7, [], 'hello', '{"a":', '[]'])
      expect(validateRequest(payload, STRICT).findings).toHaveLength(1);
    expect(validateRequest('{\n  "id": oops\n}', STRICT).findings[0]).toMatchObject({
      code: 'not_json',
      params: { line: 2 },
    });
  });

  it('nothing that a stranger sends makes it fail, nor change what was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (payload, isLenient) => {
        const before = JSON.stringify(payload);
        const request = { ...requestOf(), imp: [payload], device: payload, dooh: payload };
        const { findings } = validateRequest(request, isLenient ? LENIENT : STRICT);
        expect(JSON.stringify(payload)).toBe(before);
        for (const { repair } of findings) if (repair !== undefined) repaired(request, repair);
        validateRequest(payload, STRICT);
      }),
      { numRuns: 300 },
    );
  });

  it('a repair cannot reach a prototype', () => {
    repaired({ a: {} }, [{ op: 'add', path: '/__proto__/polluted', value: 1 }]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a response', () => {
  const codes = (body: unknown, options = STRICT, status = 200) =>
    validateResponse(body, requestOf(), { ...options, status }).findings.map(({ code, pointer, params }) =>
      code === 'unsold' ? `${String(params.loss)} ${String(params.reason)} ${pointer}` : `${code} ${pointer}`,
    );

  it('has four ways to say no bid', () => {
    expect(codes(undefined, STRICT, 204)).toEqual([]);
    for (const body of [{}, { id: requestOf().id, seatbid: [] }, { id: requestOf().id, seatbid: [], nbr: 2 }])
      expect(codes(body)).toEqual([]);
  });

  it('is held to its request', () => {
    expect(codes(responseOf([bidOf()]))).toEqual([]);
    expect(codes(responseOf([bidOf()], { id: 'x' }))).toEqual(['id_mismatch /id']);
    expect(codes(responseOf([bidOf()], { cur: 'USD' }))).toEqual(['currency_refused /cur']);
    expect(codes(responseOf([bidOf({ impid: '9' })]))).toEqual(['unknown_imp /seatbid/0/bid/0/impid']);
    expect(codes(responseOf([bidOf({ price: 2.4 })]))).toEqual(['100 below_floor /seatbid/0/bid/0']);
    expect(codes(responseOf([bidOf({ price: '3' })]))).toEqual(['wrong_type /seatbid/0/bid/0/price']);
    expect(codes(responseOf([bidOf({ price: '3' })]), LENIENT)).toEqual([
      'wrong_type /seatbid/0/bid/0/price',
    ]);
    expect(codes(responseOf([bidOf(), bidOf()]))).toEqual([
      'duplicate_id /seatbid/0/bid/1/id',
      '3 bid_id_twice /seatbid/0/bid/0',
    ]);
    expect(codes(undefined, STRICT, 503)).toEqual(['http_status ']);
    expect(codes('oops')).toEqual(['not_json ']);
  });
});

describe('names that nearly fit', () => {
  it.each([
    ['long', ['lat', 'lon'], 'lon'],
    ['bid_floor', ['bidfloor', 'bidfloorcur'], 'bidfloor'],
    ['venuetypetx', ['venuetype', 'venuetypetax'], 'venuetypetax'],
    ['hello', ['lat', 'lon'], undefined],
    ['x', ['w', 'h'], undefined],
  ])('%s of %j: %s', (name, fields, meant) => {
    expect(nearMiss(name, fields)).toBe(meant);
  });

  it('counts letters put in, left out and changed', () => {
    expect([distance('kitten', 'sitting'), distance('', 'abc'), distance('same', 'same')]).toEqual([3, 3, 0]);
  });
});

it('every finding has an English text', () => {
  expect(new Set(FINDING_CODES).size).toBe(FINDING_CODES.length);
});

it.each([
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ['[1 2]', 3],
  ['', 0],
  ['{"a":"x', 5],
  ['{"a":[1,2}', 9],
  ['{} x', 3],
  ['{"a":01}', 5],
  ['{,}', 1],
])('finds the fault of %s', (text, at) => {
  expect(faultAt(text)).toBe(at);
});

it('finds no fault inside what the engine reads', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(faultAt(text)).toBe(text.length);
    }),
  );
});
