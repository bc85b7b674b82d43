import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import type { changeListings, Listing, listingMeasured } from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { devices, listings, plays, tenants } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen } from '../../support/device.ts';
import { said } from '../../support/reported.ts';
import { addPlaylist, assign, call, publish, type CallOptions } from '../../support/server/playlist.ts';
import { addListings } from '../../support/server/rows/sales/listingRows.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const HOUR_MS = 3_600_000;
/** A Tuesday. */
const NOW = Date.parse('2026-11-24T08:30:00.000Z');
const clock = manualClock(NOW);

let test: TestServer;
let by: TestServer['admin'];
let group: DeviceGroup;
let tram: { id: string; asset: { sha256: string } };
beforeAll(async () => {
  test = await startTestServer({ clock });
  tram = await addCreative(test, test.admin, 'picture.jpg');
});
beforeEach(async () => {
  by = await test.signIn('manager');
  await test.db.delete(listings);
  await test.db.update(devices).set({ state: 'retired' });
  group = (
    await post('/api/device-groups', { name: 'Airport', rule: { tags: ['airport'] } })
  ).json<DeviceGroup>();
});
afterAll(() => test.close());

const OFFER = { title: 'Airport', floor_micros: 4_500_000, avails_per_h: 60 };
const FORMAT = { w: 1280, h: 800, durations_ms: [10_000] };
const post = (url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
const ask = async <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, more: CallOptions = {}) => {
  const answer = await call(test, by, method, url, more);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.body === '' ? (undefined as T) : answer.json<T>();
};
const make = (more: object = {}) =>
  ask<Listing>('POST', '/api/listings', {
    payload: { ...OFFER, group_id: group.id, format: FORMAT, ...more },
  });
const list = async (query = '') =>
  (await ask<{ items: Listing[] }>('GET', `/api/listings${query}`)).items.map(({ title }) => title);
const refusal = (answer: Awaited<ReturnType<typeof post>>) => [
  answer.statusCode,
  answer.json<{ error: string }>().error,
  answer.json<{ details: unknown }>().details,
];

async function addScreen(
  name: string,
  { resolution = '1280x800', orientation = 0, tags = ['airport'] } = {},
) {
  const screen = makeScreen(test);
  await screen.pair(by, { name });
  const reported = { ...said(), resolution };
  await test.db.update(devices).set({ orientation, tags, reported }).where(eq(devices.id, screen.id));
  return screen;
}

describe('a listing', () => {
  it('ADMIN-21 is made, changed, published, paused, resumed and archived, and then changed no more', async () => {
    const made = await make();
    expect(made).toMatchObject({
      ...{ ...OFFER, state: 'draft', place_name: 'Airport', device_id: null, group_id: group.id },
      ...{ currency: 'EUR', share_max_pct: 100, blocked_cats: [], format: FORMAT, is_gone: false },
    });
    const format = { w: 800, h: 1280, durations_ms: [10_000, 15_000] };
    const changed = await ask<Listing>('PATCH', `/api/listings/${made.id}`, {
      payload: { title: 'Arrivals', format },
      version: made.version,
    });
    expect(changed).toMatchObject({ title: 'Arrivals', format, floor_micros: 4_500_000 });
    const act = (verb: string) => post(`/api/listings/${made.id}/${verb}`);
    expect((await act('pause')).statusCode).toBe(409);
    for (const [verb, state] of [
      ['publish', 'published'],
      ['pause', 'paused'],
      ['resume', 'published'],
    ] as const)
      expect((await act(verb)).json()).toMatchObject({ state });
    const { version } = await ask<Listing>('GET', `/api/listings/${made.id}`);
    const deletion = await call(test, by, 'DELETE', `/api/listings/${made.id}`, { version });
    expect(refusal(deletion)).toEqual([409, 'STATE', { status: 'published' }]);
    const archived = (await act('archive')).json<Listing>();
    expect(archived.state).toBe('archived');
    for (const verb of ['publish', 'pause', 'resume', 'archive'])
      expect((await act(verb)).statusCode).toBe(409);
    const edit = { payload: { title: 'Again' }, version: archived.version };
    expect((await call(test, by, 'PATCH', `/api/listings/${made.id}`, edit)).statusCode).toBe(409);
    expect([await list(), await list('?status=archived')]).toEqual([[], ['Arrivals']]);
  });

  it('sells one screen or one group of its own tenant', async () => {
    const screen = await addScreen('Cab 1');
    const both = await post('/api/listings', { ...OFFER, device_id: screen.id, group_id: group.id });
    expect(refusal(both)).toEqual([400, 'VALIDATION', { device_id: ['Either a screen or a group'] }]);
    expect(refusal(await post('/api/listings', OFFER))).toEqual([
      400,
      'VALIDATION',
      { group_id: ['Required'] },
    ]);
    const missing = await post('/api/listings', { ...OFFER, device_id: uuid7(NOW) });
    expect(refusal(missing)).toEqual([
      400,
      'VALIDATION',
      { device_id: ['There is no such screen in service.'] },
    ]);
    expect(await make({ group_id: null, device_id: screen.id })).toMatchObject({ place_name: 'Cab 1' });
  });

  it('takes the format it is not given from the screens: their usual size, and what they play', async () => {
    const empty = { ...OFFER, group_id: group.id };
    expect(refusal(await post('/api/listings', empty))).toEqual([
      ...[400, 'VALIDATION'],
      { 'format.w': ['No screen of it has reported its size yet'] },
    ]);
    const upright = { resolution: '1920x1080', orientation: 90 };
    const screens = [
      await addScreen('Cab 2'),
      await addScreen('Cab 3', upright),
      await addScreen('Cab 4', upright),
    ];
    expect((await post('/api/listings', empty)).json()).toMatchObject({
      format: { w: 1080, h: 1920, durations_ms: [10_000] },
    });
    const items = [8_000, 5_000, 8_000].map(duration_ms => ({ creative_id: tram.id, duration_ms }));
    const loop = await addPlaylist(test, by, items, 'Airport loop');
    await publish(test, by, loop.id);
    const ids = screens.map(({ id }) => id);
    await assign(test, by, loop.id, ids);
    expect((await post('/api/listings', empty)).json()).toMatchObject({
      format: { durations_ms: [5_000, 8_000] },
    });
    const partly = { ...empty, format: { w: 640, durations_ms: [30_000] } };
    expect((await post('/api/listings', partly)).json()).toMatchObject({
      format: { w: 640, h: 1920, durations_ms: [30_000] },
    });
  });

  it('of a retired screen or a deleted group cannot be published, one by one or many at once', async () => {
    const screen = await addScreen('Cab 5');
    const ofScreen = await make({ title: 'One cab', group_id: null, device_id: screen.id });
    const ofGroup = await make({ title: 'Group' });
    const paused = await make({ title: 'Paused' });
    for (const verb of ['publish', 'pause']) await post(`/api/listings/${paused.id}/${verb}`);
    expect((await post(`/api/devices/${screen.id}/retire`)).statusCode).toBe(200);
    await ask('DELETE', `/api/device-groups/${group.id}`, { version: group.version });
    const publishing = (id: string, verb = 'publish') => post(`/api/listings/${id}/${verb}`);
    expect(refusal(await publishing(ofScreen.id))).toEqual([422, 'RULE', { because: 'screen_retired' }]);
    expect(refusal(await publishing(ofGroup.id))).toEqual([422, 'RULE', { because: 'group_deleted' }]);
    expect(refusal(await publishing(paused.id, 'resume'))).toEqual([
      422,
      'RULE',
      { because: 'group_deleted' },
    ]);
    expect(await ask('GET', `/api/listings/${ofScreen.id}`)).toMatchObject({ is_gone: true, state: 'draft' });
    const many = await ask<Answer<typeof changeListings>>('POST', '/api/listings/changes', {
      payload: { listing_ids: [ofScreen.id, ofGroup.id], change: { state: 'published' } },
    });
    expect(many.failed.map(({ name, error }) => [name, error])).toEqual([
      ['One cab', 'RULE'],
      ['Group', 'RULE'],
    ]);
    expect(refusal(await post('/api/listings', { ...OFFER, group_id: group.id, format: FORMAT }))[0]).toBe(
      400,
    );
  });

  it('ADMIN-21 many are priced, published and paused at once, by their ids or by a filter; the others are named', async () => {
    const [draft, done, third] = [
      await make({ title: 'A' }),
      await make({ title: 'B' }),
      await make({ title: 'C' }),
    ];
    await post(`/api/listings/${done.id}/archive`);
    const change = (payload: object) =>
      ask<Answer<typeof changeListings>>('POST', '/api/listings/changes', { payload });
    const floor = { floor_micros: 9_000_000, currency: 'USD' };
    expect(await change({ listing_ids: [draft.id, done.id, uuid7(NOW)], change: { floor } })).toMatchObject({
      changed: 1,
      failed: [
        { name: 'B', error: 'STATE' },
        { name: null, error: 'NOT_FOUND' },
      ],
    });
    expect(await change({ filter: { q: 'Airport' }, change: { state: 'published' } })).toMatchObject({
      changed: 2,
    });
    expect(await change({ filter: { status: 'published' }, change: { state: 'paused' } })).toMatchObject({
      changed: 2,
      failed: [],
    });
    expect(await ask('GET', `/api/listings/${draft.id}`)).toMatchObject({ ...floor, state: 'paused' });
    expect(await list('?sort=-floor_micros&status=paused')).toEqual(['A', 'C']);
    expect(await list(`?q=${third.title}&group_id=${group.id}`)).toEqual(['C']);
  });

  it('ADMIN-21 is of its tenant: nobody of another sees, sells or prices it', async () => {
    const other = await test.addTenant('other-sales');
    await test.db.update(tenants).set({ currency: 'USD' }).where(eq(tenants.id, other));
    const theirs = await addListings(test, other);
    await make({ title: 'Ours' });
    expect(await list()).toEqual(['Ours']);
    expect((await call(test, by, 'GET', `/api/listings/${theirs.draft}`)).statusCode).toBe(404);
    expect((await call(test, by, 'GET', `/api/listings/${theirs.draft}/measured`)).statusCode).toBe(404);
    expect((await post(`/api/listings/${theirs.draft}/publish`)).statusCode).toBe(404);
    expect(
      (await post('/api/listings', { ...OFFER, format: FORMAT, group_id: theirs.group })).statusCode,
    ).toBe(400);
    const change = { state: 'paused' };
    expect(
      await ask('POST', '/api/listings/changes', { payload: { listing_ids: [theirs.published], change } }),
    ).toEqual({
      changed: 0,
      failed: [{ id: theirs.published, name: null, error: 'NOT_FOUND' }],
    });
    by = await test.signIn('manager', other);
    expect(await list('?sort=title')).toHaveLength(3);
  });
});

describe('what its screens have shown', () => {
  const measured = (id: string, tz = 'Europe/Lisbon') =>
    ask<Answer<typeof listingMeasured>>('GET', `/api/listings/${id}/measured?tz=${tz}`);

  it('is counted by hour of the week, for the screens of its group alone', async () => {
    const [first, second, stranger] = [
      await addScreen('Cab 6'),
      await addScreen('Cab 7'),
      await addScreen('Van 1', { tags: [] }),
    ];
    const play = async (screen: typeof first, ...hoursAgo: number[]) => {
      const ledger = screen.ledger();
      await screen.send([await ledger.play({ id: tram.id, sha256: tram.asset.sha256 })]);
      const [row] = await test.db.select().from(plays).where(eq(plays.device_id, screen.id));
      await test.db.delete(plays).where(eq(plays.device_id, screen.id));
      await test.db.insert(plays).values(
        hoursAgo.map((ago, seq) => ({
          ...{ ...row!, play_id: uuid7(NOW), seq: seq + 1, started_at: new Date(NOW - ago * HOUR_MS) },
        })),
      );
    };
    await play(first, 0.1, 0.2, 24 * 7, 24 * 27.9, 24 * 28.1);
    await play(second, 0.3);
    await play(stranger, 0.1, 0.2, 0.3);
    const { id } = await make();
    const { hours, screens } = await measured(id);
    expect(screens).toBe(2);
    expect(hours).toEqual([
      /** Tuesdays at eight: this one by both, that of last week by one of them. */
      { day: 2, hour: 8, screen_hours: 3, plays: 4 },
      { day: 2, hour: 10, screen_hours: 1, plays: 1 },
    ]);
    expect((await measured(id, 'Asia/Kolkata')).hours[0]).toMatchObject({ day: 2, hour: 13 });
    const alone = await make({ group_id: null, device_id: stranger.id });
    expect((await measured(alone.id)).hours).toEqual([{ day: 2, hour: 8, screen_hours: 1, plays: 3 }]);
  });

  it('knows only zones that there are', async () => {
    const { id } = await make();
    expect((await call(test, by, 'GET', `/api/listings/${id}/measured?tz=Nowhere`)).statusCode).toBe(400);
  });
});
