/** Keys of partners: made and shown once, used from outside, and refused as soon as they are revoked. */
import { expect, type Page } from '@playwright/test';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { enter } from '../support/pages/everyPage.ts';
import { test } from '../support/server/demoServer.ts';
import { partnerSends } from '../support/server/partner.ts';
import type { Api } from '../support/server/api.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
let staff: Api;
test.beforeAll(({ browser, demoServer, staff: first }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  staff = first;
});
test.afterAll(() => users.close());

const KEYS = '/admin/police-api-keys';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text)).toBeVisible();

const password = 'Wayside-test-1';
/** Somebody of the platform with this role, who registered and was let in; the demo has no user of it. */
async function colleague(role: Role): Promise<string> {
  const email = `${role}@police-keys.example`;
  await staff.call('POST', '/api/auth/register', { email, password });
  const { items } = await staff.call<{ items: { id: string }[] }>('GET', `/api/users?q=${email}`);
  const { user } = await staff.call<{ user: { tenant_id: string } }>('GET', '/api/auth/me');
  await staff.call('POST', `/api/users/${items[0]!.id}/approve`, { role, tenant_id: user.tenant_id });
  return email;
}
async function signedIn(email: string): Promise<Page> {
  const page = await users.newPage();
  await open(page, '/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).not.toHaveURL(/\/auth/);
  return page;
}

test('GUARD-15 ROUTE-ADMIN-36 the page of police keys is for staff that administrates, and for nobody else', async () => {
  const out = await users.stranger();
  await open(out, KEYS);
  await expect(out).toHaveURL(`${server.origin}/auth`);
  const driver = await users.as('Device owner');
  await open(driver, KEYS);
  await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);

  const isKeptOut = async (page: Page) => {
    await open(page, KEYS);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Police API keys' })).toHaveCount(0);
  };
  await isKeptOut(await users.as('Admin'));
  await isKeptOut(await signedIn(await colleague('staff_support')));

  const page = await signedIn(await colleague('staff_admin'));
  await page.getByRole('link', { name: 'Police API keys' }).click();
  await expect(page).toHaveURL(`${server.origin}${KEYS}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Police API keys' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New key' }).first()).toBeVisible();
});

test('EMERG-03 ROUTE-ADMIN-36 a partner and its key are made, the key is shown once and works until it is revoked', async () => {
  const page = await users.stranger();
  await enter(page, server.origin, staff.email);
  await open(page, `${KEYS}/partners`);
  await page.getByRole('button', { name: 'New partner' }).click();
  const partner = page.getByRole('dialog', { name: 'New partner' });
  await partner.getByLabel('Agency').fill('Harbour police');
  await partner.getByLabel('Contact').fill('control@harbour.example');
  await partner.getByRole('button', { name: 'Add a code' }).click();
  await partner.getByLabel('Scheme').fill('CITY');
  await partner.getByLabel('Code', { exact: true }).fill('RIVERSIDE');
  await partner.getByRole('button', { name: 'Add partner' }).click();
  await expect(page.getByRole('dialog', { name: 'Harbour police' })).toBeVisible();

  await open(page, KEYS);
  await page.getByRole('button', { name: 'New key' }).first().click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Partner', { exact: true }).fill('Harbour');
  await page.getByRole('option', { name: 'Harbour police' }).click();
  await form.getByLabel('Label').fill('Harbour control room');
  await form.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the key now' });
  const key = await shown.getByRole('region', { name: 'API key' }).locator('pre').innerText();
  expect(key).toMatch(/^pk_test_/);
  await expect(shown.getByRole('region', { name: /^Example/ })).toContainText(`Bearer ${key}`);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  expect(await partnerSends(server.origin, key, 'harbour-1')).toBe(200);

  await page.getByRole('link', { name: 'Harbour control room' }).click();
  const sheet = page.getByRole('dialog', { name: 'Harbour control room' });
  await expect(sheet.getByText('Used', { exact: true })).toBeVisible();
  await expect(sheet.getByText(key)).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Rotate key' }).click();
  await page
    .getByRole('dialog', { name: /^Rotate/ })
    .getByRole('button', { name: 'Rotate key' })
    .click();
  const next = await shown.getByRole('region', { name: 'API key' }).locator('pre').innerText();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  expect([
    await partnerSends(server.origin, key, 'harbour-2'),
    await partnerSends(server.origin, next, 'harbour-3'),
  ]).toEqual([200, 200]);

  await expect(sheet.getByText('Being replaced')).toBeVisible();
  await sheet.getByRole('button', { name: 'Revoke key' }).click();
  await page
    .getByRole('dialog', { name: /^Revoke/ })
    .getByRole('button', { name: 'Revoke key' })
    .click();
  await expectStatus(page, 'Revoked: Harbour control room');
  expect(await partnerSends(server.origin, key, 'harbour-4')).toBe(401);
  expect(await partnerSends(server.origin, next, 'harbour-5')).toBe(200);
});
