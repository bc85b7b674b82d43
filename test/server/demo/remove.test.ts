import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as tables from '../../../server/db/schema.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { makeScreen } from '../../support/device.ts';
import { assign } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const {
  campaigns,
  creatives,
  deviceGroups,
  devices,
  incidents,
  pairings,
  playlists,
  plays,
  scheduleEntries,
  sessions,
  users,
} = tables;

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ config: { demo: 'on' } });
  await seedDemo(test.server, test.network, 1);
});
afterAll(() => test.close());

const ask = (method: 'GET' | 'DELETE', headers = test.admin.headers) =>
  test.app.inject({ method, url: '/api/demo', headers });

it('the demo is counted, and its own people cannot take it away', async () => {
  const { plays: played, ...counted } = (await ask('GET')).json<Record<string, unknown>>();
  expect(counted).toEqual({ screens: 6, playlists: 2, creatives: 4, people: 6, is_demo_user: false });
  expect(played).toBeGreaterThan(100);
  const { id, headers } = await test.signIn('admin');
  await test.db.update(users).set({ demo: true }).where(eq(users.id, id));
  expect((await ask('GET', headers)).json()).toMatchObject({ is_demo_user: true });
  expect((await ask('DELETE', headers)).statusCode).toBe(403);
  expect(await test.db.$count(devices)).toBe(6);
});

it('campaigns of three businesses play, are booked and wait, and the one that plays has its plays', async () => {
  const listed = await test.app.inject({ url: '/api/campaigns', headers: test.admin.headers });
  const { items } = listed.json<{ items: { state: string; delivered: number; screens: number }[] }>();
  const by = new Map(items.map(one => [one.state, one]));
  expect([...by.keys()].sort()).toEqual(['live', 'scheduled', 'submitted']);
  expect(by.get('live')).toMatchObject({ screens: 6, delivered: expect.any(Number) as number });
  expect(by.get('live')!.delivered).toBeGreaterThan(20);
  expect([by.get('scheduled')!.delivered, by.get('scheduled')!.screens]).toEqual([0, 2]);
  const body = (await test.app.inject({ url: '/api/programmatic/plays', headers: test.admin.headers })).body;
  expect(body).not.toContain('quarantined');
});

it('all of it goes but what another screen plays, and what is the customer’s own stays', async () => {
  const [loop] = await test.db.select().from(playlists).where(eq(playlists.name, 'City loop'));
  expect(await test.db.$count(scheduleEntries)).toBe(1);
  const own = makeScreen(test);
  await own.pair(test.admin, { name: 'Van 12' });
  await assign(test, test.admin, loop!.id, [own.id]);
  await addCreative(test, test.admin);

  const removed = await ask('DELETE');
  expect(removed.statusCode).toBe(200);
  expect(await test.db.$count(campaigns)).toBe(0);
  expect(removed.json()).toMatchObject({ screens: 6, people: 7, playlists: 1, creatives: 0 });
  expect(await test.db.$count(scheduleEntries)).toBe(0);
  expect((await test.db.select().from(devices)).map(({ name }) => name)).toEqual(['Van 12']);
  expect(await test.db.$count(plays)).toBe(0);
  expect(await test.db.$count(incidents)).toBe(0);
  expect(await test.db.$count(users, eq(users.demo, true))).toBe(0);
  expect((await test.db.select().from(pairings)).map(({ device_id }) => device_id)).toEqual([own.id]);
  expect(await test.db.$count(deviceGroups, isNull(deviceGroups.deleted_at))).toBe(0);
  const [kept] = await test.db.select().from(playlists).where(isNull(playlists.deleted_at));
  expect(kept).toMatchObject({ deleted_at: null, created_by: test.admin.id });
  expect(await test.db.$count(creatives, isNull(creatives.deleted_at))).toBe(5);
  expect(await test.db.$count(sessions, eq(sessions.user_id, test.admin.id))).toBe(1);
  expect((await ask('GET')).json()).toMatchObject({
    screens: 0,
    plays: 0,
    playlists: 0,
    creatives: 0,
    people: 0,
  });
});
