/** How much is guaranteed on a screen at most: no more than it can show, by one rule for the approval and the calendar. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import { targeting, type Campaign, type CampaignPatch } from '../../../shared/contract/sales/campaign.ts';
import type { Forecast } from '../../../shared/contract/sales/campaignCalls.ts';
import type { Listing, listingSold } from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { makeScreen } from '../../support/device.ts';
import {
  act,
  addCampaign,
  addLiveCampaign,
  campaignBody,
} from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { campaignWorld, DAY_MS } from './world.ts';

const HOUR_S = 3_600;
const PACING = '/api/player-config/pacing';
let w: Awaited<ReturnType<typeof campaignWorld>>;
let second: ReturnType<typeof makeScreen>;
beforeAll(async () => {
  w = await campaignWorld();
  second = makeScreen(w.test);
  await second.pair(w.test.admin, { name: 'Taxi 102' });
});
afterAll(() => w.test.close());

const flight = (sov_s_per_h: number, from = 0, to = DAY_MS) => {
  const now = w.clock.now();
  return { starts_at: instant(now + from), ends_at: instant(now + to), dayparts: [], sov_s_per_h };
};
const sold = (sov: number | ReturnType<typeof flight>[], device_ids: string[]): CampaignPatch => ({
  ...{ creatives: w.shown(), class: 'guaranteed', goal: 'share', goal_amount: null },
  flights: typeof sov === 'number' ? [flight(sov)] : sov,
  targeting: targeting.parse({ device_ids }),
});
const live = (more: CampaignPatch) => addLiveCampaign(w.test, w.both(), more);
async function approval(more: CampaignPatch) {
  const made = await addCampaign(w.test, w.seller, more);
  await act(w.test, w.seller, made.id, 'submit');
  const answer = await call(w.test, w.test.admin, 'POST', `/api/campaigns/${made.id}/approve`, {
    payload: {},
  });
  if (answer.statusCode === 200) await w.over(made.id);
  return answer.statusCode === 200 ? 'approved' : answer.json<{ details: { left_s: number } }>().details;
}
async function publishPacing(values: object): Promise<void> {
  const { version } = (await call(w.test, w.test.admin, 'GET', PACING)).json<{ version: number }>();
  const changed = await call(w.test, w.test.admin, 'PATCH', PACING, { payload: values, version });
  const { version: drafted } = changed.json<{ version: number }>();
  const done = await call(w.test, w.test.admin, 'POST', `${PACING}/publish`, {
    payload: {},
    version: drafted,
  });
  expect([changed.statusCode, done.statusCode]).toEqual([200, 200]);
}
async function addListing(device_id: string, share_max_pct: number): Promise<Listing> {
  const made = await call(w.test, w.test.admin, 'POST', '/api/listings', {
    payload: {
      ...{ title: 'Cab screen', floor_micros: 1_000_000, avails_per_h: 60, device_id, share_max_pct },
      format: { w: 1280, h: 800, durations_ms: [10_000] },
    },
  });
  const listing = made.json<Listing>();
  const published = await call(w.test, w.test.admin, 'POST', `/api/listings/${listing.id}/publish`, {
    payload: {},
  });
  expect([made.statusCode, published.statusCode]).toEqual([200, 200]);
  return listing;
}
const calendar = async ({ id }: Listing) =>
  (await call(w.test, w.seller, 'GET', `/api/listings/${id}/sold?from=2026-11-24&days=2&tz=UTC`)).json<
    Answer<typeof listingSold>
  >().days;

it('each screen is looked at by itself: what is sold on one is not missing on another', async () => {
  const others = [await live(sold(2_000, [w.screen.id])), await live(sold(2_000, [second.id]))];
  expect(await approval(sold(1_600, [w.screen.id, second.id]))).toBe('approved');
  expect(await approval(sold(1_601, [w.screen.id, second.id]))).toMatchObject({
    left_s: 1_600,
    taken: [{ sov_s_per_h: 2_000 }],
  });
  for (const { id } of others) await w.over(id);
});

it('no more is sold than whole spots fill of what each loop may hold of advertising', async () => {
  await publishPacing({ loop_s: 30, ad_load_max_pct: 50 });
  /** Of the fifteen seconds of each half minute a spot of ten fills ten. */
  expect(await approval(sold(1_201, [w.screen.id]))).toMatchObject({ left_s: 1_200 });
  expect(await approval(sold(1_200, [w.screen.id]))).toBe('approved');
  await publishPacing({ loop_s: 3_600, ad_load_max_pct: 100 });
});

it('what is sold one after the other is not added up', async () => {
  const half = DAY_MS / 2;
  const others: Campaign[] = [];
  for (const one of [flight(2_000, 0, half), flight(2_000, half, DAY_MS)])
    others.push(await live(sold([one], [w.screen.id])));
  expect(await approval(sold(1_600, [w.screen.id]))).toBe('approved');
  for (const { id } of others) await w.over(id);
});

it('no more than the ad load, and than each listing sells of its screens; the calendar says the same', async () => {
  const listing = await addListing(w.screen.id, 50);
  const other = await live(sold(600, [w.screen.id]));
  expect(await approval(sold(1_201, [w.screen.id]))).toMatchObject({ left_s: 1_200 });
  expect(await approval(sold(1_200, [w.screen.id]))).toBe('approved');
  expect(await calendar(listing)).toMatchObject([{ free_pct: 33.3 }, { free_pct: 33.3 }]);

  await publishPacing({ ad_load_max_pct: 25 });
  expect(await approval(sold(301, [w.screen.id]))).toMatchObject({ left_s: 300 });
  expect((await calendar(listing))[0]).toMatchObject({ free_pct: 8.3 });
  const forecast = await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', {
    payload: campaignBody(w.test, sold(301, [w.screen.id])),
  });
  expect(forecast.json<Forecast>()).toMatchObject({ sold_s_per_h: 600, conflicts: [{ id: other.id }] });
  await publishPacing({ ad_load_max_pct: 100 });
  await w.over(other.id);
  await call(w.test, w.test.admin, 'POST', `/api/listings/${listing.id}/archive`, { payload: {} });
});

it('no more than the gap between plays of an advertiser leaves him', async () => {
  await publishPacing({ per_advertiser_gap_s: 20 });
  const own = { advertiser: 'Harbour Tours' };
  /** A play of ten seconds shuts his others out for twenty more. */
  expect(await approval({ ...sold(1_201, [w.screen.id]), ...own })).toMatchObject({ left_s: 1_200 });
  const other = await live({ ...sold(600, [w.screen.id]), ...own });
  expect(await approval({ ...sold(601, [w.screen.id]), advertiser: 'HARBOUR tours' })).toMatchObject({
    left_s: 600,
  });
  expect(await approval({ ...sold(1_200, [w.screen.id]), advertiser: 'Estuary Boats' })).toBe('approved');
  await publishPacing({ per_advertiser_gap_s: 0 });
  await w.over(other.id);
});

it('a flight that holds for a part of a day is that part of it, and free is what its fullest moment leaves', async () => {
  const listing = await addListing(second.id, 100);
  const day = DAY_MS / 24;
  /** From 15:00, which is nine hours of the first day. */
  const one = await live(sold([flight(HOUR_S / 2, 6 * day, 15 * day)], [second.id]));
  expect(await calendar(listing)).toMatchObject([
    { sold_pct: 18.8, free_pct: 50, booked: [{ share_pct: 18.8 }] },
    { sold_pct: 0, free_pct: 100, booked: [] },
  ]);
  await w.over(one.id);
});
