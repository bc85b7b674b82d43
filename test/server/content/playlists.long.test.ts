import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { Playlist, PlaylistDetail } from '../../../shared/contract/content/playlist.ts';
import { uuid7 } from '../../../shared/random.ts';
import { makeScreen } from '../../support/device.ts';
import {
  addPlaylist,
  assign,
  call,
  publish,
  readPlaylist,
  type CallOptions,
} from '../../support/server/playlist.ts';
import { said } from '../../support/reported.ts';
import { checkAll } from '../../support/server/checks.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

let test: TestServer;
let picture: Creative;
let video: Creative;
beforeAll(async () => {
  test = await startTestServer();
  picture = await addCreative(test, test.admin, 'picture.jpg');
  video = await addCreative(test, test.admin, 'h264.mp4');
});
afterAll(() => test.close());

const of = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  id: string,
  asked: CallOptions = {},
  rest = '',
) => call(test, test.admin, method, `/api/playlists/${id}${rest}`, asked);
const both = () => [
  { creative_id: picture.id, duration_ms: 5_000 },
  { creative_id: video.id, duration_ms: null },
];

describe('a draft', () => {
  it('tells its length, its bytes with each file counted once, and its proportions', async () => {
    const playlist = await addPlaylist(test, test.admin, [
      ...both(),
      { creative_id: video.id, duration_ms: 9_000 },
      { creative_id: picture.id, duration_ms: null },
    ]);
    expect(playlist).toMatchObject({
      state: 'draft',
      published_version: null,
      has_draft: true,
      item_count: 4,
      loop_ms: 5_000 + 3_000 + 9_000 + 10_000,
      bytes: picture.asset.bytes + video.asset.bytes,
    });
    expect(playlist.strip.map(part => [part.kind, part.ms])).toEqual([
      ['image', 5_000],
      ['video', 3_000],
      ['video', 9_000],
      ['image', 10_000],
    ]);
    expect(playlist.items.map(item => item.creative?.name)).toEqual(['picture', 'h264', 'h264', 'picture']);
  });

  it('keeps the ids of its items when they are moved, and gives a copy its own', async () => {
    const playlist = await addPlaylist(test, test.admin, both());
    const [a, b] = playlist.items;
    const put = await of(
      'PUT',
      playlist.id,
      {
        version: playlist.version,
        payload: {
          items: [
            { id: b?.id, creative_id: video.id, duration_ms: null },
            { id: a?.id, creative_id: picture.id, duration_ms: 5_000 },
            { id: a?.id, creative_id: picture.id, duration_ms: 5_000 },
          ],
        },
      },
      '/items',
    );
    const ids = put.json<PlaylistDetail>().items.map(item => item.id);
    expect(ids.slice(0, 2)).toEqual([b?.id, a?.id]);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['a creative that is not there', () => [{ creative_id: uuid7(Date.now()), duration_ms: 5_000 }]],
    ['an item under three seconds', () => [{ creative_id: picture.id, duration_ms: 2_999 }]],
    ['an unknown transition', () => [{ creative_id: picture.id, duration_ms: 5_000, transition: 'wipe' }]],
    ['501 items', () => Array.from({ length: 501 }, () => ({ creative_id: picture.id, duration_ms: 5_000 }))],
  ])('refuses %s', async (_what, items) => {
    const playlist = await addPlaylist(test, test.admin, both());
    const put = await of(
      'PUT',
      playlist.id,
      { payload: { items: items() }, version: playlist.version },
      '/items',
    );
    expect([put.statusCode, put.json<{ error: string }>().error]).toEqual([400, 'VALIDATION']);
    expect((await readPlaylist(test, test.admin, playlist.id)).item_count).toBe(2);
  });

  it('is not overwritten by whom has not seen it', async () => {
    const playlist = await addPlaylist(test, test.admin, both());
    const put = await of(
      'PUT',
      playlist.id,
      { payload: { items: [] }, version: playlist.version - 1 },
      '/items',
    );
    expect([put.statusCode, put.json()]).toMatchObject([
      412,
      { error: 'VERSION_CONFLICT', details: { id: playlist.id, version: playlist.version, item_count: 2 } },
    ]);
  });

  it('that is empty is not published', async () => {
    const playlist = await addPlaylist(test, test.admin, []);
    const answer = await of('POST', playlist.id, { payload: {} }, '/publish');
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([422, 'RULE']);
  });
});

describe('an edit of what is published', () => {
  it('a new default length is an edit, a new name is none', async () => {
    const playlist = await addPlaylist(test, test.admin, both());
    const published = await publish(test, test.admin, playlist.id);
    const renamed = await of('PATCH', playlist.id, { payload: { name: 'Dusk' }, version: published.version });
    expect(renamed.json()).toMatchObject({ name: 'Dusk', has_draft: false });
    const longer = await of('PATCH', playlist.id, {
      payload: { default_duration_ms: 20_000 },
      version: published.version + 1,
    });
    expect(longer.json()).toMatchObject({ has_draft: true, default_duration_ms: 20_000 });
  });

  it('earlier versions stay, and one of them becomes the draft again', async () => {
    const playlist = await addPlaylist(test, test.admin, both());
    const first = await publish(test, test.admin, playlist.id);
    const items = [{ creative_id: picture.id, duration_ms: 7_000 }];
    await of('PUT', playlist.id, { payload: { items }, version: first.version }, '/items');
    await publish(test, test.admin, playlist.id);
    const versions = (await of('GET', playlist.id, {}, '/versions')).json<{
      items: Record<string, unknown>[];
    }>();
    expect(versions.items).toMatchObject([
      { version: 2, item_count: 1, loop_ms: 7_000, bytes: picture.asset.bytes },
      { version: 1, item_count: 2, loop_ms: 8_000, bytes: picture.asset.bytes + video.asset.bytes },
    ]);
    const { version } = (await of('GET', playlist.id)).json<PlaylistDetail>();
    const revert = (to: number, seen: number) =>
      of('POST', playlist.id, { payload: { version: to }, version: seen }, '/revert');
    const unseen = await revert(1, version - 1);
    expect(unseen.json()).toMatchObject({ error: 'VERSION_CONFLICT', details: { version, item_count: 1 } });
    const reverted = await revert(1, version);
    expect(reverted.json()).toMatchObject({ has_draft: true, published_version: 2, item_count: 2 });
    expect(reverted.json<PlaylistDetail>().items.map(item => item.duration_ms)).toEqual([5_000, null]);
    expect((await publish(test, test.admin, playlist.id)).published_version).toBe(3);
    const unknown = await revert(9, version + 2);
    expect(unknown.statusCode).toBe(404);
  });
});

describe('a copy', () => {
  it('is a draft of its own under the next free name', async () => {
    const playlist = await addPlaylist(test, test.admin, both(), 'Morning 100%');
    await publish(test, test.admin, playlist.id);
    const copy = async (id: string, payload: object = {}) =>
      (await of('POST', id, { payload }, '/duplicate')).json<PlaylistDetail>();
    const second = await copy(playlist.id);
    expect(second).toMatchObject({
      name: 'Morning 100% (2)',
      state: 'draft',
      published_version: null,
      item_count: 2,
    });
    expect((await copy(second.id)).name).toBe('Morning 100% (3)');
    expect((await copy(playlist.id, { name: 'Evening' })).name).toBe('Evening');
    expect(second.items.map(item => item.id)).not.toEqual(playlist.items.map(item => item.id));
  });
});

describe('screens', () => {
  it('that play it are named, and it cannot be deleted while they do', async () => {
    const screen = makeScreen(test);
    const device = await screen.pair(test.admin, { name: 'Cab 9' });
    const playlist = await addPlaylist(test, test.admin, both());
    const assigned = await assign(test, test.admin, playlist.id, [device.id, device.id]);
    expect(assigned.json()).toMatchObject({ assigned_to: [{ id: device.id, name: 'Cab 9' }] });
    const refused = await of('DELETE', playlist.id, { version: playlist.version });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { error: 'IN_USE', details: { used_in: [{ id: device.id, name: 'Cab 9' }] } },
    ]);
    await assign(test, test.admin, playlist.id, []);
    expect((await of('DELETE', playlist.id, { version: playlist.version })).statusCode).toBe(204);
    const list = (await call(test, test.admin, 'GET', '/api/playlists?deleted=1')).json<{
      items: Playlist[];
    }>();
    expect(list.items.map(one => one.id)).toContain(playlist.id);
    const restored = await of('POST', playlist.id, { payload: {} }, '/restore');
    expect(restored.json()).toMatchObject({ deleted_at: null, item_count: 2 });
  });

  it('taken over by another playlist leave the first', async () => {
    const screen = makeScreen(test);
    const device = await screen.pair(test.admin);
    const [one, two] = [
      await addPlaylist(test, test.admin, both()),
      await addPlaylist(test, test.admin, both()),
    ];
    await assign(test, test.admin, one.id, [device.id]);
    await assign(test, test.admin, two.id, [device.id]);
    expect((await readPlaylist(test, test.admin, one.id)).assigned_to).toEqual([]);
    expect((await readPlaylist(test, test.admin, two.id)).assigned_to).toHaveLength(1);
  });

  it('that are not there are refused, and none is changed', async () => {
    const screen = makeScreen(test);
    const device = await screen.pair(test.admin);
    const before = await screen.head();
    const playlist = await addPlaylist(test, test.admin, both());
    const answer = await assign(test, test.admin, playlist.id, [device.id, uuid7(Date.now())]);
    expect(answer.statusCode).toBe(400);
    expect(await screen.head()).toEqual(before);
  });
});

it('two publishes at once make two screens agree on one version', async () => {
  const screens = [makeScreen(test), makeScreen(test)];
  for (const screen of screens) await screen.pair(test.admin);
  const playlist = await addPlaylist(test, test.admin, both());
  await assign(
    test,
    test.admin,
    playlist.id,
    screens.map(screen => screen.id),
  );
  await checkAll(test);
  const answers = await Promise.all(
    [1, 2, 3].map(() => of('POST', playlist.id, { payload: {} }, '/publish')),
  );
  expect(answers.map(answer => answer.json<Playlist>().published_version)).toEqual([1, 1, 1]);
  const heads = await Promise.all(screens.map(screen => screen.head()));
  const hashes = heads.map(head => head.documents.find(document => document.kind === 'playlist')?.sha256);
  expect(hashes[0]).toBeDefined();
  expect(hashes[0]).toBe(hashes[1]);
});

describe('readiness', () => {
  const ask = (id: string) => of('GET', id, {}, '/readiness');

  it('counts the screens that have all files, and tells which lack how many', async () => {
    const playlist = await addPlaylist(test, test.admin, both());
    await publish(test, test.admin, playlist.id);
    const screens = await Promise.all(
      ['Taxi 7', 'Taxi 8', 'Taxi 9', 'Taxi 10'].map(async name => {
        const screen = makeScreen(test);
        await screen.pair(test.admin, { name });
        return screen;
      }),
    );
    await assign(
      test,
      test.admin,
      playlist.id,
      screens.map(({ id }) => id),
    );
    const [seven, eight, nine] = screens;
    const beat = async (screen = seven, ready = 2, behind = 0) => {
      const { version } = await screen!.head();
      const readiness = { ready, total: 2, given_up: 0 };
      const body = said({ readiness, manifest_version: version - behind });
      expect((await screen!.call('POST', '/api/player/heartbeat', body)).statusCode).toBe(200);
    };
    await beat(seven);
    await beat(eight, 1);
    await beat(nine, 2, 1);
    await test.network.sightings.flush();
    expect((await ask(playlist.id)).json()).toMatchObject({
      screens: 4,
      ready: 1,
      lacking: [
        { files: 1, screens: 1 },
        { files: null, screens: 2 },
      ],
      late: [
        { name: 'Taxi 10', files: null },
        { name: 'Taxi 9', files: null },
        { name: 'Taxi 8', files: 1 },
      ],
    });
    expect((await ask(uuid7(0))).statusCode).toBe(404);
  });
});
