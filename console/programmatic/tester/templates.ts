/** Requests to begin with. */
import { buildRequest } from '../../../shared/openrtb/build/buildRequest.ts';
import type { DealInput, RequestInput } from '../../../shared/openrtb/build/requestInput.ts';
import { uuid7 } from '../../../shared/random.ts';

export const TEMPLATES = ['image', 'video', 'deals', 'faulty'] as const;
export type Template = (typeof TEMPLATES)[number];

const AHEAD_MS = 15 * 60_000;

const inputOf = (now: number, more: Partial<RequestInput> = {}): RequestInput => ({
  id: uuid7(now),
  placement: {
    ...{ code: 'cab-1182/main', screen_id: 'cab-1182', name: 'Cab 1182', w: 1280, h: 800, ppi: 120 },
    media: ['banner'],
    mimes: ['image/jpeg', 'image/png', 'video/mp4'],
    spot_len_s: [10, 15],
    ...{ allow_audio: false, boxing_allowed: true, venuetypetax: 5, venuetype: ['103'] },
    ...{ multiplier_e4: 12_500, sourcetype: 0 },
  },
  time: { play_at: now + AHEAD_MS, exp_s: 4_500 },
  position: { lat: 52.52, lon: 13.405, accuracy_m: 25, age_s: 4, country: 'DEU', utcoffset_min: 60 },
  partner: {
    ...{ at: 1, tmax_ms: 300, currencies: ['EUR'], test_mode: true },
    schain: { asi: 'wayside.example', sid: 'seller-1' },
  },
  floor: { micros: 2_500_000, currency: 'EUR' },
  deals: [],
  policy: {
    ...{ bcat: ['IAB26'], badv: [], place_decimals: 3 },
    publisher: { id: 'seller-1', name: 'Wayside Media', domain: 'wayside.example' },
  },
  ...more,
});
const DEALS: DealInput[] = [
  {
    ...{ deal_code: 'D-1001', at: 1, private_auction: true },
    floor: { mode: 'cpm', amount_micros: 4_500_000, currency: 'EUR' },
  },
  {
    ...{ deal_code: 'D-1002', at: 3, guar: true, private_auction: true },
    floor: { mode: 'cpm', amount_micros: 6_000_000, currency: 'EUR' },
  },
];

/** As many send it: what is wrong here is wrong in the examples of the specification itself. */
const faulty = (now: number) => ({
  id: uuid7(now),
  at: 1,
  imp: [
    {
      ...{ id: '007', secure: 1, exp: 360, bidfloor: 5, bidfloorcur: 'GBP' },
      banner: { w: 1080, h: 1920, mimes: ['image/jpg', 'image/png'] },
      pmp: { private_auction: 0, deals: [{ id: '123', at: 1, bidfloor: 4.5 }] },
      dt: Math.floor((now + AHEAD_MS) / 1_000),
      qty: { multiplier: 14.2, sourcetype: 1, vendor: 'route.org.uk' },
    },
  ],
  device: {
    geo: { lat: 51.51112, long: -0.09043, lastfix: 0 },
    ...{ devicetype: 8, w: 1080, h: 1920, ppi: 72, ifa: '1235461904', ifa_type: 'ppid' },
  },
  dooh: {
    ...{ id: '15790', name: 'Roadside', domain: 'global.com', venuetax: 1, venuetypeid: 30_101 },
    publisher: { id: 'G1', name: 'Global' },
  },
  cur: ['GBP'],
});

function requestFrom(template: Template, now: number): object {
  const { placement } = inputOf(now);
  switch (template) {
    case 'image':
      return buildRequest(inputOf(now));
    case 'video':
      return buildRequest(inputOf(now, { placement: { ...placement, media: ['video'] } }));
    case 'deals':
      return buildRequest(inputOf(now, { deals: DEALS }));
    case 'faulty':
      return faulty(now);
  }
}
export const INDENT = 2;
export const templateText = (template: Template, now: number) =>
  JSON.stringify(requestFrom(template, now), null, INDENT);
