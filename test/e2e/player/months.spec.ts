import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type CDPSession } from '@playwright/test';
import { launching } from '../support/pages/browser.ts';
import { bundled } from '../support/screen/bundle.ts';
import type { Held, Soak } from '../support/screen/stagePage.ts';
import { test } from '../support/server/demoServer.ts';

const MARKERS = join(import.meta.dirname, '../../fixtures/markers');
/** `npm run soak -- items` asks for ten thousand. */
const CHANGES = Number(process.env['ITEM_CHANGES'] ?? 60);
/** Until then the engine of the browser still compiles and caches. */
const WARM = Math.min(500, (2 * CHANGES) / 3);
const MS_PER_CHANGE = 1_500;

const LOOP = [
  { file: 'v1.mp4', kind: 'video', mime: 'video/mp4' },
  { file: 'i1.jpg', kind: 'image', mime: 'image/jpeg' },
  { file: 'v2.mp4', kind: 'video', mime: 'video/mp4' },
  { file: 'i2.jpg', kind: 'image', mime: 'image/jpeg' },
] as const;

/** A page of an address of its own, where there is a database and keys. */
const ADDRESS = 'http://localhost/';
/** What runs often the engine turns into machine code, for hours and without us: it is told not to. */
const PLAIN = '--js-flags=--no-sparkplug --no-maglev --no-opt';
test.use({ launchOptions: launching(PLAIN) });

const LOOKS = 10;
/** The fewest of several looks: a request of the database has listeners of its own while it is under way. */
async function measured(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage');
  const looks: { heap: number; listeners: number; nodes: number }[] = [];
  while (looks.length < LOOKS) {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string) => metrics.find(metric => metric.name === name)?.value ?? 0;
    looks.push({ heap: of('JSHeapUsedSize'), listeners: of('JSEventListeners'), nodes: of('Nodes') });
  }
  const least = (name: 'heap' | 'listeners' | 'nodes') => Math.min(...looks.map(look => look[name]));
  return { heap: least('heap'), listeners: least('listeners'), nodes: least('nodes') };
}

/** Half an hour is not begun twice. */
test.describe.configure({ retries: 0 });

test('P6 many items later two videos are alive, and timers, listeners, addresses and memory are what they were', async ({
  page,
}) => {
  test.setTimeout(60_000 + CHANGES * MS_PER_CHANGE);
  const contentType = 'text/html';
  await page.route(ADDRESS, route =>
    route.fulfill({ contentType, body: '<!doctype html><title>stage</title>' }),
  );
  await page.goto(ADDRESS);
  await page.addScriptTag({ content: await bundled('stagePage') });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const files = LOOP.map(({ file, kind, mime }) => ({
    kind,
    mime,
    base64: readFileSync(join(MARKERS, file)).toString('base64'),
  }));
  await page.evaluate(asked => (globalThis as unknown as { soak: Soak }).soak.begin(asked), files);
  const held = (): Promise<Held> =>
    page.evaluate(() => (globalThis as unknown as { soak: Soak }).soak.held());
  const changed = (least: number) =>
    expect
      .poll(async () => (await held()).changes, { timeout: least * MS_PER_CHANGE, intervals: [1_000] })
      .toBeGreaterThanOrEqual(least);

  await changed(WARM);
  const [early, before] = [await held(), await measured(cdp)];
  await changed(CHANGES);
  /** A request of the database that is under way has listeners of its own, before and after; what leaks only grows. */
  let after = await measured(cdp);
  const grown = async () => (after = await measured(cdp)).listeners - before.listeners;
  await expect.poll(grown).toBeLessThanOrEqual(2);
  const late = await held();
  console.log(`figures ${JSON.stringify({ ...late, before, after })}`);

  expect([early.videos, late.videos]).toEqual([2, 2]);
  expect(late.urls).toBeLessThanOrEqual(2);
  expect(late.timers).toBeLessThanOrEqual(early.timers + 2);
  expect(Math.abs(after.nodes - before.nodes)).toBeLessThanOrEqual(10);
  expect(after.heap).toBeLessThan(before.heap * 1.05);
  expect(late.skipped).toBe(0);
  /** What is recorded goes to the server and does not pile up: twenty at a time, and those that came meanwhile. */
  expect(late.delivered).toBeGreaterThan(early.delivered);
  expect(late.waiting).toBeLessThanOrEqual(40);
});
