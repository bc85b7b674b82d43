import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import type { DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { uuid7 } from '../../../shared/random.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addPlaylist, assign, call, readPlaylist } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const TEXT = 'A playlist of the whole screen.';
let test: TestServer;
let screen: Screen;
let group: DeviceGroup;
beforeAll(async () => {
  test = await startTestServer();
  screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Ferry 1' });
  group = (await post('/api/device-groups', { name: 'Harbour' })).json<DeviceGroup>();
});
afterAll(() => test.close());

const post = (url: string, payload: object) => call(test, test.admin, 'POST', url, { payload });
async function patch(url: string, payload: object) {
  const { version } = (await call(test, test.admin, 'GET', url)).json<{ version: number }>();
  return call(test, test.admin, 'PATCH', url, { payload, version });
}
async function madeFor(zone: string): Promise<string> {
  const { id } = await addPlaylist(test, test.admin, [], `${zone} loop`);
  await patch(`/api/playlists/${id}`, { zone });
  return id;
}
const EVERY_DAY = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '08:00', end: '10:00' }];
/** Each way in which a whole screen gets a playlist. */
const WAYS: Readonly<Record<string, (playlist_id: string) => ReturnType<typeof post>>> = {
  'its own': playlist_id => patch(`/api/devices/${screen.id}`, { playlist_id }),
  'with many others': playlist_id =>
    post('/api/devices/changes', { device_ids: [screen.id], change: { playlist_id } }),
  'from a new group': playlist_id => post('/api/device-groups', { name: 'Ring', playlist_id }),
  'from a group': playlist_id => patch(`/api/device-groups/${group.id}`, { playlist_id }),
  'by a schedule': playlist_id =>
    post('/api/schedule-entries', { device_id: screen.id, playlist_id, dayparts: EVERY_DAY }),
  'from the playlist': playlist_id => assign(test, test.admin, playlist_id, [screen.id]),
};

describe.each(Object.entries(WAYS))('a playlist that a whole screen gets %s', (_way, give) => {
  it('is refused where it is made for a part of the screen', async () => {
    for (const zone of ['side', 'ticker']) {
      const answer = await give(await madeFor(zone));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { playlist_id: [TEXT] } });
    }
  });

  it('is taken where it is made for the whole screen or its main zone, as long as it is there', async () => {
    for (const zone of ['full', 'main']) expect((await give(await madeFor(zone))).statusCode).toBe(200);
    expect([400, 404]).toContain((await give(uuid7(0))).statusCode);
  });
});

it('one that a whole screen plays is not made one for a part of it', async () => {
  const id = await madeFor('full');
  await assign(test, test.admin, id, [screen.id]);
  const refused = await patch(`/api/playlists/${id}`, { zone: 'ticker' });
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([409, 'IN_USE']);
  expect((await patch(`/api/playlists/${id}`, { zone: 'main' })).statusCode).toBe(200);
  await assign(test, test.admin, id, []);
  expect((await patch(`/api/playlists/${id}`, { zone: 'ticker' })).statusCode).toBe(200);
  expect((await assign(test, test.admin, id, [])).statusCode).toBe(200);
  const device = (await call(test, test.admin, 'GET', `/api/devices/${screen.id}`)).json<Device>();
  expect(device.playlist_id).toBeNull();
});

it('the playlist of all screens without one fills the screen', async () => {
  const id = await madeFor('ticker');
  const answers = [
    await patch(`/api/playlists/${id}`, { fallback: true }),
    await post('/api/playlists', { name: 'House', zone: 'side', fallback: true }),
  ];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { fallback: [TEXT] } });
  }
  expect((await readPlaylist(test, test.admin, id)).fallback).toBe(false);
});
