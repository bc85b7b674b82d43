import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { PlaylistDetail } from '../../../shared/contract/content/playlist.ts';
import { manualClock } from '../../support/clock.ts';
import { addPlaylist, call, publish, readPlaylist, type CallOptions } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative, fixture, upload } from '../../support/server/upload.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.now());
let test: TestServer;
let admin: TestServer['admin'];
let creative: Creative;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
beforeEach(async () => {
  admin = await test.signIn('admin');
  creative = await addCreative(test, admin);
});
afterAll(() => test.close());

const of = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', id: string, asked: CallOptions = {}, verb = '') =>
  call(test, admin, method, `/api/creatives/${id}${verb}`, asked);
const list = async (query = '') =>
  (await call(test, admin, 'GET', `/api/creatives${query}`)).json<{
    items: Creative[];
    total: number;
    facets: Record<string, Record<string, number>>;
  }>();

describe('a creative', () => {
  it('is renamed by whoever has read it as it stands', async () => {
    const patched = await of('PATCH', creative.id, {
      payload: { name: ' Café ', alt_text: 'A cup' },
      version: 1,
    });
    expect(patched.json()).toMatchObject({ name: 'Café', alt_text: 'A cup', version: 2 });
    const stale = await of('PATCH', creative.id, { payload: { name: 'Other' }, version: 1 });
    expect(stale.json()).toMatchObject({ error: 'VERSION_CONFLICT', details: { name: 'Café', version: 2 } });
    const bad = await of('PATCH', creative.id, { payload: { name: '', state: 'draft' }, version: 2 });
    expect(bad.json()).toMatchObject({ details: { name: [expect.any(String)], state: ['Unknown field'] } });
  });

  it('of a video keeps the length of the video', async () => {
    const video = await addCreative(test, admin, 'h264.mp4');
    const answer = await of('PATCH', video.id, { payload: { duration_ms: 5_000 }, version: 1 });
    expect(answer.json()).toMatchObject({
      error: 'VALIDATION',
      details: { duration_ms: [expect.any(String)] },
    });
  });

  it('that a draft or a published version holds cannot be deleted, and the refusal says where', async () => {
    const playlist = await addPlaylist(
      test,
      admin,
      [{ creative_id: creative.id, duration_ms: 5_000 }],
      'Night',
    );
    const use = { id: playlist.id, name: 'Night' };
    expect((await of('GET', creative.id)).json()).toMatchObject({ used_in: [use] });
    const inDraft = await of('DELETE', creative.id, { version: 1 });
    expect([inDraft.statusCode, inDraft.json()]).toMatchObject([
      409,
      { error: 'IN_USE', details: { used_in: [use] } },
    ]);

    const published = await publish(test, admin, playlist.id);
    await call(test, admin, 'PUT', `/api/playlists/${playlist.id}/items`, {
      payload: { items: [] },
      version: published.version,
    });
    expect((await of('DELETE', creative.id, { version: 1 })).json()).toMatchObject({
      details: { used_in: [use] },
    });

    const now = await readPlaylist(test, admin, playlist.id);
    await call(test, admin, 'DELETE', `/api/playlists/${playlist.id}`, { version: now.version });
    expect((await of('DELETE', creative.id, { version: 1 })).statusCode).toBe(204);
  });

  it('comes back within thirty days, and not later', async () => {
    expect((await of('DELETE', creative.id, { version: 1 })).statusCode).toBe(204);
    expect((await list('?limit=100')).items.some(one => one.id === creative.id)).toBe(false);
    expect((await list('?deleted=1&limit=100')).items.some(one => one.id === creative.id)).toBe(true);
    expect((await of('PATCH', creative.id, { payload: { name: 'x' }, version: 2 })).statusCode).toBe(404);
    const restored = await of('POST', creative.id, { payload: {} }, '/restore');
    expect(restored.json()).toMatchObject({ deleted_at: null, version: 3 });
    const again = await of('POST', creative.id, { payload: {} }, '/restore');
    expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([409, 'STATE']);

    await of('DELETE', creative.id, { version: 3 });
    clock.jump(30 * DAY_MS + 1);
    admin = await test.signIn('admin');
    expect((await of('POST', creative.id, { payload: {} }, '/restore')).statusCode).toBe(409);
  });

  it('that is deleted cannot be put into a playlist', async () => {
    const made = await call(test, admin, 'POST', '/api/playlists', { payload: { name: 'New' } });
    await of('DELETE', creative.id, { version: 1 });
    const put = await call(test, admin, 'PUT', `/api/playlists/${made.json<PlaylistDetail>().id}/items`, {
      payload: { items: [{ creative_id: creative.id, duration_ms: 5_000 }] },
      version: 1,
    });
    expect(put.json()).toMatchObject({ error: 'VALIDATION', details: { creative_ids: [creative.id] } });
  });
});

it('the list searches, filters by kind and state, counts and gives addresses that open', async () => {
  const tenant = await test.addTenant('list-fleet');
  admin = await test.signIn('owner', tenant);
  await addCreative(test, admin, 'h264.mp4');
  await addCreative(test, admin, 'picture.png');
  await addCreative(test, admin, 'picture.webp');
  const all = await list();
  expect(all.facets).toEqual({
    ...{ kind: { video: 1, image: 2 }, state: { approved: 3 } },
    checks: { fine: 3 },
  });
  expect((await list('?kind=video&status=approved')).items.map(one => one.name)).toEqual(['h264']);
  expect((await list('?q=PICTURE&sort=bytes')).items.map(one => one.asset.mime)).toEqual([
    'image/webp',
    'image/png',
  ]);
  for (const { asset } of all.items)
    for (const url of [asset.url, asset.thumbnail_url ?? ''])
      expect((await test.app.inject({ url })).statusCode).toBe(200);
});

describe('a file at the bounds', () => {
  const taken = async (bytes: Buffer) => {
    const answer = await upload(test, admin, bytes);
    expect(answer.statusCode, answer.body).toBe(204);
    return (await of('GET', String(answer.headers['x-creative']))).json<Creative>().asset;
  };

  it.each([
    [16, 16],
    [8_192, 16],
    [16, 8_192],
  ])('OPEN-CONST-03 a picture of %i by %i px is taken', async (width, height) => {
    const plain = sharp({ create: { width, height, channels: 3, background: '#000' } });
    expect(await taken(await plain.png().toBuffer())).toMatchObject({ w: width, h: height });
  });

  it('OPEN-CONST-03 a video of 300 s is taken', async () => {
    expect((await taken(fixture('longest.mp4'))).duration_ms).toBe(300_000);
  });
});
