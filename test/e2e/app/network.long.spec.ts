/** What the monitor asks and what people see of it, on the console and on a screen. */
import { expect, type Browser, type Page, type Response } from '@playwright/test';
import { enter } from '../support/pages/everyPage.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

/** These pages also work without their server. */
test.use({ serviceWorkers: 'allow' });

const HEALTH = '**/api/health*';
const CHECK_MS = 5_000;
const MARK_MS = 30_000;
/** A busy machine is late by so much. */
const LATE_MS = 5_000;

let server: Wayside;
test.beforeAll(({ demoServer }) => void (server = demoServer));

const isCheck = (answer: Response) =>
  answer.request().method() === 'HEAD' && new URL(answer.url()).pathname === '/api/health';
const check = (page: Page) => page.waitForResponse(isCheck, { timeout: CHECK_MS + LATE_MS });
const pill = (page: Page) => page.locator('header [data-link]');
const banner = (page: Page) => page.getByRole('status').getByText('No connection to the server');

/** The worker is there, and holds what the screen needs without a link. */
const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** The console with its monitor at work; the worker stays away, so that answers can be delayed here. */
async function openConsole(browser: Browser): Promise<Page> {
  const options = {
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  } as const;
  const page = await browser.newPage(options);
  await page.clock.install();
  await enter(page, server.origin, 'Admin');
  await page.goto(`${server.origin}/admin`);
  return page;
}

test('NET-25 API-13 player and console check the link alike, and the worker leaves the answer to the server', async ({
  browser,
}) => {
  const screen = await browser.newPage();
  await screen.goto(`${server.origin}/player`);
  const desk = await browser.newPage({ locale: 'en-US' });
  await enter(desk, server.origin, 'Admin');
  await desk.goto(`${server.origin}/admin`);
  for (const page of [screen, desk]) {
    const answer = await check(page);
    const asked = await answer.request().allHeaders();
    expect(answer.status()).toBe(200);
    expect(asked['x-health']).toMatch(/^[\w-]{12}$/);
    expect(answer.headers()['x-health']).toBe(asked['x-health']);
    expect(Object.keys(asked)).not.toContain('authorization');
    expect(Object.keys(asked)).not.toContain('cookie');
  }
  await controlled(screen);
  expect((await check(screen)).fromServiceWorker()).toBe(false);
  await Promise.all([screen.close(), desk.close()]);
});

async function onTheDesk(page: Page) {
  let delayMs = 0;
  await page.route(HEALTH, async route => {
    await new Promise(done => setTimeout(done, delayMs));
    await route.continue();
  });
  await expect(pill(page)).toHaveText('Online');
  await expect(banner(page)).toHaveCount(0);
  const nextCheck = () => page.clock.fastForward(CHECK_MS);
  delayMs = 700;
  await nextCheck();
  await expect(pill(page)).toHaveText('Degraded', { timeout: CHECK_MS + LATE_MS });
  delayMs = 350;
  await nextCheck();
  await expect(pill(page)).toHaveText('Slow', { timeout: 2 * CHECK_MS + LATE_MS });
  await expect(pill(page)).toHaveAttribute('title', 'The server is responding slowly.');
  delayMs = 0;
  await page.context().setOffline(true);
  await expect(pill(page)).toHaveText('Offline', { timeout: 1_000 });
  await expect(banner(page)).toBeVisible();
  await page.screenshot({ path: '.cache/e2e/network-offline.png' });
  await page.context().setOffline(false);
  await expect(pill(page)).toHaveText('Online');
  await expect(banner(page)).toHaveCount(0);
}

/** The clock of the screen is moved to where the mark is due. */
async function onTheScreen(page: Page) {
  const mark = page.locator('#over .corner');
  await controlled(page);
  await check(page);
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await page.clock.fastForward(MARK_MS - LATE_MS);
  await expect(mark).toBeHidden();
  await page.clock.fastForward(LATE_MS);
  await expect(mark).toHaveText(/Offline/);
  await expect(mark).toContainText('离线');
  await page.screenshot({ path: '.cache/e2e/network-mark.png' });
  await page.context().setOffline(false);
  await expect(mark).toBeHidden();
}

test('NET-10 OPEN-NET-04 the desk says each state in a word and a banner what still works; a screen marks 30 s away', async ({
  browser,
}) => {
  const desk = await openConsole(browser);
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await screen.clock.install();
  await screen.goto(`${server.origin}/player`);
  await onTheDesk(desk);
  await onTheScreen(screen);
  await Promise.all([desk.close(), screen.close()]);
});

test('NET-22 NET-25 the sign-in page checks the link as well, and says when the server is gone and when it is back', async ({
  browser,
}) => {
  const page = await browser.newPage({ locale: 'en-US', serviceWorkers: 'block' });
  await page.clock.install();
  await page.goto(`${server.origin}/auth`);
  await check(page);
  const second = check(page);
  await page.clock.fastForward(CHECK_MS);
  await second;
  const state = (words: string) => page.getByRole('status').getByText(words);
  await expect(state('No connection to the server')).toHaveCount(0);
  await page.route(HEALTH, route => route.abort());
  await expect(async () => {
    await page.clock.fastForward(CHECK_MS);
    await expect(state('No connection to the server')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 4 * CHECK_MS + LATE_MS });
  await page.unroute(HEALTH);
  await page.clock.fastForward(CHECK_MS);
  await expect(state('The server is back')).toBeVisible({ timeout: CHECK_MS + LATE_MS });
  await page.close();
});
