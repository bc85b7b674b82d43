/** A budget, from its amount to its end, and a request for more. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import type { Budget } from '../../../shared/contract/sales/budget.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let staff: Api;
let users: DemoUsers;
test.beforeAll(({ browser, demoServer, staff: first }) => {
  server = demoServer;
  staff = first;
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(() => users.close());
test.use({ locale: 'en-US' });

const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
/** As its own tenant has them. */
const budgetsOf = async (api: Api, name: string) =>
  (await api.call<{ items: Budget[] }>('GET', `/api/budgets?q=${encodeURIComponent(name)}`)).items;
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);

test('ROUTE-BIZ-07 BIZ-03 an advertiser sets a budget for each month within its bounds, changes it, sees what is spent of it, and closes it; another tenant has none of it', async () => {
  await staff.setPortal(true);
  const page = await users.signIn('Owner');
  await open(page, '/business/budget');
  await at(page, '/business/budget');
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New budget' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Each month');
  await expect(form.getByText(/From 1\.00 to 10,000,000\.00\..* at 50, 80 and 100 percent\./)).toBeVisible();
  const amount = form.getByLabel('Amount', { exact: true });
  await form.getByLabel('Hard cap').check();
  for (const outside of ['0.99', '10000000.01']) {
    await amount.fill(outside);
    await form.getByRole('button', { name: 'Create budget' }).click();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    expect(await budgetsOf(staff, 'Each month')).toEqual([]);
  }
  await amount.fill('10000000');
  await form.getByRole('button', { name: 'Create budget' }).click();
  const sheet = page.getByRole('dialog', { name: 'Each month' });
  await expect(sheet.getByText('€10,000,000.00').first()).toBeVisible();
  await expect(sheet.getByText(/% spent$/).first()).toBeVisible();
  const made = { scope: 'tenant', period: 'month', campaign_id: null, currency: 'EUR', hard_cap: true };
  expect(await budgetsOf(staff, 'Each month')).toMatchObject([
    { ...made, state: 'active', amount_minor: 1_000_000_000 },
  ]);

  for (const [text, shown, amount_minor] of [
    ['1', '€1.00', 100],
    ['5000', '€5,000.00', 500_000],
  ] as const) {
    await sheet.getByLabel('Amount', { exact: true }).fill(text);
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(sheet.getByText(shown).first()).toBeVisible();
    expect(await budgetsOf(staff, 'Each month')).toMatchObject([{ ...made, amount_minor }]);
  }
  await open(page, '/business/budget');
  const row = page.getByRole('main').getByRole('row').filter({ hasText: 'Each month' });
  await expect(row).toContainText('€5,000.00');
  await expect(row).toContainText(/% spent/);
  /** The platform, which staff is at home in, is another tenant. */
  const home = await new Api(server.origin).enterHome(staff.email);
  expect(await budgetsOf(home, 'Each month')).toEqual([]);
  await row.getByRole('link', { name: 'Each month' }).click();
  await sheet.getByRole('button', { name: 'Close budget' }).click();
  await page
    .getByRole('dialog', { name: 'Close Each month?' })
    .getByRole('button', { name: 'Close budget' })
    .click();
  await expect(sheet.getByText('Closed', { exact: true }).first()).toBeVisible();
  await expect(sheet.getByLabel('Amount', { exact: true })).toBeDisabled();
  expect(await budgetsOf(staff, 'Each month')).toMatchObject([{ ...made, state: 'closed' }]);
  const viewer = await users.signIn('Viewer');
  await open(viewer, '/business/budget');
  await viewer.getByRole('button', { name: 'Ask for more' }).first().click();
  const asking = viewer.getByRole('dialog');
  await asking.getByLabel('Amount', { exact: true }).fill('250');
  await asking.getByLabel('Reason', { exact: true }).fill('The fair lasts a week longer.');
  await asking.getByRole('button', { name: 'Send request' }).click();
  await expect(viewer.getByRole('main').getByRole('row').filter({ hasText: 'Waiting' })).toBeVisible();
  await open(page, '/business/budget');
  const waiting = page.getByRole('region', { name: 'Requests for more' });
  await expect(waiting.getByText('The fair lasts a week longer.')).toBeVisible();
  await waiting.getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(waiting).toHaveCount(0);
  await viewer.reload();
  await expect(viewer.getByRole('main').getByRole('row').filter({ hasText: 'Approved' })).toBeVisible();
  const stranger = await users.stranger();
  await open(stranger, '/business/budget');
  await at(stranger, '/auth');
  const driver = await users.as('Device owner');
  await open(driver, '/business/budget');
  await at(driver, '/owner/dashboard');
});
