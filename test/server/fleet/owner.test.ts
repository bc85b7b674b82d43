import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { devices } from '../../../server/db/schema.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

interface Summary {
  devices: { name: string; presence: string }[];
  plays: number;
  playing_ms: number;
}
type Person = Awaited<ReturnType<TestServer['signIn']>>;
const LONG_AGO = '2000-01-01T00:00:00.000Z';

let test: TestServer;
let drivers: Person[];
let screens: Screen[];
beforeAll(async () => {
  test = await startTestServer();
  drivers = [await test.signIn('device_owner'), await test.signIn('device_owner')];
  screens = [makeScreen(test), makeScreen(test), makeScreen(test)];
  const creative = await addCreative(test, test.admin, 'picture.webp');
  for (const [n, screen] of screens.entries()) {
    await screen.pair(test.admin, { name: `Cab ${n + 1}` });
    const owner_user_id = drivers[n]?.id ?? null;
    await test.db.update(devices).set({ owner_user_id }).where(eq(devices.id, screen.id));
    const ledger = screen.ledger();
    for (let plays = 0; plays <= n; plays++)
      await screen.send([await ledger.play({ id: creative.id, sha256: creative.asset.sha256 })]);
  }
});
afterAll(() => test.close());

const summary = async (by: Person, from = LONG_AGO) =>
  (await call(test, by, 'GET', `/api/owner/summary?from=${from}`)).json<Summary>();

it('an owner sees his own devices and what they played', async () => {
  for (const [n, driver] of drivers.entries()) {
    const seen = await summary(driver);
    expect(seen.devices.map(device => device.name)).toEqual([`Cab ${n + 1}`]);
    expect(seen.plays).toBe(n + 1);
    expect(seen.playing_ms).toBeGreaterThan(0);
  }
});

it('counts from the moment that is asked for', async () => {
  expect(await summary(drivers[0]!, '2100-01-01T00:00:00.000Z')).toMatchObject({ plays: 0, playing_ms: 0 });
});

it('an admin sees the devices of all owners, and no others', async () => {
  const seen = await summary(test.admin);
  expect(seen.devices.map(device => device.name)).toEqual(['Cab 1', 'Cab 2']);
  expect(seen.plays).toBe(3);
});

it('nobody else has an owner portal', async () => {
  const manager = await test.signIn('manager');
  expect((await call(test, manager, 'GET', `/api/owner/summary?from=${LONG_AGO}`)).statusCode).toBe(403);
});

interface Listed {
  items: { id: string; name: string }[];
  facets: { presence: Record<string, number> };
}
const listed = async (by: Person) => (await call(test, by, 'GET', '/api/owner/devices')).json<Listed>();
const at = (screen: Screen | undefined) => `/api/owner/devices/${screen?.id ?? ''}`;

it('OWNER-03 an owner lists, counts, reads and exports his own devices, an admin those of all owners', async () => {
  for (const [n, driver] of drivers.entries()) {
    const { items, facets } = await listed(driver);
    expect([items.map(item => item.name), facets.presence]).toEqual([[`Cab ${n + 1}`], { online: 1 }]);
    expect((await call(test, driver, 'GET', at(screens[n]))).statusCode).toBe(200);
    expect((await call(test, driver, 'GET', at(screens[1 - n]))).statusCode).toBe(404);
    const file = await call(test, driver, 'GET', '/api/owner/devices/export?format=jsonl');
    expect(file.body.trim().split('\n')).toHaveLength(1);
  }
  expect((await listed(test.admin)).items.map(item => item.name)).toEqual(['Cab 1', 'Cab 2']);
  expect((await call(test, test.admin, 'GET', at(screens[2]))).statusCode).toBe(404);
});

it('an owner names his device and sets how loud it is; nobody else does it here', async () => {
  const [driver, other] = drivers;
  const change = (by: Person, n: number, body: object, version: number) =>
    call(test, by, 'PATCH', at(screens[n]), { payload: body, version });
  const { version } = (await call(test, driver!, 'GET', at(screens[0]))).json<{ version: number }>();
  const answer = await change(driver!, 0, { name: 'My cab', volume: 15 }, version);
  expect(answer.json()).toMatchObject({ name: 'My cab', volume: 15, version: version + 1 });
  expect((await change(driver!, 0, { volume: 16 }, version)).statusCode).toBe(412);
  expect((await change(other!, 0, { volume: 16 }, version + 1)).statusCode).toBe(404);
  expect((await change(driver!, 2, { volume: 16 }, 1)).statusCode).toBe(404);
  expect((await change(test.admin, 0, { volume: 16 }, version + 1)).statusCode).toBe(403);
  expect((await change(driver!, 0, { playlist_id: null }, version + 1)).statusCode).toBe(400);
});
