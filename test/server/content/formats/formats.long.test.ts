/** Every format is taken or refused as its table says; the whole table where the run is at length. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isVideo, type Asset } from '../../../../shared/contract/content/media.ts';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import { processNext } from '../../../../server/content/media/processor.ts';
import { ffprobe } from '../../../../server/content/media/formats/ffprobe.ts';
import { unplayable } from '../../../../server/content/media/formats/playable.ts';
import { mediaPath } from '../../../support/server/mediaFiles.ts';
import { isAtLength } from '../../../support/dailyShare.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { upload } from '../../../support/server/upload.ts';
import { ffmpeg } from '../../../tools/machine.ts';
import { FAULTS } from './faults.ts';
import type { Format } from './format.ts';
import { PICTURES } from './pictures.ts';
import { VIDEOS } from './videos.ts';

/** A file that is whole and of noise: only whoever decodes it knows. */
const SEEN_BY_DECODING = 'MP4 of noise';
const never = new AbortController().signal;
const inThisRun = ({ always }: Format) => isAtLength || always === true;
const TAKEN = [...VIDEOS, ...PICTURES].filter(inThisRun);
const REFUSED = FAULTS.filter(inThisRun);
const title = (formats: readonly Format[]) => formats.map(one => [one.name, one] as const);

let full: TestServer;
let plain: TestServer;
beforeAll(async () => {
  full = await startTestServer({ config: { ffmpeg: ffmpeg() } });
  plain = await startTestServer({ config: { ffmpeg: '/nowhere/ffmpeg' } });
});
afterAll(async () => {
  await Promise.all([full.close(), plain.close()]);
});

const send = async (test: TestServer, { name, make }: Format) =>
  upload(test, test.admin, await make(), { filename: name });
async function assetOf(test: TestServer, creative: string): Promise<Asset> {
  const read = await call(test, test.admin, 'GET', `/api/creatives/${creative}`);
  return read.json<Creative>().asset;
}
async function taken(test: TestServer, format: Format) {
  const answer = await send(test, format);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  const creative = String(answer.headers['x-creative']);
  const asset = await assetOf(test, creative);
  const [w, h] = format.size ?? [128, 72];
  expect(asset).toMatchObject({ mime: format.mime, w, h, unplayable: format.why ?? null });
  return { creative, asset };
}

describe('with ffmpeg', () => {
  it.each(title(TAKEN))('%s is taken, and screens are given what they play', async (_name, format) => {
    const { creative, asset } = await taken(full, format);
    const waits = format.why !== undefined && isVideo(asset.mime);
    expect(asset.state).toBe(waits ? 'processing' : 'ready');
    expect(asset.thumbnail_url).not.toBeNull();
    const faults: string[] = [];
    while (await processNext(full.server, never, error => void faults.push(String(error))));
    expect(faults).toEqual([]);
    const done = await assetOf(full, creative);
    expect(done).toMatchObject({ state: 'ready', failure: null });
    if (format.why === undefined) return expect(done.renditions).toEqual([]);
    expect(done.renditions).toHaveLength(1);
    const [{ sha256, mime, w, h }] = done.renditions as [Asset['renditions'][number]];
    expect(Math.abs(w / h - asset.w / asset.h)).toBeLessThan(0.05);
    const bytes = await full.app.inject({ url: done.url });
    expect([bytes.statusCode, bytes.headers['content-type']]).toEqual([200, mime]);
    if (!isVideo(asset.mime)) return expect(mime).toBe('image/webp');
    const made = await ffprobe(mediaPath(full.server, sha256), 'video/mp4', ffmpeg());
    expect(made).toMatchObject({ codec: 'H.264', pixelFormat: null, rotation: 0, isHdr: false });
    expect([unplayable(made), made.fps <= 30.1]).toEqual([null, true]);
    expect(Math.abs((made.duration_ms ?? 0) - (asset.duration_ms ?? 0))).toBeLessThan(200);
  });
});

describe('without ffmpeg', () => {
  it.each(title(TAKEN))(
    '%s is taken where screens play it, else refused with the reason',
    async (_name, format) => {
      const { why, isSameWithout = why === undefined } = format;
      if (isSameWithout) return void (await taken(plain, format));
      const answer = await send(plain, format);
      if (why === 'interlaced') return expect(answer.statusCode).toBe(204);
      expect(answer.json()).toMatchObject({ error: 'TYPE_REFUSED', details: { reason: why } });
    },
  );
});

describe.each(['with', 'without'])('%s ffmpeg', kind => {
  it.each(title(REFUSED))('%s is refused', async (_name, format) => {
    const test = kind === 'with' ? full : plain;
    if (kind === 'without' && format.name === SEEN_BY_DECODING) return;
    const answer = await send(test, format);
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
    const { error, reason } = format.refused ?? { error: '' };
    const body = answer.json<{ error: string; details: { reason?: string } }>();
    if (kind === 'with') expect([body.error, body.details.reason]).toEqual([error, reason]);
    else expect(answer.statusCode, answer.body).toBeLessThan(500);
    expect((await test.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });
});

it('the table names at least sixty formats and faults, each once', () => {
  const names = [...VIDEOS, ...PICTURES, ...FAULTS].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
});
