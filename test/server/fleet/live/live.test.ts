import type { AddressInfo } from 'node:net';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { devices, mediaAssets } from '../../../../server/db/schema.ts';
import { instant } from '../../../../shared/clock.ts';
import { LIVE_INTERVAL_MS, LIVE_MAX_MS, type Wall } from '../../../../shared/contract/fleet/live.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { addPlaylist, call } from '../../../support/server/playlist.ts';
import { said } from '../../../support/reported.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

const clock = manualClock(Date.now());
let test: TestServer;
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
  screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Cab 1' });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

/** Watches as the console does; `walls` grows with each event. */
async function watch(headers: Record<string, string>, query = '') {
  const { port } = test.app.server.address() as AddressInfo;
  const abort = new AbortController();
  const { signal } = abort;
  const answer = await fetch(`http://127.0.0.1:${port}/api/devices/live?follow=1${query}`, {
    headers,
    signal,
  });
  const walls: Wall[] = [];
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events)
        if (event.startsWith('data: ')) walls.push(JSON.parse(event.slice(6)) as Wall);
    }
  })().catch(() => undefined);
  return { answer, walls, ended, stop: () => abort.abort() };
}
const once = async (query = '') => {
  const answer = await call(test, test.admin, 'GET', `/api/devices/live?${query}`);
  return JSON.parse(answer.body.slice('data: '.length)) as Wall;
};

it('shows what plays by its picture, and what is in quarantine to whoever may release it alone', async () => {
  const spot = await addCreative(test, test.admin);
  const now_playing = { creative_id: spot.id, name: spot.name, since: instant(clock.now()) };
  const other = makeScreen(test);
  await other.pair(test.admin, { name: 'Cab 2' });
  await other.call('POST', '/api/player/heartbeat', said({ now_playing }));
  const pictureFor = async (by: typeof test.admin) => {
    const answer = await call(test, by, 'GET', '/api/devices/live?');
    const { tiles } = JSON.parse(answer.body.slice('data: '.length)) as Wall;
    return tiles.find(({ id }) => id === other.id)?.picture_url;
  };
  const analyst = await test.signIn('analyst');
  expect(await pictureFor(analyst)).toContain('sig=');
  await test.db.update(mediaAssets).set({ state: 'quarantined' }).where(eq(mediaAssets.id, spot.asset.id));
  expect(await pictureFor(analyst)).toBeNull();
  expect(await pictureFor(test.admin)).toContain('sig=');
  await test.db.update(devices).set({ state: 'retired' }).where(eq(devices.id, other.id));
});

it('ADMIN-19 tells at once how it is, and within seconds what has changed', async () => {
  const live = await watch(test.admin.headers);
  expect(live.answer.headers.get('content-type')).toContain('text/event-stream');
  await expect.poll(() => live.walls.length).toBe(1);
  expect(live.walls[0]).toMatchObject({ presence: { online: 0, never: 1 }, total: 1 });
  const now_playing = { creative_id: uuid7(1), name: 'Harbour ferry', since: instant(clock.now()) };
  await screen.call('POST', '/api/player/heartbeat', said({ now_playing }));
  await clock.advance(LIVE_INTERVAL_MS);
  await expect.poll(() => live.walls.at(-1)?.presence.online).toBe(1);
  expect(live.walls.at(-1)).toMatchObject({
    versions: [{ version: '0.1.0', screens: 1 }],
    tiles: [{ name: 'Cab 1', presence: 'online', now_playing: 'Harbour ferry', last_seen_at: null }],
  });
  const told = live.walls.length;
  for (let n = 0; n < 5; n++) await clock.advance(LIVE_INTERVAL_MS);
  expect(live.walls.length).toBe(told);
  live.stop();
});

it('ends after some minutes, so that who watches shows anew that it may', async () => {
  const live = await watch(test.admin.headers);
  await expect.poll(() => live.walls.length).toBe(1);
  await clock.advance(LIVE_MAX_MS);
  await live.ended;
});

it('shows the worst first, a page of them at a time, and no tenant what is another’s', async () => {
  await reenter();
  const at = (minutes: number) => new Date(clock.now() - minutes * 60_000);
  const row = { tenant_id: test.tenant_id, state: 'active' };
  await test.db.insert(devices).values([
    { ...row, id: uuid7(1), name: 'Silent', last_seen_at: at(20) },
    { ...row, id: uuid7(1), name: 'Longer silent', last_seen_at: at(40) },
    { ...row, id: uuid7(1), name: 'Shaky', last_seen_at: at(5) },
  ]);
  await screen.call('POST', '/api/player/heartbeat', said());
  const all = await once();
  expect(all.tiles.map(one => one.name)).toEqual(['Longer silent', 'Silent', 'Shaky', 'Cab 1']);
  const page = await once('status=offline&limit=1&offset=1');
  expect([page.total, page.tiles.map(one => one.name)]).toEqual([2, ['Silent']]);
  expect((await once('status=offline,offline')).total).toBe(2);
  expect(page.presence).toEqual({ online: 1, stale: 1, offline: 2, never: 0 });
  const other = await test.addTenant('other-fleet');
  const theirs = await call(test, await test.signIn('admin', other), 'GET', '/api/devices/live');
  expect(theirs.body).toContain('"tiles":[]');
  expect((await call(test, { headers: {} }, 'GET', '/api/devices/live')).statusCode).toBe(401);
});

it('ADMIN-19 is narrowed to a build, a playlist and a group, and says which screens save data', async () => {
  await reenter();
  const { id: playlist_id } = await addPlaylist(test, test.admin, []);
  const answer = await call(test, test.admin, 'POST', '/api/device-groups', {
    payload: { name: 'Night shift', rule: { tags: ['night'] } },
  });
  const { id: group_id } = answer.json<{ id: string }>();
  const [build] = [said()].map(({ app_version }) => app_version);
  const row = { tenant_id: test.tenant_id, state: 'active', last_seen_at: new Date(clock.now()) };
  await test.db.insert(devices).values([
    { ...row, id: uuid7(1), name: 'On Tram 28', effective_playlist_id: playlist_id },
    { ...row, id: uuid7(1), name: 'By tag', tags: ['night', 'van'] },
    { ...row, id: uuid7(1), name: 'By hand', group_ids: [group_id] },
    { ...row, id: uuid7(1), name: 'Older build', reported: { ...said(), app_version: '0.0.9' } },
  ]);
  await screen.call('POST', '/api/player/heartbeat', said({ saves_data: true }));
  const names = async (query: string) => (await once(query)).tiles.map(one => one.name);
  expect(await names('version=0.0.9')).toEqual(['Older build']);
  expect(await names(`version=${build}`)).toContain('Cab 1');
  expect(await names(`playlist_id=${playlist_id}`)).toEqual(['On Tram 28']);
  expect((await names(`group_id=${group_id}`)).sort()).toEqual(['By hand', 'By tag']);
  expect((await once(`group_id=${group_id}`)).presence).toMatchObject({ online: 2, offline: 0 });
  const narrowed = await once('version=0.0.9');
  expect([narrowed.total, narrowed.presence]).toEqual([1, { online: 1, stale: 0, offline: 0, never: 0 }]);
  const { tiles } = await once();
  expect(tiles.filter(one => one.saves_data).map(one => one.name)).toEqual(['Cab 1']);
  const list = await call(test, test.admin, 'GET', '/api/devices?app_version=0.0.9');
  expect(list.json<{ items: { name: string }[] }>().items.map(one => one.name)).toEqual(['Older build']);
  await test.db
    .delete(devices)
    .where(inArray(devices.name, ['On Tram 28', 'By tag', 'By hand', 'Older build']));
});

it('is quick over ten thousand screens', async () => {
  await test.db.execute(sql`
    insert into devices (id, tenant_id, name, state, last_seen_at)
    select gen_random_uuid(), ${test.tenant_id}::uuid, 'Cab ' || n, 'active', now() - n * interval '1 second'
    from generate_series(1, 10000) n`);
  await reenter();
  const started = performance.now();
  const wall = await once();
  expect(performance.now() - started).toBeLessThan(2_000);
  expect([wall.tiles.length, wall.total]).toEqual([60, 10_004]);
});

it('ends with the server, which waits for nobody who watches', async () => {
  const live = await watch((await reenter()).admin.headers);
  await expect.poll(() => live.walls.length).toBe(1);
  await test.app.close();
  await live.ended;
});

/** Time has passed: signed in anew. */
async function reenter() {
  test.admin = await test.signIn('admin');
  return test;
}
