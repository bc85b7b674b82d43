import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { seeded } from '../../support/seeded.ts';
import { longestDarkMs, MAX_DARK_MS, Screen, segments, SHOWS } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

/** No second try: it holds each time, or does not hold. The service workers of screen and console take part. */
test.describe.configure({ retries: 0 });
test.use({ serviceWorkers: 'allow' });

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
/** `npm run test:long -- cuts` asks for eight, `npm run soak -- chunks` for two hundred. */
const LOSSES = Number(process.env['CHUNK_LOSSES'] ?? 3);
const EVERY_MS = 1_000;

const chunks = async () => (await (await caches.open('library')).keys()).map(({ url }) => url);
/** Takes one away, as a browser short of room or a worn disk does; says how many were there. */
async function lose([chance]: [number]): Promise<number> {
  const library = await caches.open('library');
  const keys = await library.keys();
  const one = keys[Math.floor(chance * keys.length)];
  if (one) await library.delete(one);
  return keys.length;
}

test('P1 P2 a stored chunk is lost, again and again: the screen is never dark for a second, and each comes again', async () => {
  test.setTimeout(120_000 + LOSSES * 3 * EVERY_MS);
  const random = seeded();
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const screen = new Screen();
  let losses = 0;
  try {
    await screen.open(`${server.origin}/player`);
    await screen.sees(Object.values(SHOWS));
    const whole = (await screen.page.evaluate(chunks)).length;
    const from = Date.now();
    while (losses < LOSSES) {
      await screen.wait(random() * 2 * EVERY_MS);
      if ((await screen.page.evaluate(lose, [random()] as [number])) > 0) losses++;
    }
    await screen.wait(2 * EVERY_MS);
    const frames = screen.frames.filter(({ at }) => at >= from);
    const longestPictureMs = Math.round(Math.max(...segments(frames).map(({ at, until }) => until - at)));
    const figures = { losses, longestDarkMs: longestDarkMs(frames), longestPictureMs };
    console.log(`figures ${JSON.stringify(figures)}`);
    expect(figures.longestDarkMs).toBeLessThan(MAX_DARK_MS);
    /** What a page has in its memory it reads no second time; one that begins anew reads all of it. */
    await screen.page.reload();
    const all = async () => (await screen.page.evaluate(chunks)).length;
    await expect.poll(all, { timeout: 60_000 }).toBe(whole);
  } finally {
    await screen.remove();
    await server.remove();
  }
});
