/** While a file is checked, others are served, it can be given up, and it takes no more memory than it may. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { processNext } from '../../../../server/content/media/processor.ts';
import { isAtLength } from '../../../support/dailyShare.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { begin, goOn, TUS, upload } from '../../../support/server/upload.ts';
import { ffmpeg } from '../../../tools/machine.ts';
import { film } from './make.ts';
import { childrenOf, memoryOf } from './processes.ts';

const MAX_MEMORY = 1_500_000_000;
const SAMPLE_MS = 20;
const LONG_MS = 10 * 60_000;
const X265 = '-c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le';
const huge = (size: string) => film('mkv', X265, { size, rate: '8', isSilent: true });

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ config: { ffmpeg: ffmpeg() } });
});
afterAll(async () => {
  await test.close();
});
const isDecoding = () => childrenOf(process.pid).some(({ name }) => name === 'ffmpeg');
const healthz = async () => (await test.app.inject({ url: '/healthz' })).statusCode;

it('the server answers while a file is decoded', async () => {
  const sending = upload(test, test.admin, huge('1280x720'), { filename: 'a.mkv' });
  await expect.poll(isDecoding, { interval: 5 }).toBe(true);
  let answered = 0;
  while (isDecoding()) {
    expect(await healthz()).toBe(200);
    answered++;
    /** The end of a program is heard of between the calls. */
    await new Promise(done => setImmediate(done));
  }
  expect(answered).toBeGreaterThan(0);
  expect((await sending).statusCode).toBe(204);
});

it('a file that is given up is not decoded to its end, and nothing of it stays', async () => {
  const bytes = film('mkv', X265, { size: '1280x720', rate: '30', seconds: 4, isSilent: true });
  const begun = await begin(test, test.admin, { bytes: bytes.length, fields: { filename: 'a.mkv' } });
  const url = String(begun.headers.location);
  const sending = goOn(test, test.admin, { url, offset: 0, bytes });
  await expect.poll(isDecoding, { interval: 5 }).toBe(true);
  const removed = await test.app.inject({
    method: 'DELETE',
    url,
    headers: { ...test.admin.headers, ...TUS },
  });
  expect(removed.statusCode).toBe(204);
  const answer = await sending;
  expect([answer.statusCode, answer.headers['x-creative']]).toEqual([503, undefined]);
  expect(isDecoding()).toBe(false);
  const asked = await test.app.inject({ method: 'HEAD', url, headers: { ...test.admin.headers, ...TUS } });
  expect(asked.statusCode).toBe(404);
});

const moving = (frames: number) =>
  film('gif', `-frames:v ${frames}`, {
    picture: `color=red:size=1920x1080:rate=10:duration=${Math.ceil(frames / 10)}`,
    isSilent: true,
  });

it.runIf(isAtLength)(
  'a moving picture is never in memory whole: what is small as a file and large on a screen takes little',
  async () => {
    const before = memoryOf(process.pid);
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(process.pid))), SAMPLE_MS);
    const taken = await upload(test, test.admin, moving(200), { filename: 'red.gif' });
    clearInterval(sampling);
    expect(taken.statusCode).toBe(204);
    expect(peak - before).toBeLessThan(500_000_000);
    const refused = await upload(test, test.admin, moving(301), { filename: 'longer.gif' });
    expect(refused.json()).toMatchObject({
      error: 'VALIDATION',
      details: { file: [expect.stringContaining('300 frames of 1920 × 1080')] },
    });
  },
);

/** Of the server, its tests and all that is checked, converted and uploaded at once. */
async function most(first: Buffer): Promise<number> {
  const side = { width: 8_192, height: 8_192, channels: 3, background: '#7a1f3d' } as const;
  const picture = await sharp({ create: side }).tiff({ compression: 'lzw' }).toBuffer();
  const files = [first, picture, huge('1920x1080')];
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(process.pid))), SAMPLE_MS);
  const answers = await Promise.all(files.map(bytes => upload(test, test.admin, bytes)));
  const faults: unknown[] = [];
  while (await processNext(test.server, new AbortController().signal, error => void faults.push(error)));
  clearInterval(sampling);
  expect([answers.map(({ statusCode }) => statusCode), faults]).toEqual([[204, 204, 204], []]);
  return peak;
}

describe.runIf(isAtLength)('memory', () => {
  it(
    'is at most 1.5 GB in all with the largest video of cameras, and so much more with the largest there may be',
    async () => {
      const ordinary = await most(huge('3840x2160'));
      const before = memoryOf(process.pid);
      const added = (await most(huge('8192x4320'))) - before;
      const mb = (bytes: number) => Math.round(bytes / 1e6);
      process.stdout.write(
        `figures ${JSON.stringify({ all_4k_mb: mb(ordinary), added_8k_mb: mb(added) })}\n`,
      );
      expect(ordinary).toBeLessThan(MAX_MEMORY);
      expect(added).toBeLessThan(MAX_MEMORY);
    },
    LONG_MS,
  );
});
