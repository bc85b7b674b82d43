/** What a browser keeps of a session and of a language, and where a session that has ended leads. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
test.beforeAll(({ browser, demoServer }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(() => users.close());

const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();

const stored = (page: Page) =>
  page.evaluate(() => ({
    access: localStorage.getItem('access_token'),
    refresh: localStorage.getItem('refresh_token'),
  }));

/** What counts: localStorage may lose its last writes with the power. */
const inDatabase = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('wayside-session');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('values').objectStore('values').get('tokens');
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );

test('AUTH-04 STORE-01 STORE-02 AMBIG-STORE-01 AUTH-02 AUTH-07 a sign-in leaves both tokens under their names, a sign-out neither', async () => {
  const page = await users.signIn('Manager');
  await at(page, '/admin');
  const tokens = await stored(page);
  expect(tokens.access?.split('.')).toHaveLength(3);
  expect(tokens.refresh).toBeTruthy();
  expect(await inDatabase(page)).toEqual({
    tokens: { access_token: tokens.access, refresh_token: tokens.refresh },
  });
  await page.getByRole('button', { name: /: account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await at(page, '/auth');
  await expect.poll(() => stored(page)).toEqual({ access: null, refresh: null });
  expect(await inDatabase(page)).toEqual({ tokens: null });
  await open(page, '/admin');
  await at(page, '/auth');
});

test('AUTH-40 tokens that are of no use lead to the sign-in, and are gone', async () => {
  const page = await users.signIn('Manager');
  await at(page, '/admin');
  await page.route('**/api/**', route => {
    const headers = { ...route.request().headers(), authorization: 'Bearer a.b.c' };
    if (!new URL(route.request().url()).pathname.endsWith('/auth/refresh'))
      return route.continue({ headers });
    return route.continue({ postData: JSON.stringify({ refresh_token: 'spent' }) });
  });
  await open(page, '/admin');
  await at(page, '/auth');
  await expect.poll(() => stored(page)).toEqual({ access: null, refresh: null });
  expect(await inDatabase(page)).toEqual({ tokens: null });
});

test('OPEN-GUARD-01 a session that ends inside a form is asked for over it', async () => {
  const page = await users.signIn('Manager');
  await open(page, '/admin/devices');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const name = page.getByRole('dialog').getByLabel('Screen', { exact: true });
  await name.fill('Typed before the session ended');
  const where = page.url();
  const { access } = await stored(page);
  await page.request.post(`${server.origin}/api/auth/logout`, {
    headers: { authorization: `Bearer ${access}` },
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again.getByLabel('Password', { exact: true })).toBeVisible();
  expect(page.url()).toBe(where);
  await again.getByRole('button', { name: 'Go to the sign-in page' }).click();
  await at(page, '/auth');
});

test('GUARD-04 a device owner leaves the admin area from anywhere, a viewer is told below it', async () => {
  const owner = await users.as('Device owner');
  for (const path of [
    '/admin',
    '/admin/users',
    '/admin/programmatic/deals',
    '/admin/player-config/weights',
  ]) {
    await open(owner, path);
    await at(owner, '/owner/dashboard');
  }
  const viewer = await users.as('Viewer');
  await open(viewer, '/admin');
  await at(viewer, '/campaigns');
  await open(viewer, '/admin/devices');
  await titled(viewer, 'Access Denied');
});

test('STORE-03 I18N-01 TOAST-02 the language is one of two and is kept, and F8 leads to the notices', async () => {
  const page = await users.stranger();
  await open(page, '/auth');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('zh');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  /** The area comes after the first paint. */
  await expect(async () => {
    await page.keyboard.press('F8');
    await expect(page.locator('.toasts')).toBeFocused({ timeout: 500 });
  }).toPass();
});
