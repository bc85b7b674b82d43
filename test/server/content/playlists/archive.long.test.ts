import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { Playlist } from '../../../../shared/contract/content/playlist.ts';
import { makeScreen } from '../../../support/device.ts';
import { addPlaylist, assign, call, publish, readPlaylist } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let picture: Creative;
beforeAll(async () => {
  test = await startTestServer();
  picture = await addCreative(test, test.admin, 'picture.jpg');
});
afterAll(() => test.close());

const made = (name: string) =>
  addPlaylist(test, test.admin, [{ creative_id: picture.id, duration_ms: 5_000 }], name);
const act = (id: string, verb: string, payload = {}, by = test.admin) =>
  call(test, by, 'POST', `/api/playlists/${id}/${verb}`, { payload });
const listed = async (query = '') =>
  (await call(test, test.admin, 'GET', `/api/playlists${query}`)).json<{ items: Playlist[] }>().items;
const names = async (query = '') => (await listed(query)).map(row => row.name);

it('an archived playlist leaves the lists, is found by its state, and comes back as it was', async () => {
  const [draft, live] = [await made('Summer draft'), await made('Summer live')];
  await publish(test, test.admin, live.id);
  for (const { id } of [draft, live])
    expect((await act(id, 'archive')).json()).toMatchObject({ state: 'archived' });
  expect(await names()).not.toContain('Summer live');
  expect(await names('?status=archived')).toEqual(['Summer draft', 'Summer live']);
  expect((await act(draft.id, 'archive')).json()).toMatchObject({ error: 'STATE' });
  expect((await act(draft.id, 'unarchive')).json()).toMatchObject({ state: 'draft' });
  expect((await act(live.id, 'unarchive')).json()).toMatchObject({
    ...{ state: 'published', published_version: 1, has_draft: false },
  });
  expect(await names()).toEqual(expect.arrayContaining(['Summer draft', 'Summer live']));
  expect((await act(live.id, 'unarchive')).statusCode).toBe(409);
});

it('what screens or groups play, or another has beside it, is not archived, nor is the fallback', async () => {
  const playing = await made('Playing');
  const device = await makeScreen(test).pair(test.admin, { name: 'Cab 1' });
  await assign(test, test.admin, playing.id, [device.id]);
  const grouped = await made('Grouped');
  await call(test, test.admin, 'POST', '/api/device-groups', {
    payload: { name: 'Harbour', playlist_id: grouped.id },
  });
  const beside = await made('Beside');
  const change = async (id: string, payload: object) => {
    const { version } = await readPlaylist(test, test.admin, id);
    return call(test, test.admin, 'PATCH', `/api/playlists/${id}`, { payload, version });
  };
  await change(beside.id, { zone: 'side' });
  const parted = await made('Parted');
  await change(parted.id, { layout: 'main_side', beside_id: beside.id });
  const by = async (id: string) => {
    const answer = await act(id, 'archive');
    return [answer.statusCode, answer.json<{ details: { by?: string } }>().details.by];
  };
  expect(await by(playing.id)).toEqual([409, 'devices']);
  expect(await by(grouped.id)).toEqual([409, 'device-groups']);
  expect(await by(beside.id)).toEqual([409, 'playlists']);
  const fallback = await made('Fallback');
  await change(fallback.id, { fallback: true });
  expect((await act(fallback.id, 'archive')).statusCode).toBe(409);
});

it('what is archived is neither changed nor published nor played anywhere, but may be copied and deleted', async () => {
  const { id } = await made('Put away');
  await act(id, 'archive');
  const { version } = await readPlaylist(test, test.admin, id);
  const device = await makeScreen(test).pair(test.admin, { name: 'Cab 2' });
  const refused = [
    await call(test, test.admin, 'PATCH', `/api/playlists/${id}`, { payload: { name: 'x' }, version }),
    await call(test, test.admin, 'PUT', `/api/playlists/${id}/items`, { payload: { items: [] }, version }),
    await act(id, 'publish'),
    await assign(test, test.admin, id, [device.id]),
  ];
  expect(refused.map(answer => [answer.statusCode, answer.json<{ error: string }>().error])).toEqual(
    refused.map(() => [409, 'STATE']),
  );
  const changed = await call(test, test.admin, 'PATCH', `/api/devices/${device.id}`, {
    ...{ payload: { playlist_id: id }, version: device.version },
  });
  expect(changed.json()).toMatchObject({
    error: 'VALIDATION',
    details: { playlist_id: expect.anything() as unknown },
  });
  const group = await call(test, test.admin, 'POST', '/api/device-groups', {
    payload: { name: 'Airport', playlist_id: id },
  });
  expect(group.statusCode).toBe(400);
  expect((await act(id, 'duplicate')).json()).toMatchObject({ state: 'draft' });
  expect((await call(test, test.admin, 'DELETE', `/api/playlists/${id}`, { version })).statusCode).toBe(204);
});

it('a lock keeps others from archiving', async () => {
  const { id } = await made('Locked away');
  const manager = await test.signIn('manager');
  await act(id, 'lock');
  expect((await act(id, 'archive', {}, manager)).json()).toMatchObject({ error: 'STATE' });
  expect((await act(id, 'archive')).statusCode).toBe(200);
});
