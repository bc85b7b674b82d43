import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import type { Forecast } from '../../../shared/contract/sales/campaignCalls.ts';
import type { ErrorBody } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { devices, tenants } from '../../../server/db/schema.ts';
import { makeScreen } from '../../support/device.ts';
import { addCampaign, campaignBody } from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { addCreative } from '../../support/server/upload.ts';
import { campaignWorld, DAY_MS } from './world.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => void (w = await campaignWorld()));
afterAll(() => w.test.close());

const MOST_MINOR = 1_000_000_000;
const chars = (n: number) => 'x'.repeat(n);
const day = (n: number) => instant(Date.UTC(2027, 0, 1) + n * DAY_MS);
const flight = (from: number, to: number, more: object = {}) => ({
  ...{ starts_at: day(from), ends_at: day(to), dayparts: [], sov_s_per_h: null },
  ...more,
});
const flights = (n: number) => Array.from({ length: n }, (_, i) => flight(i, i + 1));
const daypart = { days: [1, 7], start: '22:00', end: '02:05' };
const targets = (more: object) => ({
  ...{ device_ids: [], group_ids: [], location_ids: [], fences: [], conditions: [] },
  ...{ max_fix_age_s: 120, max_accuracy_m: 150, when_unknown: 'closed', ...more },
});

/** contract §4 by hand, and never read from the schema: what is written and read back, and what is refused by its name. */
const FIELDS: Record<string, { good: unknown[]; bad: unknown[]; beside?: object }> = {
  name: { good: ['x', chars(120)], bad: ['', chars(121), 7, null] },
  advertiser: { good: ['x', chars(120)], bad: ['', chars(121), null] },
  note: { good: ['', chars(5_000)], bad: [chars(5_001), null] },
  tz: { good: ['Asia/Shanghai', 'UTC'], bad: ['Mars/Base', '', null] },
  goal: { good: ['impressions', 'plays', 'share', 'budget'], bad: ['fame', null] },
  goal_amount: { good: [null, 1, MOST_MINOR], bad: [0, 1.5, '7', MOST_MINOR + 1] },
  class: { good: ['guaranteed', 'standard', 'house'], bad: ['alert', null] },
  pacing: { good: ['even', 'asap', 'front'], bad: ['late', null] },
  budget_minor: { good: [null, 100, MOST_MINOR], bad: [99, MOST_MINOR + 1, 100.5] },
  daily_minor: {
    beside: { budget_minor: 5_000 },
    good: [null, 100, 5_000],
    bad: [99, 5_001],
  },
  bid_micros: { good: [null, 1], bad: [0, 1.5] },
  max_per_hour: { good: [null, 1, 60], bad: [0, 61] },
  max_per_day: { good: [null, 1, 1_440], bad: [0, 1_441] },
  max_per_ride: { good: [null, 1, 60], bad: [0, 61] },
  flights: {
    good: [
      flights(1),
      flights(20),
      [flight(0, 730)],
      [flight(0, 1, { sov_s_per_h: 1 })],
      [flight(0, 1, { sov_s_per_h: 3_600, dayparts: [daypart] })],
    ],
    bad: [
      ...[[], flights(21), [flight(0, 731)], [flight(1, 0)], [flight(0, 0)]],
      ...[[flight(0, 1, { sov_s_per_h: 0 })], [flight(0, 1, { sov_s_per_h: 3_601 })]],
      [flight(0, 1, { dayparts: [{ ...daypart, end: '02:03' }] })],
    ],
  },
  targeting: {
    good: [targets({ when_unknown: 'open' })],
    bad: [targets({ when_unknown: 'perhaps' }), targets({ venues: [] })],
  },
};
/** Made by the server alone. */
const READ_ONLY = ['state', 'currency', 'delivered', 'spent_minor', 'screens', 'health', 'submitted_by'];

const patch = async (id: string, payload: object) =>
  call(w.test, w.seller, 'PATCH', `/api/campaigns/${id}`, { payload, version: (await w.read(id)).version });
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, one: unknown) => (key === 'id' ? undefined : one));

describe('OPEN-ENT-02 the fields of a campaign', () => {
  it.each(Object.entries(FIELDS))(
    'OPEN-ENT-02 %s is written and read back at its bounds, and refused past them by its name',
    async (field, { good, bad, beside }) => {
      const { id } = await addCampaign(w.test, w.seller);
      if (beside) expect((await patch(id, beside)).statusCode).toBe(200);
      for (const value of good) {
        const answer = await patch(id, { [field]: value });
        expect([value, answer.statusCode]).toEqual([value, 200]);
        expect(withoutIds((await w.read(id))[field as keyof Campaign])).toEqual(value);
      }
      const before = await w.read(id);
      for (const value of bad) {
        const answer = await patch(id, { [field]: value });
        expect([value, answer.statusCode]).toEqual([value, 400]);
        const named = Object.keys(answer.json<ErrorBody>().details).map(key => key.split('.')[0]);
        expect([value, new Set(named)]).toEqual([value, new Set([field])]);
      }
      expect((await w.read(id))[field as keyof Campaign]).toEqual(before[field as keyof Campaign]);
    },
  );

  it('OPEN-ENT-02 creatives are 1 to 50 by the time it is submitted, each once, with a weight of 1 to 100', async () => {
    const { id } = await addCampaign(w.test, w.seller);
    const creative = await addCreative(w.test, w.test.admin, 'picture.webp');
    const one = { creative_id: creative.id, weight: 1 };
    for (const weight of [1, 100])
      expect((await patch(id, { creatives: [{ ...one, weight }] })).statusCode).toBe(200);
    const many = (n: number) =>
      Array.from({ length: n }, (_, i) => ({ creative_id: uuid7(Date.UTC(2027, 0, 1) + i), weight: 1 }));
    for (const creatives of [[{ ...one, weight: 0 }], [{ ...one, weight: 101 }], [one, one], many(51)]) {
      const answer = await patch(id, { creatives });
      expect([answer.statusCode, Object.keys(answer.json<ErrorBody>().details)[0]]).toEqual([
        400,
        expect.stringMatching(/^creatives\b/),
      ]);
    }
    const textsOf = async (n: number) =>
      (await patch(id, { creatives: many(n) })).json<ErrorBody>().details['creatives'];
    expect(await textsOf(51)).toEqual(['Must be at most 50']);
    /** Fifty are refused for being unknown, not for their number. */
    expect(await textsOf(50)).not.toEqual(['Must be at most 50']);
  });

  it('OPEN-ENT-02 a price below the floor of what is on sale of its screens is told in its forecast, and may be saved', async () => {
    const { screen, test } = w;
    for (const [floor_micros, currency] of [
      [4_000_000, 'EUR'],
      [9_000_000, 'USD'],
    ] as const) {
      const made = await call(test, test.admin, 'POST', '/api/listings', {
        payload: {
          ...{ title: `Taxi in ${currency}`, device_id: screen.id, floor_micros, currency, avails_per_h: 60 },
          ...{ share_max_pct: 50, format: { w: 1280, h: 800, durations_ms: [10_000] } },
        },
      });
      const path = `/api/listings/${made.json<{ id: string }>().id}/publish`;
      expect((await call(test, test.admin, 'POST', path, { payload: {} })).statusCode).toBe(200);
    }
    const missedBy = async (bid_micros: number | null, more: object = {}) => {
      const payload = { ...campaignBody(test), bid_micros, ...more };
      const answer = await call(test, w.seller, 'POST', '/api/campaigns/forecast', { payload });
      return answer.json<Forecast>().missed_floor_micros;
    };
    expect(await missedBy(3_999_999)).toBe(4_000_000);
    expect(await missedBy(4_000_000)).toBeNull();
    expect(await missedBy(null)).toBeNull();
    const { id: group } = (
      await call(test, test.admin, 'POST', '/api/device-groups', { payload: { name: 'Nobody' } })
    ).json<{ id: string }>();
    expect(await missedBy(1, { targeting: targets({ group_ids: [group] }) })).toBeNull();
    await addCampaign(test, w.seller, { bid_micros: 1 });
  });

  it('OPEN-ENT-02 what the server makes is not written', async () => {
    const made = await addCampaign(w.test, w.seller);
    for (const field of READ_ONLY) {
      const payload = { ...campaignBody(w.test), [field]: made[field as keyof Campaign] };
      const answer = await call(w.test, w.seller, 'POST', '/api/campaigns', { payload });
      expect([field, answer.statusCode]).toEqual([field, 400]);
    }
  });
});

it('begins a new one in the zone of most screens that are in service, or else in that of the tenant', async () => {
  const { test, seller } = await campaignWorld();
  const zoneNow = async () =>
    (await call(test, seller, 'GET', '/api/campaigns/defaults')).json<{ tz: string }>().tz;
  const inState = (state: string, tz: string) =>
    test.db.update(devices).set({ state }).where(eq(devices.tz, tz));
  expect(await zoneNow()).toBe('Europe/Berlin');
  for (const name of ['Taxi 102', 'Taxi 103']) {
    const other = makeScreen(test);
    other.facts.tz = 'Asia/Shanghai';
    await other.pair(test.admin, { name });
  }
  expect(await zoneNow()).toBe('Asia/Shanghai');
  await inState('retired', 'Asia/Shanghai');
  expect(await zoneNow()).toBe('Europe/Berlin');
  await inState('retired', 'Europe/Berlin');
  await test.db.update(tenants).set({ tz: 'Europe/Lisbon' });
  expect(await zoneNow()).toBe('Europe/Lisbon');
  await test.close();
});
