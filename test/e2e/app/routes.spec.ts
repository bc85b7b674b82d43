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

/** How often the user is looked up from now on. */
function lookUps(page: Page): () => number {
  let count = 0;
  page.on('request', request => void (new URL(request.url()).pathname === '/api/auth/me' && (count += 1)));
  return () => count;
}
/** An id that no row has. */
const ID = '00000000-0000-7000-8000-000000000001';

test('GUARD-01 AUTH-12 ROUTE-ADMIN-20 ROUTE-ADMIN-21 ROUTE-BIZ-03 ROUTE-BIZ-04 ROUTE-USER-02 ROUTE-USER-03 ROUTE-USER-04 ROUTE-USER-06 ROUTE-USER-07 signed out, every guarded path leads to the sign-in', async () => {
  const page = await users.stranger();
  const asked = lookUps(page);
  for (const path of [
    '/creatives',
    '/creatives/upload',
    `/creatives/${ID}`,
    '/playlists',
    '/playlists/new',
    `/playlists/${ID}`,
    `/playlists/${ID}/edit`,
    '/campaigns',
    '/onboarding',
    '/owner',
    '/owner/dashboard',
    '/admin',
    '/admin/users',
    '/admin/devices',
    '/admin/devices/monitor',
    '/admin/submissions',
    '/admin/content-validation',
    `/admin/media/${ID}`,
    '/admin/programmatic/deals',
    '/admin/programmatic/proof-of-play',
    '/admin/player-config/weights',
    '/business',
    '/business/dashboard',
    '/business/submit',
    '/business/submissions',
  ]) {
    await open(page, path);
    await at(page, '/auth');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  }
  expect(asked()).toBe(0);
});

test('ROUTE-PUB-10 ROUTE-PUB-11 the two short addresses lead to the player', async () => {
  const page = await users.stranger();
  for (const path of ['/', '/display']) {
    await open(page, path);
    await at(page, '/player');
  }
});

test('ROUTE-PUB-13 an address that is none says so, signed in or not, also below the areas', async () => {
  const out = await users.stranger();
  for (const path of ['/no-such-page', '/no/such/page', '/admin/no', '/owner/no', '/business/no']) {
    await open(out, path);
    await titled(out, 'Page not found');
  }
  const page = await users.as('Admin');
  for (const path of ['/no-such-page', '/admin/no', '/owner/no', '/business/no']) {
    await open(page, path);
    await titled(page, 'Page not found');
  }
});

test('AUTH-06 GUARD-11 AMBIG-GUARD-01 sign-in ends at the landing of the role', async () => {
  for (const [role, path] of [
    ['Owner', '/admin'],
    ['Admin', '/admin'],
    ['Manager', '/admin'],
    ['Analyst', '/admin'],
    ['Viewer', '/campaigns'],
    ['Device owner', '/owner/dashboard'],
  ] as const) {
    const page = await users.signIn(role);
    await at(page, path);
  }
});

test('OPEN-GUARD-01 whoever was sent to sign in returns to the page he may open, and to no other', async ({
  browser,
}) => {
  for (const [wanted, arrived] of [
    ['/creatives?q=tram', '/creatives?q=tram'],
    ['/admin/devices', '/campaigns'],
    ['https://elsewhere.example/', '/campaigns'],
  ] as const) {
    const page = await browser.newPage({ locale: 'en-US' });
    if (wanted.startsWith('/')) {
      await page.goto(`${server.origin}${wanted}`);
      await expect(page).toHaveURL(`${server.origin}/auth`);
      const kept = (from: 'sessionStorage' | 'localStorage') =>
        page.evaluate(storage => Object.values<string>({ ...window[storage] }), from);
      expect(await kept('sessionStorage')).toContain(wanted);
      expect(await kept('localStorage')).not.toContain(wanted);
    } else {
      await page.goto(`${server.origin}/auth`);
      await page.evaluate(address => sessionStorage.setItem('wanted_path', address), wanted);
    }
    await expect(page).toHaveURL(`${server.origin}/auth`);
    await page.getByRole('button', { name: 'Viewer', exact: true }).click();
    await expect(page).toHaveURL(`${server.origin}${arrived}`);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Access Denied');
    await page.close();
  }
});

test('AUTH-18 AUTH-19 AUTH-20 AUTH-21 AUTH-22 AUTH-23 AMBIG-AUTH-04 the sign-in says what brought somebody there, once', async () => {
  const page = await users.stranger();
  for (const [query, title, text] of [
    ['?status=pending_approval', 'Account Pending Approval', 'Your account is pending admin approval.'],
    ['?error=anything', 'Login failed', 'OAuth login failed. Please try again.'],
  ] as const) {
    await open(page, '/auth');
    const steps = await page.evaluate(() => history.length);
    await open(page, `/auth${query}`);
    const said = page.getByRole('alert').filter({ hasText: text });
    await expect(said.first()).toBeVisible();
    await expect(said.first()).toContainText(title);
    await at(page, '/auth');
    expect(await page.evaluate(() => [location.search, history.length])).toEqual(['', steps + 1]);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
  }
  await open(page, '/auth?status=<b>x</b>');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('GUARD-13 AUTH-12 whoever is signed in and opens the sign-in is sent home', async () => {
  for (const [role, path] of [
    ['Manager', '/admin'],
    ['Device owner', '/owner/dashboard'],
  ] as const) {
    const page = await users.as(role);
    const asked = lookUps(page);
    await open(page, '/auth');
    await at(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked()).toBe(1);
  }
});

test('GUARD-02 GUARD-03 GUARD-20 AMBIG-GUARD-02 the areas let in whom they are for and say why not', async () => {
  const viewer = await users.as('Viewer');
  await open(viewer, '/admin');
  await at(viewer, '/campaigns');
  await open(viewer, '/admin/users');
  await titled(viewer, 'Access Denied');
  for (const path of ['/creatives', '/playlists', '/campaigns', '/onboarding']) {
    await open(viewer, path);
    await at(viewer, path);
    await expect(viewer.getByRole('heading', { level: 1 })).not.toHaveText(/Denied|Insufficient/);
  }
  for (const path of ['/creatives/upload', '/playlists/new', '/campaigns/new']) {
    await open(viewer, path);
    await titled(viewer, 'Insufficient Permissions');
  }
  await open(viewer, '/playlists');
  await viewer.getByRole('link', { name: 'City loop' }).first().click();
  await titled(viewer, 'City loop');
  await open(viewer, `${new URL(viewer.url()).pathname}/edit`);
  await titled(viewer, 'Insufficient Permissions');
  const manager = await users.as('Manager');
  for (const path of ['/owner/earnings', '/owner/dashboard']) {
    await open(manager, path);
    await at(manager, '/admin');
  }
});

test('ROUTE-OWNER-01 ROUTE-OWNER-02 ROUTE-ADMIN-09 ROUTE-ADMIN-10 ROUTE-ADMIN-20 ROUTE-ADMIN-21 ROUTE-ADMIN-38 ROUTE-PROG-07 a device owner has his portal and leaves /admin for it', async () => {
  const page = await users.as('Device owner');
  for (const path of [
    '/owner',
    '/admin',
    '/admin/users',
    '/admin/devices',
    '/admin/devices/monitor',
    '/admin/submissions',
    '/admin/content-validation',
    `/admin/media/${ID}`,
    '/admin/programmatic/deals',
    '/admin/programmatic/proof-of-play',
  ]) {
    await open(page, path);
    await at(page, '/owner/dashboard');
  }
  await titled(page, 'My dashboard');
});

test('ROUTE-PCFG-04 ROUTE-ADMIN-01 ROUTE-ADMIN-09 ROUTE-ADMIN-10 ROUTE-ADMIN-20 ROUTE-ADMIN-21 ROUTE-OWNER-02 ROUTE-PROG-07 ROUTE-USER-01 ROUTE-USER-02 ROUTE-USER-04 ROUTE-USER-05 the pages that are there open at their addresses', async () => {
  const page = await users.as('Admin');
  for (const [path, title] of [
    ['/admin', 'Overview'],
    ['/admin/devices', 'Devices'],
    ['/admin/devices/monitor', 'Live monitor'],
    ['/admin/submissions', 'Approvals'],
    ['/admin/content-validation', 'Content validation'],
    ['/admin/player-config/weather', 'Weather'],
    ['/owner/dashboard', 'My dashboard'],
    ['/admin/programmatic/proof-of-play', 'Proof of play'],
    ['/creatives', 'Creatives'],
    ['/creatives/upload', 'Upload creatives'],
    ['/playlists', 'Playlists'],
    ['/playlists/new', 'New playlist'],
  ] as const) {
    await open(page, path);
    await at(page, path);
    await titled(page, title);
  }
});

test('ROUTE-USER-03 ROUTE-USER-06 ROUTE-USER-07 a creative, a playlist and its editor open by their ids', async () => {
  const page = await users.as('Manager');
  await open(page, '/creatives');
  await page.getByRole('link', { name: 'Tram 28' }).first().click();
  await expect(page).toHaveURL(/\/creatives\/[0-9a-f-]{36}$/);
  await titled(page, 'Tram 28');
  await open(page, '/playlists');
  await page.getByRole('link', { name: 'City loop' }).first().click();
  await expect(page).toHaveURL(/\/playlists\/[0-9a-f-]{36}$/);
  await titled(page, 'City loop');
  await open(page, `${new URL(page.url()).pathname}/edit`);
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('City loop');
});

test('ROUTE-ADMIN-07 ROUTE-PROG-01 ROUTE-PROG-03 ROUTE-PROG-04 short addresses of the admin area lead on', async () => {
  const page = await users.as('Manager');
  for (const [from, to] of [
    ['/admin/reports', '/admin/analytics'],
    ['/admin/programmatic', '/admin/programmatic/partners'],
    ['/admin/programmatic/inventory', '/admin/listings'],
    ['/admin/programmatic/performance', '/admin/programmatic/proof-of-play'],
    ['/admin/player-config', '/admin/player-config/weights'],
  ] as const) {
    await open(page, from);
    await at(page, to);
  }
});

test('ROUTE-BIZ-01 ROUTE-BIZ-02 ROUTE-BIZ-03 ROUTE-BIZ-04 OPEN-BIZ-03 AMBIG-GUARD-02 the business portal opens where the tenant has it', async ({
  staff,
}) => {
  await staff.setPortal(true);
  const page = await users.signIn('Viewer');
  await at(page, '/business/dashboard');
  await titled(page, 'Dashboard');
  for (const path of ['/business', '/admin']) {
    await open(page, path);
    await at(page, '/business/dashboard');
  }
  await open(page, '/admin/users');
  await titled(page, 'Access Denied');
  for (const [path, title] of [
    ['/business/submit', 'Submit content'],
    ['/business/submissions', 'Submissions'],
  ] as const) {
    await open(page, path);
    await at(page, path);
    await titled(page, title);
  }
  await open(page, '/business/analytics');
  await titled(page, 'Insufficient Permissions');
  const owner = await users.signIn('Owner');
  await open(owner, '/business/white-label');
  await at(owner, '/business/white-label/settings');
  const driver = await users.as('Device owner');
  for (const path of ['/business/dashboard', '/business/submit', '/business/submissions']) {
    await open(driver, path);
    await at(driver, '/owner/dashboard');
  }
  await staff.setPortal(false);
});
