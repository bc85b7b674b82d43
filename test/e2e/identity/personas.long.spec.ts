/** Everybody the product serves has a way in that works (PUBLIC-06), and nobody needs more than his own. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { flag, turnOn } from '../support/screen/kiosk.ts';
import { OWN_PASSWORD } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { partnerSends } from '../support/server/partner.ts';

let users: DemoUsers;
let origin: string;
test.beforeAll(({ browser, demoServer }) => {
  origin = demoServer.origin;
  users = new DemoUsers(browser, origin);
});
test.afterAll(async ({ staff }) => {
  await users.close();
  await staff.setPortal(false);
});

const CODE = /^[A-Z0-9]{3}-[A-Z0-9]{3}$/;
const open = (page: Page, path: string) => page.goto(`${origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${origin}${path}`);
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const menuPaths = (page: Page) =>
  menu(page)
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''));

test('PUBLIC-06 OPEN-ROLE-03 OPEN-BIZ-01 BIZ-12 who administrates lands in the admin area; who advertises, in the portal', async ({
  staff,
}) => {
  await staff.setPortal(true);
  for (const role of ['Admin', 'Owner', 'Manager']) {
    const page = await users.signIn(role);
    await at(page, '/admin');
    await open(page, '/admin/devices');
    await expect(page.getByRole('link', { name: 'Cab 0417' })).toBeVisible();
    await open(page, '/business/dashboard');
    await titled(page, 'Dashboard');
  }
  await at(await users.signIn('Analyst'), '/admin');
  for (const role of ['Admin', 'Owner']) {
    const page = await users.as(role);
    await page.getByRole('main').getByRole('link', { name: 'Audit log' }).click();
    await at(page, '/business/audit');
    await titled(page, 'Audit log');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  }
  for (const role of ['Manager', 'Viewer']) {
    const page = await users.signIn(role);
    await open(page, '/business/audit');
    await titled(page, 'Access Denied');
  }
  // Staff acts in the tenant.
  const events = await staff.call<{ items: object[] }>('GET', '/api/audit-events?limit=1');
  expect(events.items).toHaveLength(1);
  const advertiser = await users.as('Viewer');
  await open(advertiser, '/business');
  await at(advertiser, '/business/dashboard');
  await menu(advertiser).getByRole('link', { name: 'Submit content' }).click();
  await titled(advertiser, 'Submit content');
  await staff.setPortal(false);
});

test('PUBLIC-06 OPEN-ROLE-03 OWNER-01 OWNER-02 OWNER-03 a device owner has a portal of his own, with his device and nothing of the admin area', async () => {
  const page = await users.signIn('Device owner');
  await at(page, '/owner/dashboard');
  await titled(page, 'My dashboard');
  await expect(page.getByText('of 1', { exact: false })).toBeVisible();
  const paths = await menuPaths(page);
  expect(paths).toContain('/owner/device');
  expect(paths.filter(path => /^\/(admin|business)/.test(path))).toEqual([]);
  await menu(page).getByRole('link', { name: 'My devices' }).click();
  await titled(page, 'My devices');
  await expect(page.getByText('1 screen', { exact: true })).toBeVisible();
  await expect(page.getByText('Cab 0417')).toHaveCount(0);
});

test('PUBLIC-06 OPEN-ROLE-03 a driver needs no account at the player, which he runs in kiosk mode', async () => {
  const page = await users.newPage();
  const calls: string[] = [];
  page.on('request', request => calls.push(new URL(request.url()).pathname));
  await open(page, '/player');
  await expect(page.getByText(CODE)).toBeVisible();
  await at(page, '/player');
  await expect(page.getByRole('link', { name: 'Sign in to the console' })).toBeVisible();
  await turnOn(page);
  await page.reload();
  expect(await flag(page)).toBe('true');
  await expect(page.getByText(CODE)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to the console' })).toHaveCount(0);
  await at(page, '/player');
  expect(calls.filter(path => path.startsWith('/api/auth'))).toEqual([]);
});

test('PUBLIC-06 OPEN-ROLE-03 a police partner is no user: its program sends alerts with a key', async ({
  staff,
}) => {
  await staff.call('POST', '/api/auth/reauth', { password: OWN_PASSWORD });
  const client = await staff.call<{ id: string }>('POST', '/api/police/clients', {
    agency: 'River police',
    contact: 'control@river.example',
    jurisdiction: { geocodes: [{ name: 'CITY', value: 'RIVERSIDE' }] },
  });
  const { key } = await staff.call<{ key: string }>('POST', '/api/police/keys', {
    ...{ client_id: client.id, label: 'Control room', env: 'test', scopes: ['alerts:create'] },
  });
  expect(await partnerSends(origin, key, 'river-1')).toBe(200);
  const accounts = await staff.call<{ total: number }>('GET', '/api/users?q=control@river');
  expect(accounts.total).toBe(0);
});
