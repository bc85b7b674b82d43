/** Videos that were converted before any screen of the fleet played AV1. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Asset } from '../../../../shared/contract/content/media.ts';
import type { Head, PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { claimAv1Job } from '../../../../server/content/media/av1Backlog.ts';
import { processNext } from '../../../../server/content/media/processor.ts';
import { mediaPath } from '../../../support/server/mediaFiles.ts';
import { creatives, mediaAssets } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { isAtLength } from '../../../support/dailyShare.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { makeFilm } from '../../../support/films.ts';
import { said } from '../../../support/reported.ts';
import { addPlaylist, assign, call, publish } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { upload } from '../../../support/server/upload.ts';
import { ffmpeg } from '../../../tools/machine.ts';

const LEASE_MS = 30_000;
const folder = mkdtempSync(join(tmpdir(), 'wayside-films-'));
const never = new AbortController().signal;
const clock = manualClock(Date.now());
let test: TestServer;
let screen: Screen;
let film: Buffer;
beforeAll(async () => {
  film = makeFilm(folder, { size: '854x480', seconds: 1 });
  test = await startTestServer({ clock, config: { ffmpeg: ffmpeg() } });
  screen = makeScreen(test);
  await screen.pair(test.admin);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});
beforeEach(async () => {
  await report(false);
  await test.db.update(mediaAssets).set({ av1_tried: true });
});

async function report(av1: boolean) {
  expect((await screen.call('POST', '/api/player/heartbeat', said({ av1 }))).statusCode).toBe(200);
  await test.network.sightings.flush();
}

/** Another file each time: the same content is one asset. */
let films = 0;
async function add() {
  const end = [Buffer.from([0, 0, 0, 9]), Buffer.from('free'), Buffer.from([++films])];
  const answer = await upload(test, test.admin, Buffer.concat([film, ...end]), { filename: 'film.mp4' });
  const id = String(answer.headers['x-creative']);
  const { asset } = (await call(test, test.admin, 'GET', `/api/creatives/${id}`)).json<{ asset: Asset }>();
  return { id, asset_id: asset.id };
}
type Added = Awaited<ReturnType<typeof add>>;
const read = async ({ asset_id }: Added) =>
  (await call(test, test.admin, 'GET', `/api/media/${asset_id}`)).json<Asset>();
const codecsOf = async (added: Added) =>
  (await read(added)).renditions.map(({ codec = 'h264' }) => codec).join();
const faults: unknown[] = [];
const next = (stop = never) => processNext(test.server, stop, error => void faults.push(error));
async function workAll() {
  faults.length = 0;
  while (await next());
  return faults.map(String);
}
async function documentAssets() {
  const { documents } = (await screen.call('GET', '/api/player/manifest')).json<Head>();
  const { sha256 } = documents.find(({ kind }) => kind === 'playlist')!;
  const document = await screen.call('GET', `/api/player/documents/${sha256}`);
  return document.json<PlaylistDocument>().items[0]!.asset;
}

it.runIf(isAtLength)(
  'a video that is on screens is made in AV1 once one of them reports it, and the rest of it stays what it was',
  async () => {
    const video = await add();
    expect(await workAll()).toEqual([]);
    const loop = await addPlaylist(test, test.admin, [{ creative_id: video.id, duration_ms: null }]);
    await publish(test, test.admin, loop.id);
    await assign(test, test.admin, loop.id, [screen.id]);
    const [before, document] = [await read(video), await documentAssets()];
    expect(document.av1).toBeUndefined();
    expect(await next()).toBe(false);

    await report(true);
    expect(await workAll()).toEqual([]);
    const { renditions, processing } = await read(video);
    expect(processing).toBe('done');
    expect(renditions.filter(({ codec }) => codec !== 'av1').map(one => one.sha256)).toEqual(
      before.renditions.map(one => one.sha256),
    );
    const made = renditions.filter(({ codec }) => codec === 'av1').map(one => one.sha256);
    expect(made).toHaveLength(1);
    const { av1, ...rest } = await documentAssets();
    expect([av1?.map(one => one.sha256), rest]).toEqual([made, document]);
    const [row] = await test.db.select().from(creatives).where(eq(creatives.id, video.id));
    expect(row?.approved_renditions).toEqual(renditions.map(one => one.sha256));
  },
);

it.runIf(isAtLength)(
  'one at a time, the newest first, and what is uploaded meanwhile goes before the rest',
  async () => {
    const [older, newer] = [await add(), await add()];
    await workAll();
    await test.db
      .update(mediaAssets)
      .set({ created_at: new Date(clock.now() - 1_000) })
      .where(eq(mediaAssets.id, older.asset_id));
    await report(true);
    expect(await next()).toBe(true);
    expect([await codecsOf(older), await codecsOf(newer)]).toEqual(['h264', 'h264,av1']);
    const upload = await add();
    expect(await next()).toBe(true);
    expect([await codecsOf(older), await codecsOf(upload)]).toEqual(['h264', 'h264,av1']);
    expect(await workAll()).toEqual([]);
    expect(await codecsOf(older)).toBe('h264,av1');
  },
);

it.runIf(isAtLength)('of which AV1 is not worth it, it is tried once', async () => {
  const video = await add();
  await workAll();
  const tiny = (await read(video)).renditions.map(({ url: _, ...one }) => ({ ...one, bytes: 2 }));
  await test.db
    .update(mediaAssets)
    .set({ renditions: tiny.map(one => ({ ...one, codec: undefined, chunks_sha256: one.sha256 })) })
    .where(eq(mediaAssets.id, video.asset_id));
  await report(true);
  expect(await next()).toBe(true);
  expect(await codecsOf(video)).toBe('h264');
  expect(await next()).toBe(false);
});

it('a process that ends in its middle leaves it for the next, a killed one until its lease runs out', async () => {
  const video = await add();
  await workAll();
  await report(true);
  const stop = new AbortController();
  const working = next(stop.signal);
  const halfMade = () => {
    const dir = join(test.server.config.dataDir, 'media/coming/renditions');
    return existsSync(dir) ? readdirSync(dir) : [];
  };
  await expect.poll(halfMade, { timeout: 20_000, interval: 5 }).toEqual([video.asset_id]);
  stop.abort();
  await working;
  expect([(await read(video)).processing, await codecsOf(video)]).toEqual(['done', 'h264']);

  expect((await claimAv1Job(test.server))?.id).toBe(video.asset_id);
  expect([await claimAv1Job(test.server), await next()]).toEqual([null, false]);
  clock.jump(LEASE_MS + 1);
  expect(await workAll()).toEqual([]);
  expect(await codecsOf(video)).toBe('h264,av1');
});

it('nothing is made of other bytes that were put in the place of an approved file', async () => {
  const video = await add();
  await workAll();
  const { sha256, renditions } = await read(video);
  const path = mediaPath(test.server, sha256);
  writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from([0, 0, 0, 8]), Buffer.from('free')]));
  await report(true);
  expect((await workAll()).join()).toContain('not the one that was taken');
  expect(await read(video)).toMatchObject({ state: 'ready', processing: 'done' });
  expect((await read(video)).renditions.map(one => one.sha256)).toEqual(renditions.map(one => one.sha256));
});

it.runIf(isAtLength)('a fleet none of whose screens plays AV1 has no such work', async () => {
  const other = await test.addTenant('other-fleet');
  const video = await add();
  await workAll();
  await test.db.update(mediaAssets).set({ tenant_id: other }).where(eq(mediaAssets.id, video.asset_id));
  await report(true);
  expect(await next()).toBe(false);
  const [row] = await test.db.select().from(mediaAssets).where(eq(mediaAssets.id, video.asset_id));
  expect(row?.renditions.map(({ codec = 'h264' }) => codec)).toEqual(['h264']);
});
