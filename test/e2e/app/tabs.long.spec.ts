import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { FaultProxy, PORTAL } from '../../support/server/faultProxy.ts';
import { queuedRows, recordOf } from '../support/pages/kept.ts';
import { Wayside } from '../support/server/wayside.ts';
import { enterAs } from '../support/pages/demoRole.ts';

/** No second try: it holds each time, or does not hold. The service workers of screen and console take part. */
test.describe.configure({ retries: 0 });
test.use({ serviceWorkers: 'allow' });

/** `npm run test:long -- cuts` opens twenty. */
const TABS = Number(process.env['REFRESH_TABS'] ?? 6);
/** Twenty on two processors beside another story: then the second is the machine's to keep, not the sign-out's. */
const TABS_IN_A_SECOND = Math.ceil(TABS / 2);
/** At length five, and 25 where the promise is measured. */
const ROUNDS = Number(process.env['REFRESH_ROUNDS'] ?? 2);
const ROUND_MS = 15_000;

let server: Wayside;
let proxy: FaultProxy;
test.beforeAll(async () => {
  server = await Wayside.start();
  proxy = await FaultProxy.before(() => server.port);
});
test.afterAll(async () => {
  await proxy.close();
  await server.remove();
});

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${proxy.origin}/auth`);
  await enterAs(page, 'Manager');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  return page;
}
async function tabs(context: BrowserContext, count: number): Promise<Page[]> {
  const pages = [await signedIn(context)];
  while (pages.length < count) {
    const page = await context.newPage();
    await page.goto(`${proxy.origin}/playlists`);
    pages.push(page);
  }
  for (const page of pages) await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await pages[0]!.goto(`${proxy.origin}/playlists`);
  for (const page of pages) await expect(page.getByRole('row').nth(1)).toBeVisible();
  return pages;
}
const token = (page: Page) => page.evaluate(() => localStorage.getItem('access_token') ?? '');
/** Every tab asks for something it has not read yet. */
const askAll = (pages: readonly Page[], what: string) =>
  Promise.all(pages.map(page => page.evaluate(q => history.pushState(null, '', `/playlists?q=${q}`), what)));
const passed = (path: string) => proxy.log.filter(({ url }) => url.startsWith(path)).length;
const isIn = (page: Page) => new URL(page.url()).pathname === '/playlists';

test('C2 OPEN-REFRESH-01 many tabs and one expired token make one refresh and no sign-out, round after round', async ({
  context,
}) => {
  test.setTimeout(90_000 + ROUNDS * ROUND_MS);
  const pages = await tabs(context, TABS);
  let refused = 0;
  /** The refresh waits until every tab has been refused, so that each of them wants one. */
  await context.route('**/api/auth/refresh', async route => {
    await expect.poll(() => refused, { timeout: ROUND_MS }).toBe(TABS);
    await route.continue();
  });
  let refreshes = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const expired = await token(pages[0]!);
    refused = 0;
    proxy.faults.deny = request => {
      const isRefused = request.headers.authorization === `Bearer ${expired}`;
      /** Something else may be asked by itself meanwhile. */
      if (isRefused && request.url?.startsWith('/api/playlists?')) refused += 1;
      return isRefused;
    };
    proxy.log.length = 0;
    await askAll(pages, `round${round}`);
    // Each is refused once and answered once.
    await expect.poll(() => passed(`/api/playlists?q=round${round}&`), { timeout: ROUND_MS }).toBe(2 * TABS);
    await expect.poll(() => token(pages[0]!)).not.toBe(expired);
    expect(passed('/api/auth/refresh'), `refreshes of round ${round}`).toBe(1);
    refreshes += passed('/api/auth/refresh');
    expect(pages.filter(isIn)).toHaveLength(TABS);
  }
  expect(refreshes).toBe(ROUNDS);
  test.info().annotations.push({
    type: 'rounds',
    description: `${ROUNDS} rounds, ${refreshes} refreshes, 0 sign-outs`,
  });
});

test('C6 a link that is gone for a while signs nobody out', { tag: '@again' }, async ({ context }) => {
  const pages = await tabs(context, 3);
  const expired = await token(pages[0]!);
  proxy.faults.deny = request => request.headers.authorization === `Bearer ${expired}`;
  proxy.faults.down = true;
  await askAll(pages, 'cut');
  for (const page of pages) await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 });
  expect(pages.filter(isIn)).toHaveLength(3);
  proxy.faults.down = false;
  for (const page of pages) {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toBeHidden({ timeout: 30_000 });
  }
  expect(pages.filter(isIn)).toHaveLength(3);
  expect(await token(pages[0]!)).not.toBe(expired);
});

test('C3 a sign-out in one tab ends all of them within a second and leaves nothing of the user', async ({
  context,
}) => {
  const pages = await tabs(context, TABS_IN_A_SECOND);
  const [first, ...others] = pages as [Page, ...Page[]];
  await expect.poll(() => recordOf(first, 'last_user')).not.toBeNull();
  await expect.poll(() => recordOf(first, 'query-cache'), { timeout: 20_000 }).not.toBeNull();
  // One change waits, and goes on waiting: what answers its request is a portal.
  await context.setOffline(true);
  await first.getByRole('button', { name: 'Actions for City loop' }).click();
  await first.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(() => queuedRows(first)).toHaveLength(1);
  proxy.faults.instead = ({ method }) => (method === 'DELETE' ? PORTAL : null);
  await context.setOffline(false);

  /** When each tab has left the list, by the one clock they share: a timer would come after the page that follows. */
  const gone = others.map(page =>
    page.evaluate(
      () =>
        new Promise<number>(done => {
          const look = () => void (document.querySelector('table') ?? done(Date.now()));
          new MutationObserver(look).observe(document, { childList: true, subtree: true });
        }),
    ),
  );
  await first.getByRole('button', { name: /account of/ }).click();
  await first.getByRole('menuitem', { name: 'Sign out' }).click();
  const leave = first.getByRole('button', { name: 'Sign out and discard' });
  await expect(leave).toBeVisible();
  expect(await queuedRows(first)).toHaveLength(1);
  const pressed = await leave.evaluate((element: HTMLElement) => {
    const now = Date.now();
    element.click();
    return now;
  });
  const late = (await Promise.all(gone)).map(at => at - pressed);
  expect(Math.max(...late), `ms until each tab was out: ${late.join(' ')}`).toBeLessThanOrEqual(1_000);
  for (const page of pages)
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  expect(await recordOf(first, 'tokens')).toEqual({ tokens: null });
  expect(await queuedRows(first)).toEqual([]);
  for (const name of ['last_user', 'query-cache']) expect(await recordOf(first, name)).toBeNull();
  expect(
    await first.evaluate(() => ['access_token', 'refresh_token'].map(key => localStorage.getItem(key))),
  ).toEqual([null, null]);
});
