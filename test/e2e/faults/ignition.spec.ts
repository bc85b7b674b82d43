import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { FaultProxy, type Passed } from '../../support/server/faultProxy.ts';
import { seeded } from '../../support/seeded.ts';
import { Screen } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

const MARKERS = join(import.meta.dirname, '../../fixtures/markers');
const CHUNK = 1_048_576;
const CHUNKS = 80;
/** Fewer lives, each of a second or two, may end before the first chunk is whole. */
const KILLS = Number(process.env['IGNITIONS'] ?? 10);
const BYTES_PER_SECOND = 1_000_000;
/** Chunks that may be under way when the ignition goes off. */
const IN_FLIGHT = 4;

/** A short video made long by an empty box at its end, as players must skip. */
function longVideo(file: string): Buffer {
  const video = readFileSync(join(MARKERS, 'v1.mp4'));
  const box = Buffer.alloc(CHUNKS * CHUNK - video.length, 0x5a);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  const bytes = Buffer.concat([video, box]);
  writeFileSync(file, bytes);
  return bytes;
}

const chunkOf = (passed: Passed) => Number(/bytes=(\d+)-/.exec(passed.range ?? '')?.[1] ?? -1) / CHUNK;

test('P3 ignition: power cuts in the middle of a download lose no chunk and show nothing unverified', async () => {
  const random = seeded();
  const folder = mkdtempSync(join(tmpdir(), 'wayside-loop-'));
  copyFileSync(join(MARKERS, 'i1.jpg'), join(folder, '1.jpg'));
  const sha256 = createHash('sha256')
    .update(longVideo(join(folder, '2.mp4')))
    .digest('hex');
  const server = await Wayside.start('--play', folder, '--seconds', '2');
  const proxy = await FaultProxy.before(() => server.port);
  proxy.faults.bytesPerSecond = BYTES_PER_SECOND;
  const screen = new Screen();
  const url = `${proxy.origin}/player`;
  const ofVideo = () => proxy.log.filter(p => p.url === `/media/${sha256}` && p.range !== undefined);
  let yellowAt: number | null = null;
  const look = () => {
    yellowAt ??= screen.frames.find(frame => frame.seen === 'yellow')?.at ?? null;
  };

  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await screen.open(url);
      await screen.content(15_000);
      await screen.wait(500 + random() * 2_000);
      // A busy machine gets through no chunk within the waits alone: the last cut comes after one.
      if (kill === KILLS - 1)
        await expect.poll(() => ofVideo().some(p => p.doneAt !== null), { timeout: 30_000 }).toBe(true);
      await screen.kill();
      look();
    }
    expect(yellowAt).toBeNull();
    const before = new Set(
      ofVideo()
        .filter(p => p.doneAt !== null)
        .map(chunkOf),
    );
    expect(before.size).toBeGreaterThan(0);
    expect(before.size).toBeLessThan(CHUNKS);

    proxy.faults.bytesPerSecond = null;
    await screen.open(url);
    await expect
      .poll(
        () => {
          look();
          return yellowAt;
        },
        { timeout: 60_000 },
      )
      .not.toBeNull();
    const complete = ofVideo().filter(p => p.doneAt !== null);
    const lastNeeded = Math.max(
      ...Array.from({ length: CHUNKS }, (_, i) =>
        Math.min(...complete.filter(p => chunkOf(p) === i).map(p => p.doneAt ?? Infinity)),
      ),
    );
    expect(yellowAt).toBeGreaterThan(lastNeeded);
    const requests = ofVideo().length;
    console.log(
      `${CHUNKS} chunks, ${requests} requests over ${KILLS} cuts, ${before.size} kept when the link came back`,
    );
    expect(requests).toBeLessThanOrEqual(CHUNKS + KILLS * IN_FLIGHT);
  } finally {
    await screen.remove();
    await proxy.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
