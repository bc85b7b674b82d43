/** How much a page holds, and that what it holds can be pressed: measured where a window is low, narrow or touched. */
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { enter } from '../support/pages/everyPage.ts';
import { tooSmall } from '../support/pages/small.ts';
import { test } from '../support/server/demoServer.ts';

const LAPTOP = { width: 1_366, height: 768 };
const TABLET = { width: 820, height: 1_180 };
const ROW_PX = 42;
const TOUCH_ROW_PX = 48;
const SETTLED_MS = 2_500;
const LEAST = { mouse: 24, touch: 44 };

/** A page that is told what happens is never idle. */
const settle = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => undefined);
const boxOf = async (of: Locator) => (await of.boundingBox())!;

/** Each once; the line beneath a row is no part of it. */
const heightsOf = async (rows: Locator) => [
  ...new Set(
    await rows.getByRole('cell').evaluateAll(cells => cells.map(cell => Math.floor(cell.clientHeight))),
  ),
];

async function open(browser: Browser, origin: string, viewport: typeof LAPTOP, isTouched = false) {
  const context = await browser.newContext({
    ...{ locale: 'en-US', viewport, hasTouch: isTouched, isMobile: isTouched },
  });
  const page = await context.newPage();
  await enter(page, origin, 'Admin');
  const go = async (path: string) => {
    await page.goto(`${origin}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle(page);
  };
  return { context, page, go };
}

test('the preview of a playlist has its button Skip in sight on a laptop', async ({
  browser,
  demoServer: { origin },
}) => {
  const { context, page, go } = await open(browser, origin, LAPTOP);
  await go('/playlists');
  await page.getByRole('link', { name: 'City loop' }).first().click();
  await page.getByRole('button', { name: 'Preview' }).click();
  const skip = page.getByRole('dialog').getByRole('button', { name: 'Skip' });
  await expect(skip).toBeInViewport({ ratio: 1 });
  const { y, height } = await boxOf(skip);
  expect(y + height).toBeLessThanOrEqual(LAPTOP.height);
  await context.close();
});

test('rows are 42 px high and their heads stay', async ({ browser, demoServer: { origin } }) => {
  const { context, page, go } = await open(browser, origin, LAPTOP);
  await go('/admin/devices');
  const rows = page.getByRole('row');
  await expect(rows.nth(3)).toBeVisible();
  expect(await heightsOf(rows)).toEqual([ROW_PX]);
  await page.setViewportSize({ width: LAPTOP.width, height: 400 });
  await page.evaluate(() => scrollTo(0, 400));
  const head = page.getByRole('columnheader').nth(1);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  await expect(head).toBeInViewport({ ratio: 1 });
  await context.close();
});

test('below 1,024 px the toolbar of a list is one line, with a sheet of filters', async ({
  browser,
  demoServer: { origin },
}) => {
  const { context, page, go } = await open(browser, origin, LAPTOP);
  await go('/admin/devices');
  const tools = page.getByRole('search');
  for (const width of [1_023, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const search = await boxOf(tools.getByRole('searchbox'));
    const filter = tools.getByRole('button', { name: 'Filter' });
    expect((await boxOf(tools)).height, `${width} px`).toBeLessThanOrEqual(search.height + 24);
    expect((await boxOf(filter)).y + 1).toBeGreaterThanOrEqual(search.y);
  }
  await tools.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('dialog').getByLabel(/Groups/)).toBeVisible();
  await context.close();
});

test('rows are 48 px high where they are touched', async ({ browser, demoServer: { origin } }) => {
  const { context, page, go } = await open(browser, origin, TABLET, true);
  await go('/admin/devices');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  expect(await heightsOf(page.getByRole('row'))).toEqual([TOUCH_ROW_PX]);
  await context.close();
});

const PAGES = [
  ...['/admin', '/admin/devices', '/admin/devices/monitor', '/admin/devices/groups', '/admin/settings'],
  ...['/creatives', '/creatives/upload', '/playlists', '/playlists/new', '/admin/media', '/admin/profile'],
  ...['/admin/campaigns', '/admin/users', '/admin/audit', '/admin/programmatic/proof-of-play'],
];
for (const kind of ['mouse', 'touch'] as const)
  test(`what is pressed by ${kind} is at least ${LEAST[kind]} px`, async ({
    browser,
    demoServer: { origin },
  }) => {
    const { context, page, go } = await open(
      browser,
      origin,
      kind === 'mouse' ? LAPTOP : TABLET,
      kind === 'touch',
    );
    const found: string[] = [];
    const measure = async (path: string) => {
      for (const one of await tooSmall(page, LEAST[kind])) found.push(`${path}: ${one}`);
    };
    for (const path of PAGES) {
      await go(path);
      await measure(path);
    }
    await go('/admin/devices');
    await page.getByRole('link', { name: 'Cab 1182' }).click();
    const sheet = page.getByRole('dialog');
    for (const name of await sheet.getByRole('tab').allInnerTexts()) {
      await sheet.getByRole('tab', { name }).click();
      await settle(page);
      await measure(name);
    }
    await go('/playlists');
    await page.getByRole('link', { name: 'City loop' }).first().click();
    await page.waitForURL(/[0-9a-f-]{36}$/);
    await go(`${new URL(page.url()).pathname}/edit`);
    await measure('editor');
    expect(found).toEqual([]);
    await context.close();
  });
