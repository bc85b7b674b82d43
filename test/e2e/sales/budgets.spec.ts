/** A budget, from its amount to its end, and a request for more. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import type { Api } from '../support/server/api.ts';
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
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);

test('ROUTE-BIZ-07 BIZ-03 an advertiser sets a budget for each month, sees what is spent of it, and closes it', async () => {
  await staff.setPortal(true);
  const page = await users.signIn('Owner');
  await open(page, '/business/budget');
  await at(page, '/business/budget');
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New budget' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Each month');
  await form.getByLabel('Amount', { exact: true }).fill('5000');
  await form.getByLabel('Hard cap').check();
  await form.getByRole('button', { name: 'Create budget' }).click();
  const sheet = page.getByRole('dialog', { name: 'Each month' });
  await expect(sheet.getByText(/% spent$/).first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Close budget' }).click();
  await page
    .getByRole('dialog', { name: 'Close Each month?' })
    .getByRole('button', { name: 'Close budget' })
    .click();
  await expect(sheet.getByText('Closed', { exact: true }).first()).toBeVisible();
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
