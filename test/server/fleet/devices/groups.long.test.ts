import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../../../../shared/contract/fleet/device.ts';
import type { DeviceGroup } from '../../../../shared/contract/fleet/deviceGroup.ts';
import type { Playlist } from '../../../../shared/contract/content/playlist.ts';
import type { PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { addPlaylist, call, publish, readPlaylist } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let nightLoop: Playlist;
let dayLoop: Playlist;
beforeAll(async () => {
  test = await startTestServer();
  const picture = await addCreative(test, test.admin, 'picture.jpg');
  const loop = async (name: string) => {
    const playlist = await addPlaylist(
      test,
      test.admin,
      [{ creative_id: picture.id, duration_ms: 5_000 }],
      name,
    );
    await publish(test, test.admin, playlist.id);
    return playlist;
  };
  nightLoop = await loop('Night loop');
  dayLoop = await loop('Day loop');
});
afterAll(() => test.close());

let member: Screen;
let stranger: Screen;
beforeEach(async () => {
  [member, stranger] = [makeScreen(test), makeScreen(test)];
  await member.pair(test.admin, { name: 'Ferry 1' });
  await stranger.pair(test.admin, { name: 'Ferry 2' });
});

const api = async <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, more: object = {}) => {
  const answer = await call(test, test.admin, method, url, more);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.body === '' ? (undefined as T) : answer.json<T>();
};
const addGroup = (payload: object) => api<DeviceGroup>('POST', '/api/device-groups', { payload });
const groupOf = (id: string) => api<DeviceGroup>('GET', `/api/device-groups/${id}`);
const patchGroup = async (id: string, payload: object) =>
  api<DeviceGroup>('PATCH', `/api/device-groups/${id}`, { payload, version: (await groupOf(id)).version });
const device = ({ id }: Screen) => api<Device>('GET', `/api/devices/${id}`);
const patch = async (screen: Screen, payload: object) =>
  api<Device>('PATCH', `/api/devices/${screen.id}`, { payload, version: (await device(screen)).version });
/** The name of the playlist that the screen itself is told to play. */
async function played(screen: Screen): Promise<string | null> {
  const named = (await screen.head()).documents.find(({ kind }) => kind === 'playlist');
  if (!named) return null;
  const document = await screen.call('GET', `/api/player/documents/${named.sha256}`);
  const { playlist_id } = document.json<PlaylistDocument>();
  return [nightLoop, dayLoop].find(({ id }) => id === playlist_id)?.name ?? playlist_id;
}
const versionOf = async (screen: Screen) => (await screen.head()).version;

describe('a group of screens', () => {
  it('gives its playlist to members without one of their own, and says where it comes from', async () => {
    const group = await addGroup({ name: 'Harbour line', playlist_id: nightLoop.id });
    const before = await versionOf(stranger);
    await patch(member, { group_ids: [group.id] });
    expect(await played(member)).toBe('Night loop');
    expect(await device(member)).toMatchObject({
      playlist_id: null,
      playlist_name: 'Night loop',
      playlist_group: { id: group.id, name: 'Harbour line' },
    });
    expect(await groupOf(group.id)).toMatchObject({ screens: 1, playlist_name: 'Night loop' });
    await patch(member, { playlist_id: dayLoop.id });
    expect(await played(member)).toBe('Day loop');
    expect(await device(member)).toMatchObject({ playlist_name: 'Day loop', playlist_group: null });
    await patch(member, { playlist_id: null });
    expect(await played(member)).toBe('Night loop');
    expect(await versionOf(stranger)).toBe(before);
  });

  it('that changes reaches its members and those below it, and nobody else', async () => {
    const above = await addGroup({ name: 'City' });
    const group = await addGroup({ name: 'Pier', parent_id: above.id });
    await patch(member, { group_ids: [group.id] });
    const [mine, theirs] = [await versionOf(member), await versionOf(stranger)];
    await patchGroup(above.id, { playlist_id: dayLoop.id });
    expect(await played(member)).toBe('Day loop');
    await patchGroup(group.id, { playlist_id: nightLoop.id });
    expect(await played(member)).toBe('Night loop');
    await patchGroup(group.id, { name: 'Pier 4' });
    expect(await versionOf(member)).toBe(mine + 2);
    expect(await versionOf(stranger)).toBe(theirs);
    expect((await device(member)).playlist_group?.name).toBe('Pier 4');
  });

  it('whose name alone changes settles no screen anew', async () => {
    const group = await addGroup({ name: 'Quay' });
    const statementsOf = async (change: object) => {
      const before = test.server.queries();
      await patchGroup(group.id, change);
      return test.server.queries() - before;
    };
    const ofPlaylist = await statementsOf({ playlist_id: nightLoop.id });
    expect(await statementsOf({ name: 'Quay 2' })).toBeLessThan(ofPlaylist - 2);
  });

  it('by a rule takes screens in by their tags, and lets them go with the tag', async () => {
    const group = await addGroup({
      name: 'Late taxis',
      playlist_id: nightLoop.id,
      rule: { tags: ['late'] },
    });
    await patch(member, { tags: ['late', 'red'] });
    expect(await played(member)).toBe('Night loop');
    expect((await groupOf(group.id)).screens).toBe(1);
    await patch(member, { tags: ['red'] });
    expect(await played(member)).toBeNull();
    await patchGroup(group.id, { rule: { tags: ['red'] } });
    expect(await played(member)).toBe('Night loop');
  });

  it('that is deleted lets its screens go, and has them again when it is restored', async () => {
    const group = await addGroup({ name: 'Islands', playlist_id: dayLoop.id });
    await patch(member, { group_ids: [group.id] });
    const { version } = await groupOf(group.id);
    await api('DELETE', `/api/device-groups/${group.id}`, { version });
    expect(await played(member)).toBeNull();
    expect((await device(member)).group_ids).toEqual([]);
    const listed = await api<{ total: number }>('GET', `/api/devices?group_id=${group.id}`);
    expect(listed.total).toBe(0);
    await api('POST', `/api/device-groups/${group.id}/restore`, { payload: {} });
    expect(await played(member)).toBe('Day loop');
    expect((await device(member)).group_ids).toEqual([group.id]);
  });

  it('keeps its playlist from being deleted; a playlist names the screens that play it through a group', async () => {
    const loop = await addPlaylist(test, test.admin, [], 'Not yet');
    const group = await addGroup({ name: 'Trams', playlist_id: loop.id });
    const remove = () =>
      call(test, test.admin, 'DELETE', `/api/playlists/${loop.id}`, { version: loop.version });
    expect((await remove()).json()).toMatchObject({
      error: 'IN_USE',
      details: { by: 'device-groups', used_in: [{ name: 'Trams' }] },
    });
    await patch(member, { group_ids: [group.id] });
    expect((await readPlaylist(test, test.admin, loop.id)).assigned_to).toEqual([
      { id: member.id, name: 'Ferry 1', group: 'Trams' },
    ]);
  });

  it('takes in many screens at once, each several groups in their order', async () => {
    const first = await addGroup({ name: 'A line', playlist_id: nightLoop.id });
    const second = await addGroup({ name: 'B line', playlist_id: dayLoop.id });
    const change = (body: object) =>
      api('POST', '/api/devices/changes', {
        payload: { device_ids: [member.id, stranger.id], change: body },
      });
    await change({ add_groups: [second.id, first.id] });
    expect([await played(member), await played(stranger)]).toEqual(['Day loop', 'Day loop']);
    expect((await device(member)).group_ids).toEqual([second.id, first.id]);
    await change({ remove_groups: [second.id] });
    expect([await played(member), await played(stranger)]).toEqual(['Night loop', 'Night loop']);
  });

  it('is not deleted while others stand below it, and is not restored below one that is gone', async () => {
    const above = await addGroup({ name: 'Buses' });
    const below = await addGroup({ name: 'Night buses', parent_id: above.id });
    const ask = (method: 'DELETE' | 'POST', path: string, more: object) =>
      call(test, test.admin, method, `/api/device-groups/${path}`, more);
    const remove = (id: string) => ask('DELETE', id, { version: 1 });
    expect((await remove(above.id)).json()).toMatchObject({
      error: 'IN_USE',
      details: { by: 'device-groups', used_in: [{ id: below.id, name: 'Night buses' }] },
    });
    expect((await remove(below.id)).statusCode).toBe(204);
    expect((await remove(above.id)).statusCode).toBe(204);
    const restored = await ask('POST', `${below.id}/restore`, { payload: {} });
    expect(restored.json()).toMatchObject({
      error: 'VALIDATION',
      details: { parent_id: [expect.any(String)] },
    });
  });

  it('is not restored with a playlist that is gone', async () => {
    const loop = await addPlaylist(test, test.admin, [], 'Short-lived');
    const group = await addGroup({ name: 'Ferries', playlist_id: loop.id });
    await api('DELETE', `/api/device-groups/${group.id}`, { version: 1 });
    await api('DELETE', `/api/playlists/${loop.id}`, { version: loop.version });
    const path = `/api/device-groups/${group.id}/restore`;
    const restored = await call(test, test.admin, 'POST', path, { payload: {} });
    expect(restored.json()).toMatchObject({ details: { playlist_id: [expect.any(String)] } });
  });

  it('stands in eight levels and no more, also where a whole branch is moved', async () => {
    const branch = async (levels: number) => {
      const made: DeviceGroup[] = [];
      for (let n = 0; n < levels; n++)
        made.push(await addGroup({ name: `Level ${n}`, parent_id: made.at(-1)?.id ?? null }));
      return made;
    };
    const eight = await branch(8);
    const post = (parent_id: string) =>
      call(test, test.admin, 'POST', '/api/device-groups', { payload: { name: 'Too deep', parent_id } });
    expect((await post(eight[7]!.id)).json()).toMatchObject({
      details: { parent_id: [expect.stringContaining('8 levels')] },
    });
    const [top] = await branch(3);
    const move = async (parent_id: string) =>
      call(test, test.admin, 'PATCH', `/api/device-groups/${top!.id}`, {
        payload: { parent_id },
        version: 1,
      });
    expect((await move(eight[5]!.id)).statusCode).toBe(400);
    expect((await move(eight[4]!.id)).statusCode).toBe(200);
  });

  it('has its members again once it is restored, whatever other groups they joined meanwhile', async () => {
    const [gone, other] = [await addGroup({ name: 'Gone' }), await addGroup({ name: 'Other' })];
    await patch(member, { group_ids: [gone.id] });
    await api('DELETE', `/api/device-groups/${gone.id}`, { version: 1 });
    await api('POST', '/api/devices/changes', {
      payload: { device_ids: [member.id], change: { add_groups: [other.id] } },
    });
    expect((await device(member)).group_ids).toEqual([other.id]);
    await api('POST', `/api/device-groups/${gone.id}/restore`, { payload: {} });
    expect((await device(member)).group_ids).toEqual([gone.id, other.id]);
  });

  it('and a screen that change at the same moment agree in the end', async () => {
    for (let round = 0; round < 5; round++) {
      const group = await addGroup({ name: `Round ${round}` });
      await Promise.all([
        patch(member, { group_ids: [group.id] }),
        patchGroup(group.id, { playlist_id: nightLoop.id }),
      ]);
      expect(await played(member)).toBe('Night loop');
      await patch(member, { group_ids: [] });
    }
  });

  it('of another tenant is nobody’s group', async () => {
    const far = await test.signIn('admin', await test.addTenant('far'));
    const made = await call(test, far, 'POST', '/api/device-groups', { payload: { name: 'Far' } });
    const { version } = await device(member);
    const payload = { group_ids: [made.json<{ id: string }>().id] };
    const answer = await call(test, test.admin, 'PATCH', `/api/devices/${member.id}`, { payload, version });
    expect(answer.json()).toMatchObject({
      error: 'VALIDATION',
      details: { group_ids: [expect.any(String)] },
    });
    const theirs = { name: 'Far loop', playlist_id: nightLoop.id };
    const refused = await call(test, far, 'POST', '/api/device-groups', { payload: theirs });
    expect(refused.statusCode).toBe(400);
  });
});
