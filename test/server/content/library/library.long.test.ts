import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { MediaFile } from '../../../../shared/contract/content/library/mediaLibrary.ts';
import type { Usage } from '../../../../shared/contract/content/library/usage.ts';
import { tagsAfter } from '../../../../server/content/library/changes.ts';
import { withParents } from '../../../../server/content/library/folders.ts';
import { manualClock } from '../../../support/clock.ts';
import { addPlaylist, call, publish, type CallOptions } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { upload } from '../../../support/server/upload.ts';

const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
let test: TestServer;
let admin: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer({ clock });
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

let shade = 0;
/** A picture of its own content. */
async function add(filename = 'a.png'): Promise<Creative> {
  shade++;
  const background = { r: shade, g: 40, b: 80 };
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background } })
    .png()
    .toBuffer();
  const answer = await upload(test, admin, bytes, { filename });
  return (await ask('GET', `creatives/${String(answer.headers['x-creative'])}`)).json<Creative>();
}
const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, asked: CallOptions = {}) =>
  call(test, admin, method, `/api/${path}`, asked);
const file = async (id: string) => (await ask('GET', `media/${id}`)).json<MediaFile>();
const change = (id: string, payload: object, version = 1) =>
  ask('PATCH', `media/${id}`, { payload, version });
const list = async (query: string) =>
  (await ask('GET', `media?limit=100&${query}`)).json<{
    items: MediaFile[];
    total: number;
    facets: { licence: Record<string, number> };
  }>();
const usage = async (id: string) => (await ask('GET', `media/${id}/usage`)).json<Usage>();

describe('folders and tags', () => {
  it('are what files have: found by them, counted, renamed with what is below', async () => {
    const [a, b, c] = [await add(), await add(), await add()].map(({ asset }) => asset.id) as [
      string,
      string,
      string,
    ];
    expect(
      (await change(a, { folder: ' Summer / Taxi tops ', tags: ['Night', 'rain'] })).json(),
    ).toMatchObject({
      ...{ folder: 'Summer/Taxi tops', tags: ['Night', 'rain'], version: 2, creative_count: 1 },
    });
    await change(b, { folder: 'Summer', tags: ['Night'] });
    await change(c, { folder: 'Summertime' });
    const ids = async (query: string) => (await list(query)).items.map(({ id }) => id).sort();
    expect(await ids('folder=Summer')).toEqual([a, b].sort());
    expect(await ids('folder=Summer/Taxi tops')).toEqual([a]);
    expect(await ids('tag=Night')).toEqual([a, b].sort());
    expect(await ids('q=rain')).toEqual([a]);
    const counted = (await ask('GET', 'media/folders')).json<object>();
    expect(counted).toMatchObject({
      folders: [
        { path: 'Summer', files: 2 },
        { path: 'Summer/Taxi tops', files: 1 },
        { path: 'Summertime', files: 1 },
      ],
      tags: [
        { tag: 'Night', files: 2 },
        { tag: 'rain', files: 1 },
      ],
    });
    const renamed = await ask('POST', 'media/folders/rename', {
      payload: { from: 'Summer', to: 'Été/2026' },
    });
    expect(renamed.json()).toEqual({ changed: 2 });
    expect([(await file(a)).folder, (await file(b)).folder, (await file(c)).folder]).toEqual([
      ...['Été/2026/Taxi tops', 'Été/2026', 'Summertime'],
    ]);
  });

  it.each(['a//b', '/a', 'a/b/c/d/e/f', 'x'.repeat(61), 'a\u0001b'])('refuses the path %j', async folder => {
    const { asset } = await add();
    const answer = await change(asset.id, { folder });
    expect([answer.statusCode, Object.keys(answer.json<{ details: object }>().details)]).toEqual([
      400,
      ['folder'],
    ]);
  });

  it('are refused where a renamed folder would lie too deep, and where there is none', async () => {
    const { asset } = await add();
    await change(asset.id, { folder: 'deep/2/3/4/5' });
    const rename = (from: string, to: string) =>
      ask('POST', 'media/folders/rename', { payload: { from, to } });
    expect((await rename('deep', 'deep/er')).json()).toMatchObject({ details: { to: [expect.any(String)] } });
    expect((await rename('nowhere', 'there')).statusCode).toBe(404);
  });

  it('count a folder with those below it', () => {
    expect(
      withParents([
        { path: 'a/b', files: 2 },
        { path: 'a/c/d', files: 3 },
        { path: 'e', files: 1 },
      ]),
    ).toEqual([
      { path: 'a', files: 5 },
      { path: 'a/b', files: 2 },
      { path: 'a/c', files: 3 },
      { path: 'a/c/d', files: 3 },
      { path: 'e', files: 1 },
    ]);
    expect(tagsAfter(['a', 'b'], { add_tags: ['b', 'c'], remove_tags: ['a'] })).toEqual(['b', 'c']);
  });
});

describe('a deletion', () => {
  it('takes the creatives that show the file with it, and a restoration brings them back', async () => {
    const creative = await add();
    const { id } = creative.asset;
    expect((await ask('DELETE', `media/${id}`, { version: 1 })).statusCode).toBe(204);
    expect((await ask('GET', `creatives/${creative.id}`)).json()).toMatchObject({
      deleted_at: '2026-11-24T09:00:00.000Z',
    });
    expect((await list('deleted=1')).items.some(one => one.id === id)).toBe(true);
    expect((await ask('POST', `media/${id}/restore`, { payload: {} })).json()).toMatchObject({
      ...{ deleted_at: null, creative_count: 1 },
    });
    expect((await ask('GET', `creatives/${creative.id}`)).json()).toMatchObject({ deleted_at: null });
  });

  it('of what a playlist uses is refused with the list, alone and among many', async () => {
    const [used, free] = [await add('used.png'), await add('free.png')];
    const playlist = await addPlaylist(test, admin, [{ creative_id: used.id, duration_ms: 5_000 }], 'Day');
    const refused = await ask('DELETE', `media/${used.asset.id}`, { version: 1 });
    const use = { id: playlist.id, name: 'Day' };
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { error: 'IN_USE', details: { by: 'playlists', used_in: [use] } },
    ]);
    const media_ids = [used.asset.id, free.asset.id];
    const bulk = await ask('POST', 'media/changes', { payload: { media_ids, change: { delete: true } } });
    expect(bulk.json()).toEqual({
      changed: 1,
      failed: [{ id: used.asset.id, name: 'used.png', error: 'IN_USE' }],
    });
    expect(await usage(used.asset.id)).toMatchObject({
      creatives: [{ id: used.id, state: 'approved' }],
      playlists: [{ ...use, is_live: false, in_draft: true }],
    });
  });

  it('of what waits for a decision or shows in local content is refused, too', async () => {
    const waiting = await add();
    const newer = await add();
    await ask('POST', `creatives/${waiting.id}/replace`, { payload: { creative_id: newer.id } });
    expect((await ask('DELETE', `media/${newer.asset.id}`, { version: 1 })).json()).toMatchObject({
      details: { by: 'submissions' },
    });
    expect((await ask('DELETE', `media/${waiting.asset.id}`, { version: 1 })).json()).toMatchObject({
      details: { by: 'submissions' },
    });
  });
});

describe('many at once', () => {
  it('are moved and tagged by what a filter matches, and who has too many tags stays as it was', async () => {
    const made = [await add('bulk-1.png'), await add('bulk-2.png'), await add('bulk-3.png')];
    const full = Array.from({ length: 20 }, (_, n) => `t${n}`);
    await change(made[2]!.asset.id, { tags: full });
    const answer = await ask('POST', 'media/changes', {
      payload: {
        filter: { q: 'bulk-' },
        change: { folder: 'Bulk', add_tags: ['new', 'new two'], remove_tags: [] },
      },
    });
    expect(answer.json()).toEqual({
      changed: 2,
      failed: [{ id: made[2]!.asset.id, name: 'bulk-3.png', error: 'RULE' }],
    });
    expect((await list('folder=Bulk')).items.map(({ tags }) => tags)).toEqual([
      ['new', 'new two'],
      ['new', 'new two'],
    ]);
  });

  it.each([
    [{ change: { folder: 'x' } }, 'media_ids'],
    [{ media_ids: [], filter: {}, change: { folder: 'x' } }, 'media_ids'],
    [{ filter: {}, change: {} }, 'change'],
    [{ filter: { colour: 'red' }, change: { folder: 'x' } }, 'filter.colour'],
  ])('%j is refused', async (payload, field) => {
    const answer = await ask('POST', 'media/changes', { payload });
    expect([answer.statusCode, Object.keys(answer.json<{ details: object }>().details)]).toEqual([
      400,
      [field],
    ]);
  });
});

describe('a replacement', () => {
  it('waits in approved creatives while the old file stays live, and takes over folder, tags and licence', async () => {
    const old = await add('old.png');
    await change(old.asset.id, { folder: 'Kept', tags: ['kept'], licence_until: '2027-01-31' });
    const newer = await add('newer.png');
    const answer = await ask('POST', `media/${old.asset.id}/replace`, { payload: { creative_id: newer.id } });
    expect(answer.statusCode).toBe(200);
    expect(await file(newer.asset.id)).toMatchObject({
      ...{ folder: 'Kept', tags: ['kept'], licence_until: '2027-01-31', replaces: old.asset.id },
    });
    expect((await ask('GET', `creatives/${old.id}`)).json()).toMatchObject({
      ...{ has_newer_file: true, asset: { id: old.asset.id } },
    });
    expect(await usage(old.asset.id)).toMatchObject({
      replaced_by: { id: newer.asset.id, name: 'newer.png' },
    });
    const versions = (await ask('GET', `creatives/${old.id}/versions`)).json<{
      items: { state: string; asset: { id: string } }[];
    }>();
    expect(versions.items.map(({ state, asset }) => [state, asset.id])).toEqual([
      ['waiting', newer.asset.id],
      ['live', old.asset.id],
    ]);
  });
});

describe('a creative', () => {
  it('has languages, categories and days; another target of its code waits for a decision', async () => {
    const creative = await add();
    const patch = (payload: object, version: number) =>
      ask('PATCH', `creatives/${creative.id}`, { payload, version });
    const wrong = await patch({ valid_from: '2026-12-02', valid_until: '2026-12-01' }, 1);
    expect(wrong.json()).toMatchObject({ details: { valid_until: ['Not before it starts'] } });
    expect((await patch({ qr_target: 'http://example.org/' }, 1)).json()).toMatchObject({
      details: { qr_target: [expect.any(String)] },
    });
    const details = { languages: ['zh', 'en'], cats: ['IAB20'], valid_from: '2026-12-01', valid_until: null };
    expect((await patch({ ...details, qr_target: 'https://example.org/a' }, 1)).json()).toMatchObject({
      ...{ ...details, qr_target: null, has_newer_file: true },
    });
    const { items } = (await ask('GET', `submissions?creative_id=${creative.id}`)).json<{
      items: { id: string; qr_target: string | null }[];
    }>();
    expect(items).toMatchObject([{ qr_target: 'https://example.org/a' }]);
    const decider = await test.signIn('owner');
    const decide = (verb: string) =>
      call(test, decider, 'POST', `/api/submissions/${items[0]!.id}/${verb}`, { payload: {} });
    await decide('assign');
    expect((await decide('approve')).statusCode).toBe(200);
    expect((await ask('GET', `creatives/${creative.id}`)).json()).toMatchObject({
      ...{ qr_target: 'https://example.org/a', has_newer_file: false, asset: { id: creative.asset.id } },
    });
    const found = (query: string) =>
      ask('GET', `creatives?${query}`).then(a => a.json<{ total: number }>().total);
    expect([await found('language=zh'), await found('category=IAB20'), await found('category=IAB1')]).toEqual(
      [1, 1, 0],
    );
  });
});

describe('a licence', () => {
  it('is listed by its state, and one that has ended everywhere keeps the file out of new publications', async () => {
    const creative = await add();
    const { id } = creative.asset;
    await change(id, { licence_until: '2026-11-30' });
    expect((await list('licence=ending')).items.map(one => one.id)).toEqual([id]);
    expect((await ask('GET', `creatives/${creative.id}`)).json()).toMatchObject({
      asset: { licence_until: '2026-11-30' },
    });
    const playlist = await addPlaylist(test, admin, [{ creative_id: creative.id, duration_ms: 5_000 }], 'L');
    await publish(test, admin, playlist.id);
    clock.jump(Date.parse('2026-12-01T11:59:00.000Z') - clock.now());
    admin = await test.signIn('admin');
    expect((await list('licence=ended')).total).toBe(0);
    clock.jump(2 * 60_000);
    expect((await list('licence=ended')).items.map(one => one.id)).toEqual([id]);
    await ask('PUT', `playlists/${playlist.id}/items`, {
      payload: { items: [{ creative_id: creative.id, duration_ms: 6_000 }] },
      version: (await ask('GET', `playlists/${playlist.id}`)).json<{ version: number }>().version,
    });
    const refused = await ask('POST', `playlists/${playlist.id}/publish`);
    expect(refused.json()).toMatchObject({ error: 'RULE', details: { creative_ids: [creative.id] } });
  });
});
