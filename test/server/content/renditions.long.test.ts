import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { Head, PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { MAX_INT } from '../../../shared/contract/wire/wire.ts';
import type { Asset } from '../../../shared/contract/content/media.ts';
import { processNext, startProcessing } from '../../../server/content/media/processor.ts';
import { claimJob } from '../../../server/content/media/processing.ts';
import { probe } from '../../../server/content/media/formats/probe.ts';
import { chunksPath, mediaPath } from '../../support/server/mediaFiles.ts';
import { devices, mediaAssets } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen } from '../../support/device.ts';
import { makeFilm } from '../../support/films.ts';
import { addPlaylist, assign, call, publish, readPlaylist } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative, upload } from '../../support/server/upload.ts';
import { ffmpeg } from '../../tools/machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'wayside-films-'));
const never = new AbortController().signal;
const LEASE_MS = 30_000;
const clock = manualClock(Date.now());
let test: TestServer;
let film: Buffer;
beforeAll(async () => {
  film = makeFilm(folder);
  test = await startTestServer({ clock, config: { ffmpeg: ffmpeg() } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

/** Whose work lasts long enough to be stopped in its middle. */
const longer = () => makeFilm(folder, { size: '854x480', seconds: 1 });

/** Another file each time: the same content is one asset. */
let films = 0;
async function add(on = test, bytes = film): Promise<Creative> {
  const other = Buffer.concat([
    bytes,
    Buffer.from([0, 0, 0, 9]),
    Buffer.from('free'),
    Buffer.from([++films]),
  ]);
  const answer = await upload(on, on.admin, other, { filename: 'film.mp4' });
  const read = await call(on, on.admin, 'GET', `/api/creatives/${String(answer.headers['x-creative'])}`);
  return read.json<Creative>();
}
const assetOf = async ({ asset }: Creative, on = test) =>
  (await call(on, on.admin, 'GET', `/api/media/${asset.id}`)).json<Asset>();
const act = async ({ asset }: Creative, verb: 'reprocess' | 'cancel', on = test) =>
  (await call(on, on.admin, 'POST', `/api/media/${asset.id}/${verb}`, { payload: {} })).json<Asset>();
function faults() {
  const told: string[] = [];
  return { told, on: (error: unknown) => void told.push(String(error)) };
}
async function workAll(on = test) {
  const { told, on: onFault } = faults();
  while (await processNext(on.server, never, onFault));
  return told;
}
const halfMade = () => {
  const dir = join(test.server.config.dataDir, 'media/coming/renditions');
  return existsSync(dir) ? readdirSync(dir) : [];
};

describe('renditions of a video', () => {
  it('are made after it was taken, none larger than it in pixels or bytes, and lie in the store like it', async () => {
    const creative = await add();
    expect(creative.asset).toMatchObject({ state: 'ready', processing: 'queued', renditions: [] });
    expect(await workAll()).toEqual([]);
    const { renditions, processing, poster_url, bytes } = await assetOf(creative);
    expect(processing).toBe('done');
    expect(renditions.map(({ w, h }) => [w, h])).toEqual([
      [854, 480],
      [1280, 720],
    ]);
    expect(renditions[0]!.bytes).toBeLessThan(renditions[1]!.bytes);
    expect(renditions[1]!.bytes).toBeLessThan(bytes);
    for (const { sha256, w, h, url } of renditions) {
      const { facts } = await probe(mediaPath(test.server, sha256), { ffmpeg: ffmpeg() });
      expect(facts).toMatchObject({
        ...{ mime: 'video/mp4', codec: 'H.264', w, h },
      });
      expect(existsSync(chunksPath(test.server, sha256))).toBe(true);
      expect((await test.app.inject({ url })).headers['content-type']).toBe('video/mp4');
    }
    const poster = await test.app.inject({ url: poster_url ?? '' });
    expect([poster.statusCode, poster.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(halfMade()).toEqual([]);
  });

  it('are told to the screens that play the original: the same version and items, a new head', async () => {
    const creative = await add();
    const playlist = await addPlaylist(test, test.admin, [{ creative_id: creative.id, duration_ms: null }]);
    const published = await publish(test, test.admin, playlist.id);
    const screen = makeScreen(test);
    await screen.pair(test.admin);
    await assign(test, test.admin, playlist.id, [screen.id]);
    const played = async () => {
      const head = (await screen.call('GET', '/api/player/manifest')).json<Head>();
      const { sha256 } = head.documents.find(({ kind }) => kind === 'playlist')!;
      const document = await screen.call('GET', `/api/player/documents/${sha256}`);
      return { version: head.version, ...{ document: document.json<PlaylistDocument>() } };
    };
    const before = await played();
    expect(before.document.items[0]!.asset.renditions).toBeUndefined();
    await workAll();
    const after = await played();
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.document.version).toBe(before.document.version);
    const [item] = after.document.items;
    const { renditions = [], ...original } = item!.asset;
    expect({ ...item, asset: original }).toEqual(before.document.items[0]);
    expect(renditions.map(({ w, h, chunk_bytes }) => [w, h, chunk_bytes])).toEqual([
      [854, 480, 1_048_576],
      [1280, 720, 1_048_576],
    ]);
    for (const { sha256 } of renditions) {
      expect((await screen.call('GET', `/media/${sha256}/chunks`)).statusCode).toBe(200);
      expect((await screen.call('GET', `/media/${sha256}`)).rawPayload.length).toBeLessThan(MAX_INT);
    }
    const now = await readPlaylist(test, test.admin, playlist.id);
    expect([now.published_version, now.has_draft]).toEqual([published.published_version, false]);
  });

  it('are made in AV1, too, once a screen of the fleet reports that it plays it, and stand apart in its document', async () => {
    const screen = makeScreen(test);
    await screen.pair(test.admin);
    const [device] = await test.db.select().from(devices).where(eq(devices.id, screen.id));
    const report = (av1: boolean) =>
      test.db
        .update(devices)
        .set({ reported: { ...device!.reported!, av1 } })
        .where(eq(devices.id, screen.id));
    await report(true);
    const creative = await add();
    const playlist = await addPlaylist(test, test.admin, [{ creative_id: creative.id, duration_ms: null }]);
    await publish(test, test.admin, playlist.id);
    await assign(test, test.admin, playlist.id, [screen.id]);
    expect(await workAll()).toEqual([]);
    await report(false);
    const { renditions } = await assetOf(creative);
    const inAv1 = renditions.filter(({ codec }) => codec === 'av1');
    expect(renditions.map(({ h, codec = 'h264' }) => `${h} ${codec}`)).toEqual([
      ...['480 h264', '720 h264', '480 av1', '720 av1'],
    ]);
    for (const { sha256, w, h } of inAv1) {
      const { facts } = await probe(mediaPath(test.server, sha256), { ffmpeg: ffmpeg() });
      expect(facts).toMatchObject({ mime: 'video/mp4', codec: 'AV1', w, h, unplayable: null });
    }
    const head = (await screen.call('GET', '/api/player/manifest')).json<Head>();
    const { sha256 } = head.documents.find(({ kind }) => kind === 'playlist')!;
    const { items } = (await screen.call('GET', `/api/player/documents/${sha256}`)).json<PlaylistDocument>();
    const { asset } = items[0]!;
    expect(asset.renditions?.map(one => one.h)).toEqual([480, 720]);
    expect(asset.av1?.map(one => one.sha256)).toEqual(inAv1.map(one => one.sha256));
    expect((await screen.call('GET', `/media/${inAv1[0]!.sha256}`)).statusCode).toBe(200);
  });

  it('do not bring a change that is not published yet', async () => {
    const creative = await add();
    const playlist = await addPlaylist(test, test.admin, [{ creative_id: creative.id, duration_ms: 9_000 }]);
    const { version } = await publish(test, test.admin, playlist.id);
    await call(test, test.admin, 'PUT', `/api/playlists/${playlist.id}/items`, {
      ...{ version, payload: { items: [{ creative_id: creative.id, duration_ms: 5_000 }] } },
    });
    await workAll();
    const screen = makeScreen(test);
    await screen.pair(test.admin);
    await assign(test, test.admin, playlist.id, [screen.id]);
    const head = (await screen.call('GET', '/api/player/manifest')).json<Head>();
    const { sha256 } = head.documents.find(({ kind }) => kind === 'playlist')!;
    const { items } = (await screen.call('GET', `/api/player/documents/${sha256}`)).json<PlaylistDocument>();
    expect(items[0]).toMatchObject({ duration_ms: 9_000 });
    expect(items[0]!.asset.renditions).toHaveLength(2);
  });

  it('of another tenant are not to be had', async () => {
    const creative = await add();
    await workAll();
    const [rendition] = (await assetOf(creative)).renditions;
    const stranger = makeScreen(test);
    await stranger.pair(await test.signIn('manager', await test.addTenant('other-fleet')));
    expect((await stranger.call('GET', `/media/${rendition!.sha256}`)).statusCode).toBe(404);
  });
});

describe('the work', () => {
  it('goes on after a restart in its middle, and what was half made is swept', async () => {
    const creative = await add();
    const half = join(test.server.config.dataDir, 'media/coming/renditions', creative.asset.id);
    expect((await claimJob(test.server))?.id).toBe(creative.asset.id);
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, '480.mp4'), 'half');
    const gone = join(half, '../gone');
    mkdirSync(gone);

    expect(await claimJob(test.server)).toBeNull();
    await startProcessing(test.server, () => undefined)();
    expect([existsSync(gone), existsSync(half)]).toEqual([false, true]);
    clock.jump(LEASE_MS + 1);
    expect(await workAll()).toEqual([]);
    expect((await assetOf(creative)).renditions).toHaveLength(2);
    expect(existsSync(half)).toBe(false);
  });

  it('ends with the process and waits for the next one', async () => {
    const creative = await add(test, longer());
    const stop = new AbortController();
    const working = processNext(test.server, stop.signal, () => undefined);
    await expect.poll(halfMade, { timeout: 20_000, interval: 10 }).toEqual([creative.asset.id]);
    stop.abort();
    await working;
    expect(await assetOf(creative)).toMatchObject({ processing: 'queued', renditions: [] });
    expect(halfMade()).toEqual([]);
    await workAll();
    expect((await assetOf(creative)).processing).toBe('done');
  });

  it('is cancelled in its middle, and done when it is asked for again', async () => {
    const creative = await add(test, longer());
    const working = processNext(test.server, never, () => undefined);
    await expect.poll(halfMade, { timeout: 20_000, interval: 10 }).toEqual([creative.asset.id]);
    expect((await act(creative, 'cancel')).processing).toBe('cancelled');
    await clock.advance(2_001);
    await working;
    expect(await assetOf(creative)).toMatchObject({
      state: 'ready',
      processing: 'cancelled',
      renditions: [],
    });
    expect(await workAll()).toEqual([]);
    expect((await assetOf(creative)).processing).toBe('cancelled');
    expect((await act(creative, 'reprocess')).processing).toBe('queued');
    await workAll();
    const first = await assetOf(creative);
    expect(first.renditions).toHaveLength(1);
    await act(creative, 'reprocess');
    await workAll();
    expect((await assetOf(creative)).renditions.map(one => one.sha256)).toEqual(
      first.renditions.map(one => one.sha256),
    );
  });

  it('says how far it is', async () => {
    const creative = await add(test, makeFilm(folder, { size: '854x480', seconds: 6 }));
    const working = processNext(test.server, never, () => undefined);
    const progress = async () => {
      await clock.advance(2_001);
      return (await assetOf(creative)).progress;
    };
    await expect.poll(progress, { timeout: 20_000 }).toBeGreaterThan(0);
    await working;
    expect(await assetOf(creative)).toMatchObject({ processing: 'done', progress: 0 });
  });

  it('that fails leaves the original as it was', async () => {
    const creative = await add();
    await test.db
      .update(mediaAssets)
      .set({ duration_ms: 60_000 })
      .where(eq(mediaAssets.id, creative.asset.id));
    expect((await workAll()).join()).toContain('something else');
    expect(await assetOf(creative)).toMatchObject({ state: 'ready', processing: 'failed', renditions: [] });
    const playlist = await addPlaylist(test, test.admin, [{ creative_id: creative.id, duration_ms: null }]);
    expect((await publish(test, test.admin, playlist.id)).published_version).toBe(1);
  });

  it('is none of a picture', async () => {
    const still = await addCreative(test, test.admin, 'picture.webp');
    expect((await assetOf(still)).processing).toBe('none');
    expect((await act(still, 'reprocess')).processing).toBe('none');
  });
});

describe('a server without ffmpeg', () => {
  it('plays what it was given, and says that there is nothing else', async () => {
    const plain = await startTestServer({ config: { ffmpeg: '/nowhere/ffmpeg' } });
    const creative = await add(plain);
    await workAll(plain);
    expect(await assetOf(creative, plain)).toMatchObject({
      ...{ state: 'ready', processing: 'unavailable', renditions: [], thumbnail_url: null, poster_url: null },
    });
    const playlist = await addPlaylist(plain, plain.admin, [{ creative_id: creative.id, duration_ms: null }]);
    expect((await publish(plain, plain.admin, playlist.id)).published_version).toBe(1);
    await plain.close();
  });
});
