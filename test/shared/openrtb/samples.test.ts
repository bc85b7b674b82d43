import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { get, getIn } from '../../../shared/openrtb/json.ts';
import type { Finding, Validation } from '../../../shared/openrtb/validate/finding.ts';
import { repaired } from '../../../shared/openrtb/validate/repair.ts';
import { validateRequest } from '../../../shared/openrtb/validate/validateRequest.ts';
import { validateResponse } from '../../../shared/openrtb/validate/validateResponse.ts';
import { ENDPOINT, IAB, PREBID, sample, textOfSample } from './samples.ts';

const ROUNDS = [
  { profile: 'generic', mode: 'strict' },
  { profile: 'generic', mode: 'lenient' },
  { profile: 'dooh', mode: 'strict' },
  { profile: 'dooh', mode: 'lenient' },
] as const;
const errors = ({ findings }: Validation) =>
  findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);

function verdicts(kind: 'request' | 'response', payload: unknown): [string, string[]] {
  const results = ROUNDS.map(options =>
    kind === 'request' ? validateRequest(payload, options) : validateResponse(payload, undefined, options),
  );
  return [results.map(({ valid }) => (valid ? 'y' : 'n')).join(''), errors(results[0]!)];
}

describe('OPEN-PROG-02 samples of OpenRTB come to what was written down beforehand', () => {
  it.each(Object.entries(IAB))('IAB %s', (name, [kind, valid, codes]) => {
    expect(verdicts(kind, textOfSample(`iab-spec/${name}.json`))).toEqual([valid, codes]);
  });

  it.each(Object.entries(PREBID))('%s', (name, [kind, valid, codes]) => {
    const file = sample(`${name}.json`);
    const payload = get(file, 'mockBidRequest') ?? getIn(file, 'incomingRequest', 'ortbRequest');
    expect(verdicts(kind, payload)).toEqual([valid, codes]);
  });

  it.each(Object.entries(ENDPOINT))('Prebid endpoint %s', (name, [kind, valid, codes]) => {
    const file = sample(`prebid-endpoint/${name}.json`);
    expect(verdicts(kind, get(file, 'mockBidRequest'))).toEqual([valid, codes]);
    // What Prebid answers to it: 200 or 400.
    expect(get(file, 'expectedReturnCode')).toBe(valid.startsWith('yy') ? 200 : 400);
  });

  it('leaves out no sample', () => {
    const folder = join(import.meta.dirname, '../../fixtures/openrtb');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(one =>
      one.endsWith('.json'),
    );
    const named = [
      ...Object.keys(IAB).map(name => `iab-spec/${name}.json`),
      ...Object.keys(PREBID).map(name => `${name}.json`),
      ...Object.keys(ENDPOINT).map(name => `prebid-endpoint/${name}.json`),
    ];
    expect(files.sort()).toEqual(named.sort());
  });
});

/** All that can be repaired is, until nothing more can. */
function mend(
  payload: unknown,
  validate: (value: unknown) => Validation,
): { value: unknown; seen: Finding[] } {
  const seen: Finding[] = [];
  let value = payload;
  for (let round = 0; round < 4; round++) {
    const found = validate(value).findings;
    seen.push(...found);
    const steps = found.flatMap(({ repair }) => repair ?? []);
    if (steps.length === 0) break;
    const isText = found[0]!.code === 'not_json';
    value = repaired(typeof value === 'string' && !isText ? JSON.parse(value) : value, steps);
  }
  return { value, seen };
}
const strict = { mode: 'strict', profile: 'dooh' } as const;
const hint = (seen: Finding[], pointer: string) => seen.find(one => one.pointer === pointer)?.suggestion;

describe('OPEN-PROG-02 the DOOH examples of the IAB are repaired by their hints', () => {
  const banner = 'iab-spec/23-dooh-7-9-6-1-dooh-banner-bid-request.json';
  const video = 'iab-spec/25-dooh-7-9-6-3-dooh-video-bid-request.json';

  it('7.9.6.1: the banner request', () => {
    const { value, seen } = mend(textOfSample(banner), one => validateRequest(one, strict));
    expect(hint(seen, '/device/geo/long')).toBe('Did you mean lon?');
    expect(hint(seen, '/dooh/venuetax')).toBe('Did you mean venuetypetax?');
    expect(hint(seen, '/dooh/venuetypeid')).toBe('Did you mean venuetype?');
    expect(hint(seen, '/device/ifa_type')).toBe('Move it to /device/ext/ifa_type.');
    expect(hint(seen, '/imp/0/pmp/deals/0')).toBe('Add "bidfloorcur": "GBP".');
    expect(seen.some(({ code }) => code === 'dt_implausible')).toBe(true);
    expect(value).toMatchObject({
      dooh: { venuetype: ['30101'], venuetypetax: 1 },
      device: { geo: { lat: 0.0001, lon: -0.1235 }, ext: { ifa_type: 'ppid' } },
      imp: [{ pmp: { deals: [{ bidfloorcur: 'GBP' }, {}, {}] } }],
    });
    const { findings } = validateRequest(value, strict);
    // What nobody can guess remains: when it is to play.
    expect(findings.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(['/imp/0/dt dt_implausible']);
    expect(hint(seen, '/tmax')).toBe('Add "tmax": 300.');
  });

  it('7.9.6.3: the video request', () => {
    const { value, seen } = mend(textOfSample(video), one => validateRequest(one, strict));
    expect(hint(seen, '/imp/0/dt')).toBe('Multiply by 1000: 1647010095000.');
    expect(value).toMatchObject({ imp: [{ dt: 1_647_010_095_000 }], device: { geo: { lon: -0.09043 } } });
    expect(errors(validateRequest(value, strict))).toEqual([]);
  });

  it('7.9.6.2: the banner response', () => {
    const request = sample(banner);
    const text = textOfSample('iab-spec/24-dooh-7-9-6-2-banner-bid-response.json');
    const { value, seen } = mend(text, one => validateResponse(one, request, strict));
    expect(hint(seen, '/id')).toBe('Use 162059897743978051070.');
    expect(hint(seen, '/seatbid/0/bid/0/impid')).toBe('Did you mean 007?');
    expect(hint(seen, '/seatbid/0/bid/0/banner')).toBe('Move it to /seatbid/0/bid/0/adm.');
    expect(hint(seen, '/seatbid/0/bid/0/burl')).toMatch(/^Remove the blanks/);
    // Its attributes 1 to 5 are sound and expanding ads, which no screen shows.
    expect(validateResponse(value, request, strict).findings.map(({ params }) => params.reason)).toEqual([
      'attribute_blocked',
    ]);
    expect(validateResponse(value, request, { ...strict, profile: 'generic' }).findings).toEqual([]);
  });

  it('7.9.6.4: the video response, which is no JSON as printed', () => {
    const request = sample(video);
    const text = textOfSample('iab-spec/26-dooh-7-9-6-4-dooh-video-bid-response.json');
    const { value, seen } = mend(text, one => validateResponse(one, request, strict));
    expect(seen[0]).toMatchObject({ code: 'not_json', params: { name: 'adm', line: 15 } });
    expect(hint(seen, '')).toBe('Escape the quotation marks inside the value of adm.');
    expect(value).toMatchObject({ id: '873465983764395', seatbid: [{ bid: [{ impid: '123456' }] }] });
    // The impression is sold by deals only, and the bid names none.
    expect(validateResponse(value, request, strict).findings.map(({ params }) => params.reason)).toEqual([
      'deal_required',
    ]);
  });
});
