import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { Api } from '../support/server/api.ts';
import { Screen, segments } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

/** No second try: it holds each time, or does not hold. The service workers of screen and console take part. */
test.describe.configure({ retries: 0 });
test.use({ serviceWorkers: 'allow' });

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const sha256 = createHash('sha256')
  .update(readFileSync(join(LOOP, 'v1.mp4')))
  .digest('hex');

/** One byte of the piece that holds it is not what was sent. */
function flipped(piece: Buffer, at: number): Buffer {
  const changed = Buffer.from(piece);
  changed[at] = (changed[at] ?? 0) ^ 0x01;
  return changed;
}
const FLIPPED_BYTE = 3_000;

test('P2 a bad byte: the item is skipped, fetched again and then played, and its absence leaves no record', async () => {
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const admin = server.firstAdmin();
  const proxy = await FaultProxy.before(() => server.port);
  const screen = new Screen();
  const yellow = () => segments(screen.frames).filter(s => s.seen === 'yellow').length;
  const others = () => segments(screen.frames).filter(s => s.seen !== 'other' && s.seen !== 'yellow').length;
  const fetches = () => proxy.log.filter(p => p.url === `/media/${sha256}` && p.range !== undefined).length;
  /** Cut the power while another item is well on screen, so that the frames seen here are all there were. */
  const pastYellow = () =>
    expect
      .poll(
        () => {
          const last = segments(screen.frames).at(-1);
          return last !== undefined && last.seen === 'green' && Date.now() - last.at > 300;
        },
        /** Asked once a second, a loop of whole seconds would show the same item each time. */
        { intervals: [100] },
      )
      .toBe(true);

  try {
    proxy.faults.tamper = (request, piece, offset) => {
      const hit = request.url === `/media/${sha256}` && request.headers.range !== undefined;
      const at = FLIPPED_BYTE - offset;
      return hit && at >= 0 && at < piece.length ? flipped(piece, at) : piece;
    };
    await screen.open(`${proxy.origin}/player`);
    await expect.poll(others, { timeout: 40_000 }).toBeGreaterThan(8);
    expect(yellow()).toBe(0);
    const lying = fetches();
    expect(lying).toBeGreaterThan(0);

    proxy.faults.tamper = null;
    await expect.poll(yellow, { timeout: 90_000 }).toBeGreaterThan(1);
    expect(fetches()).toBeGreaterThan(lying);

    /** Now a byte goes bad at rest, in the library itself, while the power is off. */
    const spoilt = await screen.page.evaluate(async sha => {
      const library = await caches.open('library');
      const starts: number[][] = [];
      for (const request of await library.keys())
        if (request.url.includes(sha)) {
          const bytes = new Uint8Array(await (await library.match(request))!.arrayBuffer());
          bytes[100] = (bytes[100] ?? 0) ^ 0x01;
          await library.put(request, new Response(bytes));
          starts.push([...bytes.subarray(0, 256)]);
        }
      return starts;
    }, sha256);
    expect(spoilt.length).toBeGreaterThan(0);
    for (const start of spoilt) await screen.keeps(Buffer.from(start));
    await pastYellow();
    await screen.kill();
    let seen = yellow();
    const beforeRepair = fetches();
    await screen.open(`${proxy.origin}/player`);
    await expect.poll(yellow, { timeout: 90_000 }).toBeGreaterThan(0);
    expect(fetches()).toBeGreaterThan(beforeRepair);
    await screen.wait(3_000);
    await pastYellow();
    await screen.kill();
    seen += yellow();
    await screen.open(`${proxy.origin}/player`);
    await screen.content(5_000);

    const api = await new Api(server.origin).enter(admin);
    const records = async () =>
      (await api.plays()).filter(play => play.creative_name === 'v1' && play.result !== 'not_shown').length;
    await expect.poll(records, { timeout: 30_000 }).toBeGreaterThanOrEqual(seen);
    expect(await records()).toBeLessThanOrEqual(seen + yellow());
  } finally {
    await screen.remove();
    await proxy.close();
    await server.remove();
  }
});
