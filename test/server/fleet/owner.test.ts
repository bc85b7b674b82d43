import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { devices } from '../../../server/db/schema.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import { said } from '../../support/reported.ts';

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

const pair = (by: Person, code: string, name?: string) =>
  call(test, by, 'POST', '/api/owner/devices/pair', { payload: { code, ...(name ? { name } : {}) } });

it('OWNER-03 an owner pairs a screen by its code: it is his, once, and nobody else pairs here', async () => {
  const [driver, other] = drivers;
  const screen = makeScreen(test);
  const { code } = await screen.askCode();
  expect((await pair(test.admin, code)).statusCode).toBe(403);
  expect((await pair(driver!, 'ABCDEF')).statusCode).toBe(404);
  const paired = await pair(driver!, code.toLowerCase(), 'Night cab');
  expect(paired.json()).toMatchObject({ name: 'Night cab', state: 'paired', owner_user_id: driver!.id });
  expect((await pair(other!, code)).statusCode).toBe(404);
  expect((await listed(driver!)).items.map(item => item.name)).toContain('Night cab');
  expect((await listed(other!)).items.map(item => item.name)).not.toContain('Night cab');
});

interface Sent {
  id: string;
  kind: string;
  state: string;
  result: string | null;
}
it('an owner commands his own screen, with what owners may ask, and reads his new PIN alone', async () => {
  const [driver, other] = drivers;
  const path = `${at(screens[0])}/commands`;
  const send = (by: Person, kind: string, params: object = {}) =>
    call(test, by, 'POST', path, { payload: { kind, params } });
  expect((await send(other!, 'identify')).statusCode).toBe(404);
  expect((await send(test.admin, 'identify')).statusCode).toBe(403);
  for (const kind of ['unpair', 'report_logs', 'screenshot', 'clear_cache'])
    expect((await send(driver!, kind)).json<{ details: object }>().details).toHaveProperty('kind');
  const sent = await send(driver!, 'reset_pin');
  expect(sent.json()).toMatchObject({ kind: 'reset_pin', state: 'queued' });
  await call(test, test.admin, 'POST', `/api/devices/${screens[0]!.id}/commands`, {
    payload: { kind: 'report_logs', params: {} },
  });
  const report = (state: string, result?: string) =>
    screens[0]!.call('POST', `/api/player/commands/${sent.json<Sent>().id}`, { state, result });
  await screens[0]!.call('POST', '/api/player/heartbeat', said());
  await report('accepted');
  await report('done', '482913');
  const log = async (by: Person) => (await call(test, by, 'GET', path)).json<{ items: Sent[] }>().items;
  expect((await log(driver!)).map(({ kind, result }) => [kind, result])).toEqual([['reset_pin', '482913']]);
  expect((await log(test.admin)).map(({ result }) => result)).toEqual([null]);
  expect((await call(test, other!, 'GET', path)).statusCode).toBe(404);
});
