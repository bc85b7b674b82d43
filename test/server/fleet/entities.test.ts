/** What a screen, its keys, pairings, commands, heartbeats and incidents are made of, and where each state leads. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deviceKeys, devices } from '../../../server/db/schema.ts';
import {
  COMMAND_KINDS,
  COMMAND_LIFE_MS,
  COMMAND_STATES,
  command,
} from '../../../shared/contract/fleet/command.ts';
import {
  device,
  devices as contract,
  DEVICE_STATES,
  HEARTBEAT_S,
  METERING,
  presence,
  PRESENCES,
  reported,
  type Device,
} from '../../../shared/contract/fleet/device.ts';
import type { Entity } from '../../../shared/contract/wire/entity.ts';
import { incident, INCIDENT_KINDS, INCIDENT_STATES } from '../../../shared/contract/fleet/incident.ts';
import type { Wall } from '../../../shared/contract/fleet/live.ts';
import { pairDevice } from '../../../shared/contract/fleet/device.ts';
import { CODE_LENGTH, CODE_ALPHABET } from '../../../shared/contract/fleet/pairing.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../support/server/playlist.ts';
import { said } from '../../support/reported.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const clock = manualClock(Date.parse('2026-01-05T12:00:00.000Z'));
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

const keys = (schema: { shape: object }) => Object.keys(schema.shape);
const by = () => test.admin;
async function aScreen(name: string): Promise<Screen> {
  const screen = makeScreen(test);
  await screen.pair(by(), { name });
  await screen.call('POST', '/api/player/heartbeat', said({ config_version: 3 }));
  return screen;
}
const read = async (id: string) => (await call(test, by(), 'GET', `/api/devices/${id}`)).json<Device>();
const act = (id: string, verb: string) =>
  call(test, by(), 'POST', `/api/devices/${id}/${verb}`, { payload: {} });

describe('OPEN-ENT-04 the fields of the design', () => {
  it('OPEN-ENT-04 are those of a device, written and read back', async () => {
    expect(keys(device)).toEqual(
      expect.arrayContaining([
        ...['name', 'serial', 'kind', 'orientation', 'resolution', 'group_ids', 'location_id', 'vehicle'],
        ...['owner_user_id', 'playlist_id', 'tz', 'tags', 'metered', 'volume', 'brightness', 'kiosk'],
        ...['reported', 'last_seen_at', 'state', 'presence'],
      ]),
    );
    expect(keys(reported)).toEqual(
      expect.arrayContaining([
        ...['app_version', 'storage', 'network', 'now_playing', 'manifest_version', 'config_version'],
        ...['clock', 'ledger', 'resolution'],
      ]),
    );
    expect(METERING).toEqual(['auto', 'metered', 'unmetered']);
    const screen = await aScreen('Cab 4711');
    const made = await call(test, by(), 'POST', '/api/device-groups', {
      payload: { name: 'Airport', rule: { tags: ['airport'] } },
    });
    const group_id = made.json<{ id: string }>().id;
    const { version } = await read(screen.id);
    const vehicle = { label: '4711', plate_hash: 'a'.repeat(64) };
    const patch = { serial: 'SN-1', group_ids: [group_id], vehicle, brightness: 'night' };
    const url = `/api/devices/${screen.id}`;
    const changed = await call(test, by(), 'PATCH', url, { payload: patch, version });
    expect(changed.json()).toMatchObject({
      ...patch,
      resolution: '1280x720',
      reported: { config_version: 3 },
    });
    const config = (await screen.head()).documents.find(({ kind }) => kind === 'config');
    const document = await screen.call('GET', `/api/player/documents/${config?.sha256}`);
    expect(document.json()).toMatchObject({ brightness: 'night' });
    const listed = await call(test, by(), 'GET', `/api/devices?group_id=${group_id}`);
    expect(listed.json()).toMatchObject({ total: 1, items: [{ id: screen.id }] });
    const tagged = await aScreen('Cab 4713');
    const inGroup = async (tags: string[]) => {
      const { version } = await read(tagged.id);
      await call(test, by(), 'PATCH', `/api/devices/${tagged.id}`, { payload: { tags }, version });
      const answer = await call(test, by(), 'GET', `/api/devices?group_id=${group_id}`);
      return answer.json<{ items: { id: string }[] }>().items.some(({ id }) => id === tagged.id);
    };
    expect([await inGroup(['city']), await inGroup(['city', 'airport'])]).toEqual([false, true]);
    for (const wrong of [
      { group_ids: [uuid7(clock.now())] },
      { owner_user_id: test.admin.id },
      { location_id: uuid7(clock.now()) },
      { serial: 'x'.repeat(65) },
      { brightness: 'blinding' },
    ])
      expect(
        (await call(test, by(), 'PATCH', url, { payload: wrong, version: version + 1 })).statusCode,
      ).toBe(400);
  });

  it('OPEN-ENT-04 of a group: a tree, in which none stands below itself', async () => {
    const group = async (payload: object) =>
      (await call(test, by(), 'POST', '/api/device-groups', { payload })).json<{ id: string }>().id;
    const top = await group({ name: 'City' });
    const below = await group({ name: 'Harbour', parent_id: top });
    const loop = await call(test, by(), 'PATCH', `/api/device-groups/${top}`, {
      payload: { parent_id: below },
      version: 1,
    });
    expect(loop.json()).toMatchObject({ error: 'VALIDATION', details: { parent_id: [expect.any(String)] } });
  });

  it('OPEN-ENT-04 of keys, pairings, commands and incidents', async () => {
    const screen = await aScreen('Cab 4712');
    const [key] = await test.db.select().from(deviceKeys).where(eq(deviceKeys.device_id, screen.id));
    expect(key).toMatchObject({ key_id: screen.key.key_id, jwk: { crv: 'P-256' }, state: 'active' });
    expect([CODE_LENGTH, CODE_ALPHABET.length, /[01OIL]/.test(CODE_ALPHABET)]).toEqual([6, 31, false]);
    const body = pairDevice.body as z.core.$ZodType & { shape: object };
    expect(Object.keys(body.shape)).toEqual(
      expect.arrayContaining(['code', 'name', 'group_id', 'location_id']),
    );
    expect(z.parse(pairDevice.body!, { code: 'abc-def' }).code).toBe('ABCDEF');
    expect(COMMAND_KINDS).toEqual(
      expect.arrayContaining([
        ...[
          'reload',
          'restart_app',
          'refresh_content',
          'screenshot',
          'identify',
          'set_volume',
          'set_brightness',
        ],
        ...['clear_cache', 'reset_pin', 'unpair', 'report_logs'],
      ]),
    );
    expect(COMMAND_LIFE_MS).toBe(86_400_000);
    expect(keys(command)).toEqual(expect.arrayContaining(['kind', 'params', 'expires_at', 'state']));
    expect(COMMAND_STATES).toEqual(
      expect.arrayContaining(['queued', 'delivered', 'accepted', 'done', 'failed', 'expired', 'cancelled']),
    );
    expect(HEARTBEAT_S).toEqual({ free: 30, metered: 60 });
    expect(keys(incident)).toEqual(
      expect.arrayContaining(['devices', 'kind', 'opened_at', 'acked_by', 'closed_at']),
    );
    expect(INCIDENT_KINDS).toEqual([
      'offline',
      'storage',
      'storage_loss',
      'playback',
      'clock',
      'version',
      'kiosk_escape',
      'report',
    ]);
    expect(INCIDENT_STATES).toEqual(['open', 'acked', 'closed']);
  });
});

describe('OPEN-LIFE-06 the life of a device', () => {
  const MAY: Record<string, readonly string[]> = {
    maintenance: ['active'],
    suspend: ['active'],
    reactivate: ['maintenance', 'suspended'],
    retire: ['unpaired', 'paired', 'active', 'maintenance', 'suspended'],
  };

  it('OPEN-LIFE-06 goes the ways that are drawn from each state, and no other', async () => {
    expect(DEVICE_STATES).toEqual(['unpaired', 'paired', 'active', 'maintenance', 'suspended', 'retired']);
    const { actions: acts } = contract as unknown as Entity;
    const screen = await aScreen('Cab 4713');
    for (const [verb, starts] of Object.entries(MAY))
      for (const state of DEVICE_STATES) {
        await test.db.update(devices).set({ state }).where(eq(devices.id, screen.id));
        const answer = await act(screen.id, verb);
        const expected = starts.includes(state) ? [200, acts[verb]?.to] : [409, undefined];
        expect([answer.statusCode, answer.json<Device>().state], `${verb} of ${state}`).toEqual(expected);
      }
  });

  it('OPEN-LIFE-06 suspended it plays nothing of ours, and again what it played once it is back', async () => {
    const screen = await aScreen('Cab 4714');
    const { id: creative_id } = await addCreative(test, by());
    const { id } = await addPlaylist(test, by(), [{ creative_id, duration_ms: 5_000 }]);
    await publish(test, by(), id);
    await assign(test, by(), id, [screen.id]);
    expect((await read(screen.id)).state).toBe('active');
    const documents = async () => (await screen.head()).documents.map(({ kind }) => kind);
    expect(await documents()).toEqual(['playlist', 'config']);
    await act(screen.id, 'suspend');
    expect(await documents()).toEqual(['config']);
    await act(screen.id, 'reactivate');
    expect(await documents()).toEqual(['playlist', 'config']);
  });

  it('OPEN-LIFE-06 says alike in list, tile, detail and counts how present it is, at every bound', async () => {
    const tenant = await test.addTenant('presence');
    const own = await test.signIn('admin', tenant);
    const at = (age_s: number | null) => (age_s === null ? null : new Date(clock.now() - age_s * 1_000));
    const ages = [0, 120, 121, 600, 601, null];
    const rows = ages.map((age, n) => ({
      ...{ tenant_id: tenant, id: uuid7(clock.now()), name: `Cab ${n}`, state: 'active' },
      last_seen_at: at(age),
    }));
    await test.db.insert(devices).values(rows);
    const expected = ['online', 'online', 'stale', 'stale', 'offline', 'never'];
    const get = async <T>(url: string) => (await call(test, own, 'GET', url)).json<T>();
    const list = await get<{ items: Device[]; facets: { presence: Record<string, number> } }>('/api/devices');
    expect(list.items.map(one => one.presence)).toEqual(expected);
    const counts = { online: 2, stale: 2, offline: 1, never: 1 };
    expect(list.facets.presence).toEqual(counts);
    const details = await Promise.all(rows.map(({ id }) => get<Device>(`/api/devices/${id}`)));
    expect(details.map(one => one.presence)).toEqual(expected);
    const live = await call(test, own, 'GET', '/api/devices/live');
    const wall = JSON.parse(live.body.slice('data: '.length)) as Wall;
    expect(wall.presence).toEqual(counts);
    for (const [n, { id }] of rows.entries())
      expect(wall.tiles.find(tile => tile.id === id)?.presence).toBe(expected[n]);
    const seen = rows.map(row => presence(row.last_seen_at?.toISOString() ?? null, clock.now()));
    expect(seen).toEqual(expected);
    expect(new Set(seen)).toEqual(new Set(PRESENCES));
  });
});
