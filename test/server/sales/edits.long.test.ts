/** What an edit of a campaign on screens may do, and what approvals at the same time may not. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateOf, instant } from '../../../shared/clock.ts';
import { targeting, type Campaign, type CampaignPatch } from '../../../shared/contract/sales/campaign.ts';
import type { CampaignLeases, Delivery } from '../../../shared/contract/sales/campaignCalls.ts';
import { playsFor } from '../../../shared/money.ts';
import { creatives, devices } from '../../../server/db/schema.ts';
import { makeScreen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import {
  act,
  addCampaign,
  addLiveCampaign,
  campaignBody,
} from '../../support/server/rows/sales/campaigns.ts';
import { addCreative } from '../../support/server/upload.ts';
import { campaignWorld, DAY_MS } from './world.ts';

const HOUR_S = 3_600;
let w: Awaited<ReturnType<typeof campaignWorld>>;
let second: ReturnType<typeof makeScreen>;
beforeAll(async () => {
  w = await campaignWorld();
  second = makeScreen(w.test);
  await second.pair(w.test.admin, { name: 'Taxi 102' });
});
afterAll(() => w.test.close());

const flight = (sov_s_per_h: number | null, from = 0, days = 6) => {
  const now = w.clock.now();
  return { starts_at: instant(now + from), ends_at: instant(now + days * DAY_MS), dayparts: [], sov_s_per_h };
};
const on = (device_ids: string[]) => targeting.parse({ device_ids });
/** Guaranteed on these screens. */
const sold = (device_ids: string[], flights = [flight(HOUR_S)]): CampaignPatch => ({
  ...{ creatives: w.shown(), class: 'guaranteed', goal: 'share', goal_amount: null, flights },
  targeting: on(device_ids),
});
const live = (more: CampaignPatch) => addLiveCampaign(w.test, w.both(), more);
const path = ({ id }: Pick<Campaign, 'id'>) => `/api/campaigns/${id}`;
async function edited(one: Campaign, payload: CampaignPatch): Promise<Campaign> {
  const { version } = await w.read(one.id);
  const answer = await call(w.test, w.seller, 'PATCH', path(one), { payload, version });
  expect(answer.statusCode).toBe(200);
  return answer.json<Campaign>();
}
async function decided(one: Campaign, verb: string, version?: number) {
  const seen = version === undefined ? {} : { version };
  const answer = await call(w.test, w.test.admin, 'POST', `${path(one)}/${verb}`, { payload: {}, ...seen });
  const { details } = answer.json<{ details?: { because?: string } }>();
  return [answer.statusCode, details?.because];
}
const approved = (one: Campaign) => decided(one, 'approve-change');

describe('an edit of a campaign on screens', () => {
  it('sells no hour twice: its own screens are counted, not those it leaves', async () => {
    const first = await live(sold([w.screen.id]));
    const other = await live(sold([second.id]));
    await edited(other, { targeting: on([w.screen.id]) });
    expect(await approved(other)).toEqual([422, 'share_sold']);
    await w.over(first.id);
    expect(await approved(other)).toEqual([200, undefined]);
    await w.over(other.id);
  });

  it('is approved only as it could be approved anew', async () => {
    const one = await live({ creatives: w.shown() });
    await edited(one, { goal_amount: null });
    expect(await approved(one)).toEqual([422, 'no_goal']);
    await edited(one, { goal_amount: 2_000, creatives: [] });
    expect(await approved(one)).toEqual([422, 'no_creative']);
    expect(await w.read(one.id)).toMatchObject({ goal_amount: 1_000 });
    await w.over(one.id);
  });

  it('is refused where it names what was deleted while it waited, by the field that names it', async () => {
    const made = async (url: string, payload: object) =>
      (await call(w.test, w.test.admin, 'POST', url, { payload })).json<{ id: string; version: number }>();
    const removed = async (url: string) => {
      const { version } = (await call(w.test, w.test.admin, 'GET', url)).json<{ version: number }>();
      expect((await call(w.test, w.test.admin, 'DELETE', url, { version })).statusCode).toBe(204);
    };
    const refusalOf = async (one: Campaign) => {
      const answer = await call(w.test, w.test.admin, 'POST', `${path(one)}/approve-change`, { payload: {} });
      return [answer.statusCode, answer.json<{ details: object }>().details];
    };
    const one = await live({ creatives: w.shown() });
    const group = await made('/api/device-groups', { name: 'Night line' });
    await edited(one, { targeting: targeting.parse({ group_ids: [group.id] }) });
    await removed(`/api/device-groups/${group.id}`);
    const gone = { because: 'targeting_gone', field: 'targeting' };
    expect(await refusalOf(one)).toEqual([422, gone]);
    const place = await made('/api/locations', {
      ...{ name: 'Pier', address: '', lat: 38.7, lng: -9.1, radius_m: 100, tz: 'UTC', external_id: null },
    });
    await edited(one, { targeting: targeting.parse({ location_ids: [place.id] }) });
    await removed(`/api/locations/${place.id}`);
    expect(await refusalOf(one)).toEqual([422, gone]);
    const spare = await addCreative(w.test, w.test.admin);
    await edited(one, {
      targeting: on([w.screen.id]),
      creatives: [...w.shown(), { creative_id: spare.id, weight: 1 }],
    });
    await w.test.db
      .update(creatives)
      .set({ deleted_at: dateOf(w.clock.now()) })
      .where(eq(creatives.id, spare.id));
    expect(await refusalOf(one)).toEqual([422, { because: 'creatives_gone', field: 'creatives' }]);
    expect((await w.read(one.id)).targeting.group_ids).toEqual([]);
    await w.over(one.id);
  });

  it.each(['approve-change', 'drop-change'])(
    'is decided in the version that was looked at: %s',
    async verb => {
      const one = await live({ creatives: w.shown() });
      const { version } = await edited(one, { goal_amount: 1_001 });
      await edited(one, { goal_amount: 999_999 });
      expect((await decided(one, verb, version))[0]).toBe(412);
      expect((await w.read(one.id)).change).toMatchObject({ goal_amount: 999_999 });
      expect((await decided(one, verb, (await w.read(one.id)).version))[0]).toBe(200);
      expect((await w.read(one.id)).change).toBeNull();
      await w.over(one.id);
    },
  );
});

describe('flights', () => {
  it('have ids of the server: neither a new campaign nor an edit takes one of another', async () => {
    const one = await live({ creatives: w.shown() });
    const stolen = [{ ...flight(null), id: one.flights[0]!.id! }];
    const refused = { error: 'VALIDATION', details: { flights: [expect.any(String)] } };
    const payload = campaignBody(w.test, { flights: stolen });
    expect((await call(w.test, w.seller, 'POST', '/api/campaigns', { payload })).json()).toMatchObject(
      refused,
    );
    const other = await addCampaign(w.test, w.seller);
    const patch = (of: Campaign, flights: CampaignPatch['flights']) =>
      call(w.test, w.seller, 'PATCH', path(of), { payload: { flights }, version: of.version });
    expect((await patch(other, stolen)).json()).toMatchObject(refused);
    const own = { ...flight(null), id: other.flights[0]!.id! };
    expect((await patch(other, [own, own])).json()).toMatchObject(refused);
    const moved = (await patch(other, [own, flight(null, DAY_MS)])).json<Campaign>();
    expect(moved.flights.map(({ id }) => id)).toEqual([own.id, expect.any(String)]);
    await w.over(one.id);
  });

  it('lie on days of the calendar, and the field is named', async () => {
    const flights = [{ ...flight(null), ends_at: '2026-02-31T00:00:00.000Z' }];
    const answer = await call(w.test, w.seller, 'POST', '/api/campaigns', {
      payload: campaignBody(w.test, { flights }),
    });
    expect([answer.statusCode, Object.keys(answer.json<{ details: object }>().details)]).toEqual([
      400,
      ['flights.0.ends_at'],
    ]);
  });
});

it('a budget needs a price, and what was deleted has no copy', async () => {
  const one = await addCampaign(w.test, w.seller, { creatives: w.shown(), budget_minor: 500 });
  const answer = await call(w.test, w.seller, 'POST', `${path(one)}/submit`, { payload: {} });
  expect(answer.json()).toMatchObject({ details: { because: 'no_budget_or_price' } });
  await call(w.test, w.seller, 'DELETE', path(one), { version: one.version });
  const copy = await call(w.test, w.seller, 'POST', `${path(one)}/duplicate`, { payload: { name: 'Again' } });
  expect(copy.statusCode).toBe(404);
});

it('a copy is not approved by whoever wrote what was copied', async () => {
  const [author, other] = [await w.test.signIn('admin'), await w.test.signIn('admin')];
  const one = await addCampaign(w.test, author, { creatives: w.shown() });
  const again = { payload: { name: 'Again' } };
  const copy = (await call(w.test, w.seller, 'POST', `${path(one)}/duplicate`, again)).json<Campaign>();
  await act(w.test, w.seller, copy.id, 'submit');
  const approve = (by: typeof author) => call(w.test, by, 'POST', `${path(copy)}/approve`, { payload: {} });
  expect((await approve(author)).statusCode).toBe(403);
  expect((await approve(other)).statusCode).toBe(200);
  await w.over(copy.id);
});

describe('what is guaranteed', () => {
  it('is approved in turns: of four at once for the whole hour of one screen one passes', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, () => addCampaign(w.test, w.seller, sold([w.screen.id]))),
    );
    for (const { id } of all) await act(w.test, w.seller, id, 'submit');
    const answers = await Promise.all(
      all.map(one => call(w.test, w.test.admin, 'POST', `${path(one)}/approve`, { payload: {} })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422]);
    const passed = all[answers.findIndex(({ statusCode }) => statusCode === 200)]!;
    await w.over(passed.id);
  });

  it('counts flights of one campaign together where they overlap', async () => {
    const made = await addCampaign(w.test, w.seller, sold([w.screen.id], [flight(1_801), flight(1_800, 1)]));
    await act(w.test, w.seller, made.id, 'submit');
    const answer = await call(w.test, w.test.admin, 'POST', `${path(made)}/approve`, { payload: {} });
    expect(answer.json()).toMatchObject({ details: { because: 'share_sold' } });
    const beside = [flight(HOUR_S, 0, 1), flight(HOUR_S, DAY_MS, 2)];
    const one = await live(sold([w.screen.id], beside));
    await w.over(one.id);
  });
});

it('a driver reads of the screens that are his, and plans nothing', async () => {
  const driver = await w.test.signIn('device_owner');
  await w.test.db.update(devices).set({ owner_user_id: driver.id }).where(eq(devices.id, second.id));
  const one = await live({ creatives: w.shown() });
  for (const screen of [w.screen, second])
    await screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
  const names = async (by: typeof driver) => {
    const leases = (await call(w.test, by, 'GET', `${path(one)}/leases`)).json<CampaignLeases>();
    return leases.leases.map(({ device_name }) => device_name).sort();
  };
  const draft = await call(w.test, w.seller, 'POST', `${path(one)}/duplicate`, { payload: { name: 'Next' } });
  const listed = await call(w.test, driver, 'GET', '/api/campaigns');
  const ids = listed.json<{ items: Campaign[] }>().items.map(({ id }) => id);
  expect([ids.includes(one.id), ids.includes(draft.json<Campaign>().id)]).toEqual([true, false]);
  const unread = await call(w.test, driver, 'GET', path(draft.json<Campaign>()));
  expect(unread.statusCode).toBe(404);
  expect(await names(w.test.admin)).toEqual(['Taxi 101', 'Taxi 102']);
  expect(await names(driver)).toEqual(['Taxi 102']);
  const delivery = await call(w.test, driver, 'GET', `${path(one)}/delivery`);
  expect(delivery.json<Delivery>().devices.filter(({ name }) => name !== 'Taxi 102')).toEqual([]);
  const forecast = await call(w.test, driver, 'POST', '/api/campaigns/forecast', { payload: {} });
  expect(forecast.statusCode).toBe(403);
});

describe('figures', () => {
  it('money buys whole plays, without a rounding of floating point', () => {
    expect(playsFor(201, 2_010_000, 'EUR')).toBe(1_000);
    expect(playsFor(200, 3_000_000, 'JPY')).toBe(66_666);
    expect(playsFor(1, null, 'EUR')).toBeNull();
  });

  it('a forecast of flights that are over is nothing, and a listing is asked for days of the calendar only', async () => {
    const over = { starts_at: instant(w.clock.now() - 2 * DAY_MS), ends_at: instant(w.clock.now() - DAY_MS) };
    const answer = await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', {
      payload: { goal: 'plays', goal_amount: 100, flights: [over], creatives: w.shown(), tz: 'UTC' },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { plays: { likely: 0 } }]);
    const listing = await call(w.test, w.test.admin, 'POST', '/api/listings', {
      payload: {
        ...{ title: 'Cab screen', floor_micros: 1_000_000, avails_per_h: 60, device_id: w.screen.id },
        format: { w: 1280, h: 800, durations_ms: [10_000] },
      },
    });
    const { id } = listing.json<{ id: string }>();
    for (const from of ['9999-12-31', '0001-01-01', '2026-02-31']) {
      const refused = await call(w.test, w.test.admin, 'GET', `/api/listings/${id}/sold?from=${from}`);
      expect(refused.statusCode, from).toBe(400);
    }
  });
});
