/** A request for one spot of a screen in a taxi, and an answer to it; both sound. */
import type { Json } from '../../../shared/openrtb/json.ts';
import { buildRequest } from '../../../shared/openrtb/build/buildRequest.ts';
import type { RequestInput } from '../../../shared/openrtb/build/requestInput.ts';

export const NOW = Date.parse('2026-11-26T12:00:00.000Z');

export const inputOf = (more: Partial<RequestInput> = {}): RequestInput => ({
  id: '0193a3f0-0000-7000-8000-000000000001',
  placement: {
    ...{ code: 'taxi-12/main', screen_id: 'screen-12', name: 'Taxi 12', w: 1280, h: 800, ppi: 120 },
    media: ['banner', 'video'],
    mimes: ['image/jpeg', 'image/png', 'video/mp4'],
    spot_len_s: [10, 15],
    ...{ allow_audio: false, boxing_allowed: true, venuetypetax: 5, venuetype: ['103'] },
    ...{ multiplier_e4: 12_500, sourcetype: 2 },
  },
  time: { play_at: NOW + 900_000, exp_s: 4_500 },
  position: { lat: 52.520008, lon: 13.404954, accuracy_m: 25, age_s: 4, country: 'DEU', utcoffset_min: 60 },
  partner: {
    ...{ at: 1, tmax_ms: 300, currencies: ['EUR'], test_mode: true },
    schain: { asi: 'wayside.example', sid: 'seller-1' },
  },
  floor: { micros: 2_500_000, currency: 'EUR' },
  deals: [],
  policy: {
    ...{ bcat: ['IAB7-39', 'IAB26'], badv: ['blocked.example'], battr: [], place_decimals: 3 },
    publisher: { id: 'seller-1', name: 'Wayside Media', domain: 'wayside.example' },
  },
  ...more,
});
export const requestOf = (more: Partial<RequestInput> = {}) => buildRequest(inputOf(more));

export const VAST = (more: { duration?: string; url?: string; type?: string; version?: string } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><VAST version="${more.version ?? '4.0'}"><Ad id="1"><InLine>` +
  '<AdSystem>Test</AdSystem><AdTitle>Spot</AdTitle><Impression><![CDATA[https://dsp.example/i]]></Impression>' +
  `<Creatives><Creative><Linear><Duration>${more.duration ?? '00:00:10'}</Duration><MediaFiles>` +
  `<MediaFile delivery="progressive" type="${more.type ?? 'video/mp4'}" width="1280" height="800" bitrate="2000">` +
  `<![CDATA[${more.url ?? 'https://cdn.example/a.mp4'}]]></MediaFile></MediaFiles></Linear></Creative></Creatives>` +
  '</InLine></Ad></VAST>';

export const bidOf = (more: Record<string, unknown> = {}): Json => ({
  ...{
    id: 'b1',
    impid: '1',
    price: 3.2,
    adomain: ['brand.example'],
    crid: 'cr-1',
    mtype: 1,
    w: 1280,
    h: 800,
  },
  adm: 'https://cdn.example/a.jpg',
  burl: 'https://dsp.example/b?p=${AUCTION_PRICE}',
  ...more,
});
export const responseOf = (bids: Json[], more: Record<string, unknown> = {}, seat: Json = {}): Json => ({
  id: '0193a3f0-0000-7000-8000-000000000001',
  cur: 'EUR',
  seatbid: [{ seat: 's1', bid: bids, ...seat }],
  ...more,
});
export const answerOf = (body: unknown, more: Record<string, unknown> = {}) => ({
  ...{ status: 200, latency_ms: 40, bytes: 900, body },
  ...more,
});
