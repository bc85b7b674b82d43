/** Two nodes on one PostgreSQL and one S3 store, each with a data folder of its own: what one takes in, the other serves. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { processNext } from '../../../server/content/media/processor.ts';
import { chunksKey, mediaKey } from '../../../server/content/media/store.ts';
import { openFinishedUploads } from '../../../server/content/uploads/finished.ts';
import { createS3Uploads } from '../../../server/content/uploads/s3Uploads.ts';
import { creatives, mediaAssets, plays } from '../../../server/db/schema.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { SystemStatus } from '../../../shared/contract/trust/system.ts';
import { ffmpeg } from '../../tools/machine.ts';
import { makeScreen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startS3, type TestS3 } from '../../support/server/s3/s3.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative, begin, fixture, goOn, TUS } from '../../support/server/upload.ts';

const SECRET = '5'.repeat(64);
/** More than the least part that an S3 store joins. */
const PIECE = 6 * 1_048_576;
const IN_PROGRESS = /^uploads\/[0-9a-f]{32}/;
const never = new AbortController().signal;
/** `npm run test:long -- nodes`: a minute. */
const AWAY_MS = Number(process.env['NODES_FAULT_MS'] ?? 2_000);

/** The embedded engine is one process. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('nodes without a shared folder', () => {
  let s3: TestS3;
  let one: TestServer;
  let other: TestServer;
  let otherDir: string;
  const options = () => ({ config: { s3: s3.config, secret: SECRET, ffmpeg: ffmpeg() } });
  const second = () =>
    startTestServer({ ...options(), place: { databaseUrl: one.place.databaseUrl, dataDir: otherDir } });
  beforeAll(async () => {
    s3 = await startS3();
    otherDir = mkdtempSync(join(tmpdir(), 'wayside-other-'));
    one = await startTestServer(options());
    other = await second();
  }, 60_000);
  afterEach(() => s3.link.open());
  afterAll(async () => {
    await other?.close();
    await one?.close();
    await s3?.close();
    rmSync(otherDir, { recursive: true, force: true });
  });
  const by = () => one.admin;
  const head = (node: TestServer, url: string) =>
    node.app.inject({ method: 'HEAD', url, headers: { ...by().headers, ...TUS } });
  const madeHere = ({ server }: TestServer) =>
    readdirSync(server.objects.scratch, { recursive: true, encoding: 'utf8' }).filter(
      name => name !== 'renditions',
    );

  it('take an upload in two pieces with a restart in between, at whichever node, and keep nothing here', async () => {
    const film = fixture('h264.mp4');
    /** A box of the format that holds nothing: the film is as long as before, and its file longer than a part. */
    const free = Buffer.alloc(PIECE);
    free.writeUInt32BE(PIECE, 0);
    free.write('free', 4);
    const bytes = Buffer.concat([film, free]);
    const begun = await begin(one, by(), { bytes: bytes.length, fields: { filename: 'film.mp4' } });
    expect(begun.statusCode).toBe(201);
    const url = String(begun.headers.location);
    const half = 2_000_000;
    const first = await goOn(one, by(), { url, offset: 0, bytes: bytes.subarray(0, half) });
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)]);
    await other.app.close();
    await other.server.close();
    other = await second();
    expect((await head(other, url)).headers['upload-offset']).toBe(String(half));
    const last = await goOn(other, by(), { url, offset: half, bytes: bytes.subarray(half) });
    expect([last.statusCode, last.body]).toEqual([204, '']);
    const id = String(last.headers['x-creative']);
    const ends = await Promise.all([head(one, url), head(other, url)]);
    expect(ends.map(({ headers }) => headers['x-creative'])).toEqual([id, id]);
    expect(await one.db.$count(creatives, eq(creatives.id, id))).toBe(1);
    expect(s3.keys().filter(key => IN_PROGRESS.test(key))).toEqual([]);
    expect([madeHere(one), madeHere(other)]).toEqual([[], []]);
  });

  it('serve by range what another node has taken in and made smaller', async () => {
    const picture = await addCreative(one, by(), 'picture.jpg');
    const faults: unknown[] = [];
    while (await processNext(other.server, never, error => faults.push(error)));
    expect(faults).toEqual([]);
    const [film] = await one.db.select().from(mediaAssets).where(eq(mediaAssets.mime, 'video/mp4'));
    expect([film?.processing, film?.poster_sha256 === null]).toEqual(['done', false]);
    const bytes = fixture('picture.jpg');
    const [copy] = picture.asset.renditions;
    for (const sha256 of [picture.asset.sha256, copy!.sha256])
      expect(s3.keys()).toEqual(expect.arrayContaining([mediaKey(sha256), chunksKey(sha256)]));
    const screen = makeScreen(other);
    await screen.pair(by());
    const url = `/media/${picture.asset.sha256}`;
    const whole = await screen.call('GET', url);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const part = await screen.call('GET', url, undefined, { headers: { range: 'bytes=100-199' } });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${bytes.length}`]);
    expect(part.rawPayload.equals(bytes.subarray(100, 200))).toBe(true);
    const list = await screen.call('GET', `${url}/chunks`);
    expect(list.rawPayload.length % 32).toBe(0);
  });

  it('sweep what was begun and left, with its outcomes, and nothing that is still sent', async () => {
    const fields = { filename: 'left.png' };
    const begun = await begin(one, by(), { bytes: 1_000, fields });
    const url = String(begun.headers.location);
    await goOn(one, by(), { url, offset: 0, bytes: Buffer.alloc(300) });
    const store = await createS3Uploads(other.server, s3.config);
    const finished = openFinishedUploads(other.server);
    await store.sweep(Date.now() - 60_000);
    expect((await head(one, url)).headers['upload-offset']).toBe('300');
    expect((await store.list()).map(({ size, missing }) => [size, missing])).toEqual([[1_000, 1_000]]);
    const inAMinute = Date.now() + 60_000;
    await store.sweep(inAMinute);
    await finished.sweep(inAMinute);
    expect([(await head(one, url)).statusCode, await store.list()]).toEqual([404, []]);
    expect(s3.keys().filter(key => key.startsWith('uploads/'))).toEqual([]);
  });

  it('answer 503 while the store is away, write nothing half, and go on by themselves', async () => {
    const { asset } = await addCreative(one, by(), 'picture.png');
    const screen = makeScreen(other);
    await screen.pair(by());
    const bytes = fixture('picture.webp');
    const begun = await begin(one, by(), { bytes: bytes.length, fields: { filename: 'a.webp' } });
    const url = String(begun.headers.location);
    await goOn(one, by(), { url, offset: 0, bytes: bytes.subarray(0, 100) });
    const before = s3.keys();
    s3.link.refuse();
    const away = [
      await screen.call('GET', `/media/${asset.sha256}`),
      await begin(one, by(), { bytes: 10, fields: { filename: 'b.webp' } }),
      await head(other, url),
      await goOn(other, by(), { url, offset: 100, bytes: bytes.subarray(100) }),
      await one.app.inject({ url: '/readyz' }),
    ];
    expect(away.map(({ statusCode }) => statusCode)).toEqual(away.map(() => 503));
    for (const { headers } of away) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['cache-control'] ?? 'no-store').not.toContain('immutable');
    }
    const staff = await one.signIn('staff_super_admin');
    const status = await call(one, staff, 'GET', '/api/system/status');
    const { object_store, warnings } = status.json<SystemStatus>();
    expect(object_store).toEqual({ kind: 's3', is_available: false });
    expect(warnings).toContain('object_store_away');
    const diagnostics = await call(one, staff, 'GET', '/api/system/diagnostics');
    for (const secret of [s3.config.access_key_id, s3.config.endpoint])
      expect(diagnostics.body).not.toContain(secret);
    s3.link.open();
    expect(s3.keys()).toEqual(before);
    expect((await head(other, url)).headers['upload-offset']).toBe('100');
    const last = await goOn(other, by(), { url, offset: 100, bytes: bytes.subarray(100) });
    const made = await call(one, by(), 'GET', `/api/creatives/${String(last.headers['x-creative'])}`);
    expect(made.json<Creative>().asset.filename).toBe('a.webp');
    expect((await screen.call('GET', `/media/${asset.sha256}`)).statusCode).toBe(200);
    expect([madeHere(one), madeHere(other)]).toEqual([[], []]);
  });

  it(
    'S3 while the store is away nothing that was acknowledged is lost, screens go on and hand in their plays, and what waits for files is done afterwards',
    async () => {
      const { id: creative_id, asset } = await addCreative(one, by(), 'picture.png');
      const screen = makeScreen(other);
      const { id } = await screen.pair(by());
      const ledger = screen.ledger();
      const picture = { id: creative_id, sha256: asset.sha256 };
      const film = fixture('h264.mp4');
      const begun = await begin(one, by(), { bytes: film.length, fields: { filename: 'film.mp4' } });
      const url = String(begun.headers.location);
      let acknowledged = 0;
      let refused = 0;
      s3.link.refuse();
      const until = performance.now() + AWAY_MS;
      do {
        expect((await screen.call('GET', '/api/player/manifest')).statusCode).toBe(200);
        const sent = await screen.send([await ledger.play(picture)]);
        expect(sent.statusCode, sent.body).toBe(200);
        acknowledged++;
        const upload = await goOn(one, by(), { url, offset: 0, bytes: film });
        refused += Number(upload.statusCode === 503);
        await new Promise(done => setTimeout(done, 200));
      } while (performance.now() < until);
      expect(refused).toBe(acknowledged);
      s3.link.open();
      const last = await goOn(other, by(), { url, offset: 0, bytes: film });
      expect(last.statusCode).toBe(204);
      const address = `/api/creatives/${String(last.headers['x-creative'])}`;
      const made = async () => {
        await processNext(one.server, never, () => undefined);
        return (await call(one, by(), 'GET', address)).json<Creative>().asset;
      };
      await expect.poll(made).toMatchObject({ filename: 'film.mp4', bytes: film.length, processing: 'done' });
      const kept = await one.db.select({ seq: plays.seq }).from(plays).where(eq(plays.device_id, id));
      expect(kept.map(({ seq }) => Number(seq)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: acknowledged }, (_, n) => n + 1),
      );
    },
    10 * 60_000,
  );
});
