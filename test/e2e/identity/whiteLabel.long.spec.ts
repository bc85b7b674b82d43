/** An owner gives his tenant a look of its own, and makes tenants below it within its limits. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { OWN_PASSWORD, type Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let staff: Api;
let users: DemoUsers;
let owner: Page;
test.beforeAll(async ({ browser, demoServer, staff: first }) => {
  server = demoServer;
  staff = first;
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  await staff.setPortal(true);
  owner = await ownerOf(await makeTenant());
});
test.afterAll(async () => {
  await users.close();
  await staff.setPortal(false);
});

const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const primaryOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim());

/** The demo makes no tenants, so the story has one of its own. */
async function makeTenant(): Promise<string> {
  const slug = `harbour-${crypto.randomUUID().slice(0, 8)}`;
  const body = { name: 'Harbour Network', slug, kind: 'network', portal_business: true };
  const { id, version } = await staff.call<{ id: string; version: number }>('POST', '/api/tenants', body);
  const limits = { devices: 10, users: 5, storage_gb: null };
  await staff.call('PATCH', `/api/tenants/${id}`, { limits }, version);
  return id;
}
async function ownerOf(tenant_id: string): Promise<Page> {
  const email = `owner-${crypto.randomUUID().slice(0, 8)}@harbour.example`;
  const { user } = await staff.call<{ user: { id: string } }>('POST', '/api/auth/register', {
    ...{ email, password: OWN_PASSWORD },
  });
  await staff.call('POST', `/api/users/${user.id}/approve`, { role: 'owner', tenant_id });
  const page = await users.newPage();
  await signIn(page, email);
  return page;
}
async function signIn(page: Page, email: string) {
  await open(page, '/auth');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(OWN_PASSWORD);
  await press(page, 'Sign In');
  await expect(page).not.toHaveURL(/\/auth/);
}
async function expectOwnersOnly(path: string) {
  const stranger = await users.stranger();
  await open(stranger, path);
  await at(stranger, '/auth');
  const driver = await users.as('Device owner');
  await open(driver, path);
  await at(driver, '/owner/dashboard');
  const manager = await users.as('Manager');
  await open(manager, path);
  await titled(manager, 'Access Denied');
}
const logo = (background: string) =>
  sharp({ create: { width: 320, height: 80, channels: 3, background } })
    .webp()
    .toBuffer();

test('ROUTE-BIZ-10 BIZ-05 an owner drafts a look, is told the nearest colour that can be read, publishes it, and the console wears it from the first paint', async () => {
  await expectOwnersOnly('/business/white-label/settings');
  await open(owner, '/business/dashboard');
  await menu(owner).getByRole('link', { name: 'White-label' }).click();
  await at(owner, '/business/white-label/settings');
  await titled(owner, 'White-label');
  await field(owner, 'Product name').fill('Harbour Signs');
  await expect(
    owner.getByRole('region', { name: 'Preview' }).getByText('Harbour Signs').first(),
  ).toBeVisible();
  const primary = field(owner, 'Primary colour, light theme');
  await primary.fill('#e0a000');
  await press(owner, 'Save');
  const refusal = owner.getByText(/^Too little contrast\./);
  await expect(refusal).toBeVisible();
  const nearest = /#[0-9a-f]{6}/.exec(await refusal.innerText())?.[0] ?? '';
  await primary.fill(nearest);
  await press(owner, 'Save');
  await expect(owner.getByRole('status').getByText('Saved')).toBeVisible();
  for (const [label, colour] of [
    ['Logo for light backgrounds', '#7a1f5c'],
    ['Logo for dark backgrounds', '#f0a8d8'],
  ] as const) {
    const file = { name: 'logo.webp', mimeType: 'image/webp', buffer: await logo(colour) };
    await owner.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(file);
    await expect(owner.getByRole('img', { name: label })).toBeVisible();
  }
  await press(owner, 'Publish');
  await expect(owner.getByRole('status').getByText('White label published')).toBeVisible();
  const mark = menu(owner).locator('.wordmark');
  await expect(mark).toHaveText('Harbour Signs');
  await expect(owner).toHaveTitle('White-label | Harbour Signs');
  expect(await primaryOf(owner)).toBe(nearest);
  expect((await mark.locator('span').boundingBox())?.width).toBe(112);

  // What was seen last is put on before anything is asked of the server.
  await owner.route('**/api/white-label/brand', route => route.abort());
  await owner.reload({ waitUntil: 'commit' });
  await expect(owner.locator('html')).toHaveAttribute('data-brand', 'Harbour Signs');
  expect(await primaryOf(owner)).toBe(nearest);
  await titled(owner, 'White-label');
  await expect(mark).toHaveText('Harbour Signs');
  await owner.unroute('**/api/white-label/brand');

  await field(owner, 'Domain').fill('signs.harbour.example');
  await press(owner, 'Save');
  await expect(owner.getByText('_wayside.signs.harbour.example')).toBeVisible();
  await owner.reload();
  await expect(field(owner, 'Domain')).toHaveValue('signs.harbour.example');

  await press(owner, 'Reset');
  await owner
    .getByRole('dialog', { name: 'Reset the white label?' })
    .getByRole('button', { name: 'Reset' })
    .click();
  await expect(mark).toHaveText('Wayside');
  expect(await primaryOf(owner)).toBe('#0b5d5b');
});

test('ROUTE-BIZ-11 BIZ-06 an owner makes a sub-tenant within what is left, changes, suspends and enters it', async () => {
  await expectOwnersOnly('/business/white-label/sub-tenants');
  await open(owner, '/business/dashboard');
  await menu(owner).getByRole('link', { name: 'Sub-tenants' }).click();
  await at(owner, '/business/white-label/sub-tenants');
  await titled(owner, 'Sub-tenants');
  const limits = owner.getByRole('region', { name: 'Your limits' });
  await expect(limits.getByText('10 left', { exact: true })).toBeVisible();
  await owner.getByRole('button', { name: 'Add a sub-tenant' }).first().click();
  const form = owner.getByRole('dialog', { name: 'Add a sub-tenant' });
  await form.getByLabel('Name', { exact: true }).fill('Quay Books');
  await form.getByLabel('Short name').fill(`quay-${crypto.randomUUID().slice(0, 8)}`);
  await form.getByLabel('Screen limit').fill('11');
  await form.getByLabel('User limit').fill('2');
  await form.getByRole('button', { name: 'Add sub-tenant' }).click();
  await expect(form.getByText('Only 10 of your screens are left to allot.')).toBeVisible();
  await form.getByLabel('Screen limit').fill('4');
  await form.getByRole('button', { name: 'Add sub-tenant' }).click();
  const sheet = owner.getByRole('dialog', { name: 'Quay Books' });
  await expect(sheet.getByText('0 of 4', { exact: true })).toBeVisible();
  await sheet.getByLabel('Screen limit').fill('6');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('0 of 6', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Suspend' }).click();
  await owner
    .getByRole('dialog', { name: 'Suspend Quay Books?' })
    .getByRole('button', { name: 'Suspend' })
    .click();
  await expect(owner.getByText('Suspended: Quay Books', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Reactivate' }).click();
  await expect(owner.getByText('Reactivated: Quay Books', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(limits.getByText('4 left', { exact: true })).toBeVisible();
  const row = owner.getByRole('row').filter({ hasText: 'Quay Books' });
  await expect(row.getByRole('cell', { name: '0 of 6', exact: true })).toBeVisible();
  await owner.getByRole('link', { name: 'Quay Books' }).click();
  await sheet.getByRole('button', { name: 'Switch to Quay Books' }).click();
  // The one acted in, and not only one of the list.
  await expect(owner.getByRole('combobox', { name: 'Tenant' }).locator('option:checked')).toHaveText(
    'Quay Books',
  );
  await at(owner, '/business/dashboard');
});
