import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../server/db/rows.ts';
import { devices } from '../../../server/db/schema.ts';
import { presence, PRESENCE_S, type Device, type Reported } from '../../../shared/contract/fleet/device.ts';
import type { devicePlaces } from '../../../shared/contract/fleet/live.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { instant } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addPlaylist, assign, call } from '../../support/server/playlist.ts';
import { said } from '../../support/reported.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const clock = manualClock(Date.now());
let test: TestServer;
let admin: TestServer['admin'];
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
beforeEach(async () => {
  await clock.advance(60_000);
  admin = await test.signIn('admin');
  screen = makeScreen(test);
  await screen.pair(admin, { name: `Cab ${clock.now()}` });
});
afterAll(() => test.close());

/** The database itself counts the statements that write devices, as other work of the server has its own. */
async function countUpdates(): Promise<() => Promise<number>> {
  await test.db.execute(sql`create sequence updates minvalue 0 start 0`);
  await test.db.execute(sql`
    create function count_update() returns trigger language plpgsql security definer as
    $$ begin perform nextval('public.updates'); return null; end $$`);
  await test.db.execute(sql`
    create trigger count_update after update on devices for each statement execute function count_update()`);
  const count = sql`select case when is_called then last_value + 1 else 0 end as n from updates`;
  return async () => Number(rowsOf<{ n: string }>(await test.db.execute(count))[0]?.n);
}

interface List {
  items: Device[];
  total: number;
  facets: { presence: Record<string, number>; state: Record<string, number> };
}
const list = async (query = '') => (await call(test, admin, 'GET', `/api/devices${query}`)).json<List>();
const read = async (id = screen.id) => (await call(test, admin, 'GET', `/api/devices/${id}`)).json<Device>();

describe('the last place of a screen', () => {
  const places = async (query = '') =>
    (await call(test, admin, 'GET', `/api/devices/places${query}`)).json<Answer<typeof devicePlaces>>().items;
  const mine = async () => (await places()).find(({ id }) => id === screen.id);
  const beat = (place?: Reported['place']) =>
    screen.call('POST', '/api/player/heartbeat', said(place === undefined ? {} : { place }));

  it('stays while the screen does not know it, and is forgotten once it may no longer be said', async () => {
    const place = { lat: 38.7223, lng: -9.1393, acc_m: 8, at: instant(clock.now()) };
    expect(await mine()).toMatchObject({ place: null });
    await beat(place);
    expect(await mine()).toMatchObject({ place: { ...place, location: null } });
    await clock.advance(60_000);
    await beat();
    expect(await mine()).toMatchObject({ last_seen_at: instant(clock.now()), place });
    await beat(null);
    expect(await mine()).toMatchObject({ place: null });
  });

  it('is that of its location where it said nothing, and the filter of the list chooses', async () => {
    const pier = { name: 'Pier 3', address: '', lat: 38.7, lng: -9.16, radius_m: 80 };
    const body = { ...pier, tz: 'Europe/Lisbon', external_id: null };
    const made = (await call(test, admin, 'POST', '/api/locations', { payload: body })).json<{
      id: string;
    }>();
    const { version } = await read();
    await call(test, admin, 'PATCH', `/api/devices/${screen.id}`, {
      payload: { location_id: made.id },
      version,
    });
    const standing = { lat: 38.7, lng: -9.16, acc_m: 80, at: null, location: 'Pier 3' };
    expect(await mine()).toMatchObject({ place: standing });
    expect(await places(`?location_id=${made.id}`)).toHaveLength(1);
    expect(await places('?status=offline')).not.toContainEqual(expect.objectContaining({ id: screen.id }));
  });
});

describe('a heartbeat', () => {
  it('is seen in the list at once and makes a paired screen an active one', async () => {
    const creative = await addCreative(test, admin);
    const now_playing = { creative_id: creative.id, since: instant(clock.now()) };
    const answer = await screen.call('POST', '/api/player/heartbeat', said({ now_playing }));
    expect(answer.json()).toEqual({ manifest_version: 1, server_ms: clock.now() });
    const device = (await list()).items.find(one => one.id === screen.id);
    expect(device).toMatchObject({
      state: 'active',
      presence: 'online',
      last_seen_at: instant(clock.now()),
      now_playing: creative.name,
      reported: { app_version: '0.1.0' },
    });
  });

  it('names what plays by its own word where the creative is not ours, as with the house loop', async () => {
    const now_playing = { creative_id: uuid7(clock.now()), name: 'House loop', since: instant(clock.now()) };
    await screen.call('POST', '/api/player/heartbeat', said({ now_playing }));
    expect((await read()).now_playing).toBe('House loop');
  });

  it('says nothing of what plays once the screen is silent, on no page', async () => {
    const now_playing = { creative_id: uuid7(clock.now()), name: 'House loop', since: instant(clock.now()) };
    await screen.call('POST', '/api/player/heartbeat', said({ now_playing }));
    await clock.advance((PRESENCE_S.stale + 1) * 1_000);
    expect((await list()).items.find(one => one.id === screen.id)).toMatchObject({
      presence: 'offline',
      now_playing: null,
    });
    const wall = await call(test, admin, 'GET', '/api/devices/live');
    expect(wall.body).toContain(screen.id);
    expect(wall.body).not.toContain('House loop');
  });

  it('writes once in ten seconds, however many come', async () => {
    await screen.head();
    await test.hearNotices();
    /** What it may update to is read once in a while. */
    await screen.call('POST', '/api/player/heartbeat', said());
    const updates = await countUpdates();
    const before = test.server.queries();
    for (let n = 0; n < 10; n++) await screen.call('POST', '/api/player/heartbeat', said());
    expect(test.server.queries() - before).toBe(0);
    await clock.advance(10_000);
    await expect.poll(updates).toBe(1);
    await clock.advance(20_000);
    expect(await updates()).toBe(1);
  });

  it('with a sign no database keeps stops neither its own row nor those of others', async () => {
    const other = makeScreen(test);
    await other.pair(admin);
    await screen.call('POST', '/api/player/heartbeat', said({ app_version: 'a\0b\ud800c' }));
    await other.call('POST', '/api/player/heartbeat', said());
    expect(await read()).toMatchObject({ presence: 'online', reported: { app_version: 'abc' } });
    expect(await read(other.id)).toMatchObject({ presence: 'online' });
  });

  it('refuses what is not in the contract', async () => {
    const answer = await screen.call('POST', '/api/player/heartbeat', { ...said(), extra: 1 });
    expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { extra: ['Unknown field'] } });
  });
});

describe('presence', () => {
  it.each([
    ['online', 0],
    ['online', PRESENCE_S.online * 1000],
    ['stale', PRESENCE_S.online * 1000 + 1],
    ['stale', PRESENCE_S.stale * 1000],
    ['offline', PRESENCE_S.stale * 1000 + 1],
  ])('is %s %i ms after the last sign of life, in the list as in the contract', async (expected, age) => {
    const last_seen_at = new Date(clock.now() - age);
    await test.db.update(devices).set({ last_seen_at }).where(eq(devices.id, screen.id));
    expect(presence(last_seen_at.toISOString(), clock.now())).toBe(expected);
    const { items } = await list(`?status=${expected}&limit=100`);
    expect(items.find(one => one.id === screen.id)?.presence).toBe(expected);
  });

  it('is the same in an export as in the list, a moment after a heartbeat', async () => {
    await screen.call('POST', '/api/player/heartbeat', said());
    const exported = await call(test, admin, 'GET', '/api/devices/export');
    const row = exported.body.split('\n').find(line => line.includes(`Cab ${clock.now()}`)) ?? '';
    expect(row).toContain('online');
    expect(row).toContain(instant(clock.now()).replace(/Z$/, ''));
  });

  it('is never for a screen that was never heard', async () => {
    const { items } = await list('?status=never');
    expect(items.some(one => one.id === screen.id && one.presence === 'never')).toBe(true);
  });
});

describe('the list', () => {
  it('searches, sorts, pages and counts', async () => {
    const names = ['Depot A', 'Depot B', 'Depot_C'];
    for (const name of names) await makeScreen(test).pair(admin, { name });
    expect((await list('?q=depot&sort=name')).items.map(one => one.name)).toEqual(names);
    expect((await list('?q=depot&sort=-name&limit=1&offset=1')).items.map(one => one.name)).toEqual([
      'Depot B',
    ]);
    expect((await list('?q=depot_')).items.map(one => one.name)).toEqual(['Depot_C']);
    const all = await list('?q=depot&limit=2');
    expect([all.items.length, all.total]).toEqual([2, 3]);
    expect(all.facets).toEqual({ presence: { never: 3 }, state: { paired: 3 } });
  });

  it('finds nothing by a sign no name holds', async () => {
    expect((await call(test, admin, 'GET', '/api/devices?q=%00x')).statusCode).toBe(200);
  });

  it.each(['?sort=tenant_id', '?status=broken', '?limit=101', '?offset=-1', '?sort=-'])(
    'refuses %s',
    async query => {
      const answer = await call(test, admin, 'GET', `/api/devices${query}`);
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, 'VALIDATION']);
    },
  );
});

describe('a change', () => {
  it('is refused over a version the caller has not seen, with the row as it stands', async () => {
    const { version } = await read();
    const patch = (payload: object, seen: number | undefined) =>
      call(test, admin, 'PATCH', `/api/devices/${screen.id}`, {
        payload,
        ...(seen === undefined ? {} : { version: seen }),
      });
    expect((await patch({ vehicle: 'B-WS 1182' }, version)).json()).toMatchObject({
      vehicle: { label: 'B-WS 1182' },
      version: version + 1,
    });
    const stale = await patch({ vehicle: 'other' }, version);
    expect(stale.statusCode).toBe(412);
    expect(stale.json()).toMatchObject({
      error: 'VERSION_CONFLICT',
      details: { id: screen.id, vehicle: { label: 'B-WS 1182' }, version: version + 1 },
    });
    expect((await patch({ vehicle: 'other' }, undefined)).statusCode).toBe(428);
  });

  it('of what screens show makes a new head, of tags none', async () => {
    const { version } = await read();
    const before = await screen.head();
    await call(test, admin, 'PATCH', `/api/devices/${screen.id}`, { payload: { tags: ['night'] }, version });
    expect((await screen.head()).version).toBe(before.version);
    const payload = { orientation: 90, fit: 'cover', volume: 20 };
    await call(test, admin, 'PATCH', `/api/devices/${screen.id}`, { payload, version: version + 1 });
    expect((await screen.head()).version).toBe(before.version + 1);
  });

  it('refuses a playlist that is not there and unknown fields', async () => {
    const { version } = await read();
    const patch = (payload: object) =>
      call(test, admin, 'PATCH', `/api/devices/${screen.id}`, { payload, version });
    const missing = await patch({ playlist_id: uuid7(clock.now()) });
    expect(missing.json()).toMatchObject({
      error: 'VALIDATION',
      details: { playlist_id: [expect.any(String)] },
    });
    expect((await patch({ state: 'retired' })).json()).toMatchObject({
      details: { state: ['Unknown field'] },
    });
  });
});

it('a retired screen ends its keys, leaves its playlist and the list, and stays where it is asked for', async () => {
  const creative = await addCreative(test, admin);
  const playlist = await addPlaylist(test, admin, [{ creative_id: creative.id, duration_ms: 5_000 }]);
  await assign(test, admin, playlist.id, [screen.id]);
  const retired = await call(test, admin, 'POST', `/api/devices/${screen.id}/retire`, { payload: {} });
  expect(retired.json()).toMatchObject({ state: 'retired', playlist_id: null });
  expect((await screen.call('GET', '/api/player/manifest')).json()).toMatchObject({
    error: 'DEVICE_REVOKED',
  });
  expect((await list('?limit=100')).items.some(one => one.id === screen.id)).toBe(false);
  expect((await list('?status=retired&limit=100')).items.some(one => one.id === screen.id)).toBe(true);
  const again = await call(test, admin, 'POST', `/api/devices/${screen.id}/retire`, { payload: {} });
  expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([409, 'STATE']);
});

it("the server's clock is told to anybody, with the moments of arrival and departure", async () => {
  const answer = await test.app.inject({ url: '/api/player/time' });
  expect(answer.json()).toEqual({ received_ms: clock.now(), sent_ms: clock.now() });
  expect(answer.headers['x-server-time']).toBe(String(clock.now()));
});
