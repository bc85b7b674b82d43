/** Earnings of a screen, on the clerk's laptop and on the owner's phone. */
import { expect, test, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
let phone: DemoUsers;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await Wayside.first('--demo', 'on');
  users = new DemoUsers(browser, server.origin);
  phone = new DemoUsers(browser, server.origin, { viewport: { width: 390, height: 844 } });
});
test.afterAll(async () => {
  await Promise.all([users.close(), phone.close()]);
  await server.remove();
});
test.use({ locale: 'en-US' });

const REASON = 'Cleaning of the screen';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

test('ROUTE-ADMIN-11 ADMIN-20 ROUTE-OWNER-04 OWNER-04 a clerk counts a month again and takes an amount off; the owner of the screen sees it on his phone, and names his account', async () => {
  const clerk = await users.as('Admin');
  await open(clerk, '/admin/earnings');
  await at(clerk, '/admin/earnings');
  await titled(clerk, 'Earnings');
  await clerk
    .getByRole('combobox', { name: 'Owner', exact: true })
    .selectOption({ label: 'device-owner@demo.example' });
  await expect(clerk.getByRole('link', { name: /Cab 1182|20\d\d/ }).first()).toBeVisible();
  await clerk.getByRole('button', { name: 'Recalculate a month' }).click();
  const dialog = clerk.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Recalculate a month' }).click();
  await expect(dialog.getByText(/earnings? (is|are) unchanged/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await clerk
    .getByRole('link', { name: /Cab 1182|20\d\d/ })
    .first()
    .click();
  const sheet = clerk.getByRole('dialog', { name: /^Cab 1182/ });
  await expect(sheet.getByRole('region', { name: 'How it adds up' }).getByText('Net')).toBeVisible();
  await sheet.getByRole('button', { name: 'Adjust' }).click();
  const adjust = clerk.getByRole('dialog', { name: /^Adjust Cab 1182/ });
  await adjust.getByLabel('Amount').fill('-0.50');
  await adjust.getByLabel('Reason').fill(REASON);
  await adjust.getByRole('button', { name: 'Adjust' }).click();
  await expect(sheet.getByText(REASON)).toBeVisible();

  const owner = await phone.as('Device owner');
  await open(owner, '/owner/earnings');
  await at(owner, '/owner/earnings');
  await titled(owner, 'My earnings');
  await owner.getByRole('heading', { name: 'By month' }).locator('..').getByRole('link').first().click();
  await expect(owner.getByRole('heading', { name: /^Statement for / })).toBeVisible();
  /** One screen, one row: before the list has narrowed, it has a row for each month. */
  const rows = owner.getByRole('link', { name: /Cab 1182|20\d\d/ });
  await expect(rows).toHaveCount(1);
  await rows.click();
  await expect(owner.getByRole('dialog').getByText(REASON)).toBeVisible();
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: 'Change account' }).click();
  const account = owner.getByRole('dialog', { name: 'Payout account' });
  await account.getByLabel('IBAN or account number').fill('DE02 1203 0000 0000 2020 51');
  await account.getByRole('button', { name: 'Save account' }).click();
  await expect(owner.getByText('•••• 2051')).toBeVisible();
  await expect(owner.getByText(/^Money can go to this account from /)).toBeVisible();
});

test('ROUTE-ADMIN-11 ROUTE-OWNER-04 each page stands behind its guard', async () => {
  const owner = await phone.as('Device owner');
  await open(owner, '/admin/earnings');
  await at(owner, '/owner/dashboard');
  const admin = await users.as('Admin');
  await open(admin, '/owner/earnings');
  await at(admin, '/owner/earnings');
  await titled(admin, 'My earnings');
  const manager = await users.as('Manager');
  await open(manager, '/owner/earnings');
  await at(manager, '/admin');
  const stranger = await users.stranger();
  for (const path of ['/admin/earnings', '/owner/earnings']) {
    await open(stranger, path);
    await at(stranger, '/auth');
  }
});
