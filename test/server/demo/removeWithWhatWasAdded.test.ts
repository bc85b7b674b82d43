import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuid7 } from '../../../shared/random.ts';
import * as tables from '../../../server/db/schema.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { makeScreen } from '../../support/device.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const { deviceGroups, devices, playlists, users } = tables;

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ config: { demo: 'on' } });
  await seedDemo(test.server, test.network, 1);
});
afterAll(() => test.close());

const ask = (method: 'GET' | 'DELETE', headers = test.admin.headers) =>
  test.app.inject({ method, url: '/api/demo', headers });

it('its people make no tenants, and whom they add goes with them', async () => {
  const { id, headers } = await test.signIn('owner');
  await test.db.update(users).set({ demo: true }).where(eq(users.id, id));
  const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, headers, payload });
  const tenant = { name: 'Ours', slug: 'ours-too', kind: 'fleet', parent_id: test.tenant_id };
  expect((await post('/api/tenants', tenant)).statusCode).toBe(403);
  const added = await post('/api/users', { email: 'added@test.example', role: 'admin' });
  expect(added.statusCode).toBe(200);
  expect((await ask('GET')).json()).toMatchObject({ people: 8 });
});

it('a group above one that stays, stays, and with it what the screens below it play', async () => {
  const demo = await test.db.select().from(users).where(eq(users.demo, true));
  const [loop] = await test.db.select().from(playlists);
  const [above] = await test.db
    .insert(deviceGroups)
    .values({
      ...{ id: uuid7(Date.now()), tenant_id: test.tenant_id, name: 'Above' },
      ...{ playlist_id: loop!.id, created_by: demo[0]!.id },
    })
    .returning();
  const below = await test.app.inject({
    method: 'POST',
    url: '/api/device-groups',
    headers: test.admin.headers,
    payload: { name: 'Below', parent_id: above!.id },
  });
  const screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Van 7' });
  const group_id = below.json<{ id: string }>().id;
  const change = (what: object) =>
    test.app.inject({
      method: 'POST',
      url: '/api/devices/changes',
      headers: test.admin.headers,
      payload: { device_ids: [screen.id], change: what },
    });
  expect((await change({ add_groups: [group_id] })).statusCode).toBe(200);
  expect((await ask('DELETE')).statusCode).toBe(200);
  const groups = await test.db.select().from(deviceGroups).where(isNull(deviceGroups.deleted_at));
  expect(groups.map(({ name }) => name).toSorted()).toEqual(['Above', 'Below']);
  expect((await change({ add_tags: ['x'] })).statusCode).toBe(200);
  const [kept] = await test.db.select().from(devices).where(eq(devices.id, screen.id));
  expect(kept?.effective_playlist_id).toBe(loop!.id);
});
