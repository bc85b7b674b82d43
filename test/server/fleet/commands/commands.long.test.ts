import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { devices } from '../../../../server/db/schema.ts';
import { instant } from '../../../../shared/clock.ts';
import {
  COMMAND_LIFE_MS,
  COMMAND_TRANSITIONS,
  COMMAND_STATES,
  stateAt,
  type Command,
  type CommandDetail,
} from '../../../../shared/contract/fleet/command.ts';
import type { Device } from '../../../../shared/contract/fleet/device.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { said } from '../../../support/reported.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const MINUTE_MS = 60_000;
const clock = manualClock(Date.now());
let test: TestServer;
let admin: TestServer['admin'];
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
beforeEach(async () => {
  await clock.advance(MINUTE_MS);
  admin = await test.signIn('admin');
  screen = makeScreen(test);
  await screen.pair(admin, { name: `Cab ${clock.now()}` });
});
afterAll(() => test.close());

const post = (url: string, payload: object = {}) => call(test, admin, 'POST', url, { payload });
const ask = async (kind = 'reload', params: object = {}, id = screen.id) =>
  (await post(`/api/devices/${id}/commands`, { kind, params })).json<Command>();
const beat = async (on = screen) =>
  (await on.call('POST', '/api/player/heartbeat', said())).json<{
    commands?: { id: string; kind: string; params: object }[];
  }>();
const tell = (id: string, body: object, on = screen) => on.call('POST', `/api/player/commands/${id}`, body);
const read = async (id: string) =>
  (await call(test, admin, 'GET', `/api/device-commands/${id}`)).json<CommandDetail>();

describe('a command', () => {
  it('ADMIN-19 waits, is handed over with the next heartbeat, is accepted and done', async () => {
    const made = await ask('set_volume', { volume: 30 });
    expect(made).toMatchObject({ state: 'queued', kind: 'set_volume', params: { volume: 30 } });
    expect(made.expires_at).toBe(instant(clock.now() + COMMAND_LIFE_MS));
    expect((await beat()).commands).toEqual([{ id: made.id, kind: 'set_volume', params: { volume: 30 } }]);
    expect((await read(made.id)).state).toBe('delivered');
    expect((await tell(made.id, { state: 'accepted' })).json()).toEqual({ state: 'accepted' });
    expect((await beat()).commands ?? []).toEqual([]);
    expect((await tell(made.id, { state: 'done', result: 'ok' })).json()).toEqual({ state: 'done' });
    expect(await read(made.id)).toMatchObject({
      state: 'done',
      result: 'ok',
      ended_at: instant(clock.now()),
    });
  });

  it('is handed over again until it is accepted, and what is told twice is done once', async () => {
    const { id } = await ask();
    expect((await beat()).commands).toHaveLength(1);
    expect((await beat()).commands).toHaveLength(1);
    for (let n = 0; n < 2; n++) expect((await tell(id, { state: 'accepted' })).statusCode).toBe(200);
    for (let n = 0; n < 2; n++)
      expect((await tell(id, { state: 'failed', result: 'no' })).statusCode).toBe(200);
    const late = await tell(id, { state: 'accepted' });
    expect([late.statusCode, late.json<{ error: string }>().error]).toEqual([409, 'STATE']);
  });

  it('comes the oldest first, at most ten with one heartbeat', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) {
      ids.push((await ask()).id);
      await clock.advance(1);
    }
    expect((await beat()).commands?.map(one => one.id)).toEqual(ids.slice(0, 10));
    for (const id of ids.slice(0, 10)) await tell(id, { state: 'accepted' });
    expect((await beat()).commands?.map(one => one.id)).toEqual(ids.slice(10));
  });

  it('costs a heartbeat no query where none waits', async () => {
    const { id } = await ask();
    await beat();
    await tell(id, { state: 'accepted' });
    await test.hearNotices();
    await beat();
    const before = test.server.queries();
    for (let n = 0; n < 5; n++) expect(await beat()).not.toHaveProperty('commands');
    expect(test.server.queries() - before).toBe(0);
  });

  it('expires by our clock after a day without a screen, and cannot be taken or taken back then', async () => {
    const { id } = await ask();
    clock.jump(COMMAND_LIFE_MS);
    admin = await test.signIn('admin');
    expect((await beat()).commands ?? []).toEqual([]);
    expect((await read(id)).state).toBe('expired');
    const listed = await call(
      test,
      admin,
      'GET',
      `/api/device-commands?device_id=${screen.id}&status=expired`,
    );
    expect(listed.json()).toMatchObject({ total: 1, facets: { state: { expired: 1 } } });
    expect((await tell(id, { state: 'accepted' })).statusCode).toBe(409);
    expect((await post(`/api/device-commands/${id}/cancel`)).statusCode).toBe(409);
  });

  it('is taken back while it waits, and not once the screen has it', async () => {
    const [first, second] = [await ask(), await ask()];
    expect((await post(`/api/device-commands/${first.id}/cancel`)).json()).toMatchObject({
      state: 'cancelled',
    });
    expect((await beat()).commands?.map(one => one.id)).toEqual([second.id]);
    await tell(second.id, { state: 'accepted' });
    expect((await post(`/api/device-commands/${second.id}/cancel`)).statusCode).toBe(409);
  });

  it.each([
    ['reset_pin', {}],
    ['set_kiosk', { enabled: true }],
  ])('%s tells a new PIN to who asked alone, and for as long as the command lives', async (kind, params) => {
    const made = await ask(kind, params);
    await beat();
    await tell(made.id, { state: 'accepted' });
    await tell(made.id, { state: 'done', result: '4711' });
    expect((await read(made.id)).result).toBe('4711');
    const manager = await test.signIn('manager');
    const other = await call(test, manager, 'GET', `/api/device-commands/${made.id}`);
    expect(other.json()).toMatchObject({ state: 'done', result: null });
    await clock.sleep(COMMAND_LIFE_MS);
    admin = await test.signIn('admin');
    expect((await read(made.id)).result).toBeNull();
  });

  it('is written down with who asked for it', async () => {
    const { id } = await ask('clear_cache');
    await post(`/api/device-commands/${id}/cancel`);
    const log = await call(test, admin, 'GET', '/api/audit-events?limit=2');
    const actions = log.json<{ items: { action: string; actor_id: string }[] }>().items;
    expect(actions.map(one => one.action)).toEqual(['device-commands.cancel', 'devices.commands']);
    expect(actions.every(one => one.actor_id === admin.id)).toBe(true);
  });

  it('is refused with what its kind is not told', async () => {
    for (const [kind, params] of [
      ['set_volume', {}],
      ['set_volume', { volume: 101 }],
      ['reload', { volume: 1 }],
      ['explode', {}],
    ] as const)
      expect((await post(`/api/devices/${screen.id}/commands`, { kind, params })).statusCode).toBe(400);
  });

  it('is asked of nobody who is out of service, and of no other tenant’s screen', async () => {
    await post(`/api/devices/${screen.id}/retire`);
    expect(
      (await post(`/api/devices/${screen.id}/commands`, { kind: 'reload', params: {} })).statusCode,
    ).toBe(409);
    const other = await test.addTenant(`fleet-${clock.now()}`);
    const { headers } = await test.signIn('admin', other);
    const foreign = await call(test, { headers }, 'POST', `/api/devices/${screen.id}/commands`, {
      payload: { kind: 'reload', params: {} },
    });
    expect(foreign.statusCode).toBe(404);
  });

  it('no screen is told of another’s, nor may it speak of it', async () => {
    const { id } = await ask();
    const other = makeScreen(test);
    await other.pair(admin);
    expect((await beat(other)).commands).toBeUndefined();
    expect((await tell(id, { state: 'accepted' }, other)).statusCode).toBe(404);
    expect((await tell(uuid7(clock.now()), { state: 'accepted' })).statusCode).toBe(404);
  });
});

it('a suspended screen is asked nothing', async () => {
  await test.db.update(devices).set({ state: 'suspended' }).where(eq(devices.id, screen.id));
  const answer = await post(`/api/devices/${screen.id}/commands`, { kind: 'reload', params: {} });
  expect([answer.statusCode, answer.json<{ details: object }>().details]).toEqual([
    409,
    { status: 'suspended' },
  ]);
});

it('an unpaired screen loses its key, keeps its name, and another takes its place', async () => {
  const { id } = await ask('unpair');
  await beat();
  await tell(id, { state: 'accepted' });
  await tell(id, { state: 'done' });
  const again = await tell(id, { state: 'done' });
  expect(again.json<{ error: string }>().error).toBe('DEVICE_REVOKED');
  const device = (await call(test, admin, 'GET', `/api/devices/${screen.id}`)).json<Device>();
  expect(device.state).toBe('unpaired');
  const next = makeScreen(test);
  await next.pair(admin, { replaces: screen.id });
  await next.call('POST', '/api/player/heartbeat', said());
  const taken = (await call(test, admin, 'GET', `/api/devices/${screen.id}`)).json<Device>();
  expect([taken.name, taken.state]).toEqual([device.name, 'active']);
});

it('no state leads anywhere that is not drawn, and every one but the first is led to', () => {
  const reached = new Set(COMMAND_STATES.flatMap(from => COMMAND_TRANSITIONS[from]));
  expect([...reached].sort()).toEqual(COMMAND_STATES.filter(state => state !== 'queued').sort());
  const expires_at = instant(clock.now());
  expect(COMMAND_STATES.map(state => stateAt({ state, expires_at }, clock.now()))).toEqual([
    'expired',
    'expired',
    'accepted',
    'done',
    'failed',
    'expired',
    'cancelled',
  ]);
});
