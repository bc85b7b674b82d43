/** On, slow, off, off from the start, on again: at every moment pill, banner and rows say the same. */
import { expect, type Page } from '@playwright/test';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { enter } from '../support/pages/everyPage.ts';
import { cachedPaths, readPaths } from '../support/pages/kept.ts';
import { textsOf } from '../support/pages/texts.ts';
import { cut, joined } from '../support/pages/waiting.ts';
import { test } from '../support/server/demoServer.ts';

/** These pages also work without their server. */
test.use({ serviceWorkers: 'allow' });

/** Each with its heading: that of the page before stands until the next one is there. */
const PAGES = [
  ['/admin', 'Overview'],
  ['/admin/devices', 'Devices'],
  ['/admin/devices/groups', 'Screen groups'],
  ['/admin/devices/monitor', 'Live monitor'],
  ['/creatives', 'Creatives'],
  ['/playlists', 'Playlists'],
  ['/admin/listings', 'Listings'],
  ['/admin/users', 'Users'],
] as const;
type PageAt = (typeof PAGES)[number];
const CHECK_MS = 5_000;
const LOADING = textsOf('en')('common:loading.title');

const pill = (page: Page) => page.locator('header [data-link]');
const banner = (page: Page) => page.getByRole('status').getByText('No connection to the server');
/** What is said of screens as if it were so now. */
const livePresence = (page: Page) =>
  page.locator('main').getByText('Online', { exact: true }).filter({ visible: true });
const figures = (page: Page) => page.locator('main [data-figure]').filter({ visible: true });

/** As a link in the menu does it. */
const go = (page: Page, path: string) => page.evaluate(to => history.pushState(null, '', to), path);

async function agrees(
  page: Page,
  [path, name]: PageAt,
  status: 'online' | 'slow' | 'offline',
): Promise<void> {
  const isOffline = status === 'offline';
  await expect(page.getByRole('heading', { level: 1, name, exact: true }), path).toBeVisible();
  // Whoever leaves a page before its rows have come has nothing of it once the link is gone.
  await expect(page.locator('main').getByLabel(LOADING, { exact: true }), path).toHaveCount(0);
  await expect(pill(page), path).toHaveAttribute('data-link', status);
  await expect(banner(page), path).toHaveCount(isOffline ? 1 : 0);
  if (isOffline) await expect(page.getByText(/You see data from .+/), path).toBeVisible();
  for (const figure of await figures(page).all())
    await expect(figure, path).toHaveText(isOffline ? /^–$/ : /^[\d,.]+$/);
  if (path !== '/admin/devices') return;
  const cells = page.getByRole('cell').filter({ hasText: /^(Online|Degraded|Offline|Never seen|Unknown)$/ });
  await expect(cells.first(), path).toBeVisible();
  const unknown = cells.filter({ hasText: 'Unknown' });
  expect(await unknown.count(), path).toBe(isOffline ? await cells.count() : 0);
  if (!isOffline) return;
  await expect(livePresence(page).locator('xpath=ancestor::td'), path).toHaveCount(0);
  const headers = await page.locator('thead th').allTextContents();
  const nowPlaying = headers.findIndex(name => name.includes('Now playing'));
  expect(nowPlaying, headers.join()).toBeGreaterThan(0);
  const playing = page.locator(`tbody td:nth-child(${nowPlaying + 1})`);
  await expect(playing.filter({ hasText: /[a-z]/i }), path).toHaveCount(0);
}
async function agreeAll(page: Page, status: 'online' | 'slow' | 'offline'): Promise<void> {
  for (const one of PAGES) {
    await go(page, one[0]);
    await agrees(page, one, status);
  }
}

test(
  'the pill, the banner and the rows of eight pages agree while the link is there, slow, gone, gone from the start and back',
  { tag: '@again' },
  async ({ browser, demoServer }) => {
    const proxy = await FaultProxy.before(() => demoServer.port);
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    try {
      await page.clock.install();
      await enter(page, proxy.origin, 'Admin');
      await expect(pill(page)).toHaveAttribute('data-link', 'online');
      await agreeAll(page, 'online');

      proxy.faults.delayMs = 400;
      await expect(async () => {
        await page.clock.fastForward(CHECK_MS);
        await expect(pill(page)).toHaveAttribute('data-link', 'slow', { timeout: 700 });
      }).toPass();
      await agreeAll(page, 'slow');
      proxy.faults.delayMs = 0;

      await expect.poll(() => readPaths(page), { timeout: 20_000 }).toContain('/api/devices');
      await expect.poll(async () => (await cachedPaths(page)).join()).toContain('/OfflineBanner-');
      await cut(context, proxy);
      await agreeAll(page, 'offline');
      for (const one of PAGES) {
        await page.goto(proxy.origin + one[0]);
        await agrees(page, one, 'offline');
      }

      await joined(context, proxy);
      await expect(async () => {
        await page.clock.fastForward(CHECK_MS);
        await expect(pill(page)).toHaveAttribute('data-link', 'online', { timeout: 700 });
      }).toPass();
      await agreeAll(page, 'online');
    } finally {
      await context.close();
      await proxy.close();
    }
  },
);
