import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Api } from '../support/server/api.ts';
import { Screen, segments } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

/** No second try: it holds each time, or does not hold. The service workers of screen and console take part. */
test.describe.configure({ retries: 0 });
test.use({ serviceWorkers: 'allow' });

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const FULL_MS = 15_000;

test('P11 a disk that is full for the browser too: the loop goes on, its plays arrive, and the screen notes it', async () => {
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const admin = server.firstAdmin();
  const screen = new Screen();
  try {
    await screen.open(`${server.origin}/player`);
    await screen.content(30_000);
    await screen.wait(6_000);
    const cdp = await screen.context.newCDPSession(screen.page);
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 50_000 });
    const refused = await screen.page.evaluate(async () => {
      const cache = await caches.open('probe');
      return cache.put('/probe', new Response(new Uint8Array(1_000_000))).then(
        () => 'kept',
        (error: Error) => error.name,
      );
    });
    expect(refused).toBe('QuotaExceededError');

    const from = Date.now();
    await screen.wait(FULL_MS);
    const to = Date.now();
    const seen = segments(screen.frames.filter(({ at }) => at >= from && at < to));
    expect(seen.filter(({ seen }) => seen === 'other')).toEqual([]);
    expect(seen.length).toBeGreaterThanOrEqual(FULL_MS / 1_000 - 3);

    await cdp.send('Storage.overrideQuotaForOrigin', { origin: server.origin });
    const api = await new Api(server.origin).enter(admin);
    const during = async () => {
      const within = (at: string) => Date.parse(at) >= from && Date.parse(at) < to;
      return (await api.plays()).filter(play => within(play.started_at) && play.result === 'completed')
        .length;
    };
    await expect.poll(during, { timeout: 60_000 }).toBeGreaterThanOrEqual(FULL_MS / 1_000 - 3);
    await expect.poll(() => api.incidents(), { timeout: 70_000 }).toContain('storage');
  } finally {
    await screen.remove();
    await server.remove();
  }
});
