/** The request of a placement, as the tester writes it. */
import { expect, it } from 'vitest';
import {
  requestOfPlacement,
  type Placed,
} from '../../../../console/programmatic/tester/placement/requestOfPlacement.ts';
import { validateRequest } from '../../../../shared/openrtb/validate/validateRequest.ts';

/** A Thursday, 13:00 in Lisbon. */
const NOW = Date.parse('2026-11-26T13:00:00.000Z');
const DAY = Array.from({ length: 24 }, (_, hour) => `${hour}.2500`);
const IN_EFFECT = { effective_from: '2026-01-01', effective_to: null };
/** What the request rests on; nothing else of these rows is read. */
const PLACED = {
  placement: {
    ...{ id: 'p-1', w: 1280, h: 800, ppi: 120, media: ['banner'], mimes: ['image/png'], spot_len_s: [10] },
    ...{ allow_audio: false, boxing_allowed: true, movable: true },
    venue_ids: { openooh_1_1: '103', openooh_1_2: null, dmi: null },
  },
  partner: {
    ...{ at: 1, tmax_ms: 300, currencies: ['USD', 'EUR'], seats_allow: [], seats_block: [], mimes: [] },
    ...{ media: { banner: true, video: false, audio: false }, max_duration_s: 60, report_deadline_s: 900 },
    ...{ schain: null, test_mode: false },
  },
  device: {
    tz: 'Europe/Lisbon',
    reported: { place: { lat: 38.71667, lng: -9.13333, acc_m: 12, at: '2026-11-26T12:59:30.000Z' } },
  },
  location: { lat: 1.23456, lng: 2.34567 },
  mapping: { external_screen_id: 'screen-9', venuetypetax: 5, venuetype: [] },
  model: {
    table: Array.from({ length: 7 }, () => DAY),
    sourcetype: 1,
    vendor: 'count.example',
    ...IN_EFFECT,
  },
  listing: { floor_micros: 2_500_000, currency: 'EUR' },
  place_decimals: 2,
  publisher: { id: 'seller-1', name: 'Wayside Media', domain: 'wayside.example' },
} as unknown as Placed;
interface Built {
  test: number;
  cur: string[];
  imp: { tagid: string; bidfloor: number; bidfloorcur: string; dt: number; exp: number; qty: object }[];
  dooh: { id: string };
  device: { geo: { lat: number; lon: number; lastfix: number } };
}
const built = (more: Partial<Placed> = {}) =>
  requestOfPlacement({ ...PLACED, ...more }, { now: NOW, minutes: 70 }) as unknown as Built;

it('OPEN-PROG-02 is what a partner would be sent at that time, and a test', () => {
  const request = built();
  expect(request).toMatchObject({ test: 1, cur: ['EUR'], dooh: { id: 'screen-9' } });
  expect(request.imp).toMatchObject([
    {
      ...{ tagid: 'p-1', bidfloor: 2.5, bidfloorcur: 'EUR', dt: NOW + 70 * 60_000, exp: 70 * 60 + 900 },
      qty: { multiplier: 14.25, sourcetype: 1, vendor: 'count.example' },
    },
  ]);
  expect(request.device.geo).toMatchObject({ lat: 38.72, lon: -9.13, lastfix: 30 });
  const { findings } = validateRequest(JSON.stringify(request), { mode: 'strict', profile: 'dooh' });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

it('names the location of a screen that does not move', () => {
  const request = built({ placement: { ...PLACED.placement, movable: false } });
  expect(request.device.geo).toMatchObject({ lat: 1.23, lon: 2.35 });
});

it('does without what the placement has none of', () => {
  const request = built({ mapping: null, model: null, listing: null });
  expect(request).toMatchObject({ cur: ['USD'], dooh: { id: 'p-1' } });
  expect(request.imp).toMatchObject([{ qty: { multiplier: 1 }, bidfloorcur: 'USD' }]);
});
