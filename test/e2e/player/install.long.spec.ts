import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { enter } from '../support/pages/everyPage.ts';
import { turnOn } from '../support/screen/kiosk.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

/** These pages also work without their server. */
test.use({ serviceWorkers: 'allow' });

let server: Wayside;
test.beforeAll(({ demoServer }) => void (server = demoServer));

const question = (page: Page) => page.getByRole('dialog', { name: 'Install the player on this device' });
/** The page's own clock is moved: nobody sits out what it waits. */
const pass = (page: Page, ms: number) => page.clock.runFor(ms);
const open = async (page: Page) => {
  await page.clock.install();
  await page.goto(`${server.origin}/player`);
  await expect(page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/)).toBeVisible();
  /** Nothing is asked where nobody is. */
  await page.mouse.click(5, 5);
};
/** As a browser does that would install the page; what it was asked is noted. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed' = 'accepted') =>
  page.evaluate(answer => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = () => Promise.resolve(document.body.setAttribute('data-prompted', answer));
    Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: answer }) });
    dispatchEvent(event);
    return event.defaultPrevented;
  }, outcome);
const flags = (page: Page) =>
  page.evaluate(() => ['dismissed', 'installed'].map(name => localStorage.getItem(`install_prompt_${name}`)));

test('INSTALL-01 INSTALL-04 STORE-23 OPEN-INSTALL-01 the player asks once, five seconds after it is ready, and no other page does', async ({
  page,
}) => {
  await page.clock.install();
  for (const [path, title] of [
    ['/auth', 'Sign in'],
    ['/admin', 'Overview'],
  ] as const) {
    /** A clock that `pass` has moved stands still until it is told to go on, and signing in takes time. */
    await page.clock.resume();
    if (path === '/admin') await enter(page, server.origin, 'Admin');
    await page.goto(`${server.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await offer(page)).toBe(false);
    await pass(page, 6_000);
    await expect(page.getByText('Install the player on this device')).toHaveCount(0);
  }
  await open(page);
  expect(await offer(page)).toBe(true);
  await expect(question(page)).toHaveCount(0);
  await pass(page, 6_000);
  await expect(question(page)).toBeVisible();
  await expect(question(page).getByRole('button', { name: 'Install' })).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/install.png` });
  await question(page).getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => flags(page)).toEqual(['true', null]);
  await open(page);
  await offer(page);
  await pass(page, 7_000);
  await expect(question(page)).toHaveCount(0);
  expect(await flags(page)).toEqual(['true', null]);
});

test(
  'INSTALL-02 the browser is asked when a hand says Install, and what was installed is not asked for again',
  { tag: '@again' },
  async ({ page }) => {
    await open(page);
    await offer(page);
    await question(page).getByRole('button', { name: 'Install' }).click();
    await expect(page.locator('body[data-prompted=accepted]')).toHaveCount(1);
    await expect.poll(() => flags(page)).toEqual([null, 'true']);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect.poll(() => flags(page)).toEqual([null, 'true']);
    await offer(page);
    await pass(page, 7_000);
    await expect(question(page)).toHaveCount(0);
  },
);

test(
  'INSTALL-02 the installed app asks nothing, and neither does a kiosk',
  { tag: '@again' },
  async ({ browser }) => {
    const app = await browser.newPage();
    await app.addInitScript(() => {
      const real = window.matchMedia.bind(window);
      window.matchMedia = query =>
        query === '(display-mode: standalone)' ? Object.assign(real('all'), { media: query }) : real(query);
    });
    await open(app);
    await offer(app);
    await pass(app, 7_000);
    await expect(question(app)).toHaveCount(0);
    await app.close();

    const kiosk = await browser.newPage();
    await open(kiosk);
    await turnOn(kiosk);
    await offer(kiosk);
    await pass(kiosk, 7_000);
    await expect(question(kiosk)).toHaveCount(0);
    await kiosk.close();
  },
);

test('OPEN-INSTALL-01 AMBIG-INSTALL-01 where no browser asks the steps are told', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
  await open(page);
  await expect(question(page)).toBeVisible();
  await expect(question(page)).toContainText('Share, Add to Home Screen');
  await expect(question(page).getByRole('button')).toHaveText(['Not now']);
});

test('INSTALL-05 the player can be installed: its manifest starts on the player, and all it names is there', async ({
  page,
}) => {
  await open(page);
  const cdp = await page.context().newCDPSession(page);
  const { url, errors, data = '' } = await cdp.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${server.origin}/player.webmanifest`, []]);
  const manifest = JSON.parse(data) as {
    start_url: string;
    scope: string;
    id: string;
    display: string;
    icons: { src: string; sizes: string; purpose: string }[];
    screenshots: { src: string; sizes: string; form_factor: string }[];
  };
  const { start_url, scope, id, display, icons, screenshots } = manifest;
  expect({ start_url, scope, id, display }).toEqual({
    start_url: '/player',
    scope: '/player',
    id: '/player',
    display: 'fullscreen',
  });
  const purposes = icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
  expect(purposes.sort()).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
    'monochrome 512x512',
  ]);
  expect(screenshots.map(({ form_factor }) => form_factor).sort()).toEqual(['narrow', 'wide']);
  for (const { src, sizes } of [...icons, ...screenshots]) {
    const answer = await page.request.get(`${server.origin}${src}`);
    const bytes = await answer.body();
    const { width, height } = PNG.sync.read(bytes);
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
    expect(bytes.length).toBeLessThan(60_000);
  }
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  const inPrivate = ({ errorId }: { errorId: string }) => errorId === 'in-incognito';
  expect(installabilityErrors.filter(error => !inPrivate(error))).toEqual([]);
  const worker = await (await page.request.get(`${server.origin}/sw.js`)).text();
  expect(worker).not.toContain('/screenshots/');
});
