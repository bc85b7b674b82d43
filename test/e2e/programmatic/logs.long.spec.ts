/** Auctions that were held, the health of a partner's connection, and reports, as a demo with its mock partner shows them. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let staff: Api;
let users: DemoUsers;
/** With screens that are paired: no spot of another one is ever offered. */
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await Wayside.first('--demo', 'on');
  staff = await new Api(server.origin).enter(server.firstAdmin());
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});
test.use({ locale: 'en-US' });

const BASE = '/admin/programmatic';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
async function keptFrom(path: string): Promise<void> {
  const driver = await users.as('Device owner');
  await open(driver, path);
  await at(driver, '/owner/dashboard');
}

/** An auction is held now. */
async function auctionNow(page: Page): Promise<void> {
  await staff.call('POST', '/api/system/jobs/auctions/run', {});
  await open(page, `${BASE}/bid-logs`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /Mock partner/ }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

test('PROG-05 ROUTE-PROG-09 an auction is found in the bid logs with its bids, their reasons and what was sent', async () => {
  await keptFrom(`${BASE}/bid-logs`);
  const page = await users.as('Admin');
  await auctionNow(page);
  await titled(page, 'Bid logs');
  await page.getByRole('combobox', { name: 'Partner' }).selectOption({ label: 'Mock partner' });
  await page.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'Won' });
  const row = page.getByRole('row', { name: /Cab/ }).first();
  await expect(row).toContainText(/Won.*Mock partner.*€/);
  await row.getByRole('link').first().click();
  const sheet = page.getByRole('dialog');
  const timeline = sheet.getByRole('list', { name: 'Timeline' });
  for (const step of ['Auction', 'Won', 'Sent to the screen', 'Confirmed by the screen'])
    await expect(timeline).toContainText(step);
  /** What happened has a time, what is still to come has none. */
  await expect(timeline).toContainText(/BilledNot yet/);
  await expect(sheet).toContainText(/after \d+ ms/);
  await sheet.getByRole('button', { name: 'Request and answer' }).first().click();
  const sent = page.getByRole('dialog', { name: 'Request and answer: Mock partner' });
  await expect(sent.getByLabel('Bid request')).toContainText('"imp"');
  await expect(sent.getByLabel('Answer', { exact: true })).toContainText('"seatbid"');
  await page.keyboard.press('Escape');
  await expect(sent).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'Seat is blocked' });
  await expect(page.getByRole('row', { name: /Cab/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Change share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Percent of all auctions').fill('100');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('100 % of all auctions')).toBeVisible();
});

test('PROG-06 ROUTE-PROG-10 a partner that fails is stopped by hand, and left to its breaker again', async () => {
  await keptFrom(`${BASE}/adapter-health`);
  const page = await users.as('Admin');
  await auctionNow(page);
  await open(page, `${BASE}/adapter-health`);
  await titled(page, 'Adapter health');
  const mock = page.getByRole('region', { name: 'Mock partner' });
  await page.getByRole('group', { name: 'Window' }).getByRole('button', { name: '24 h' }).click();
  await expect(mock).toContainText('Median');
  await expect(mock).toContainText('Bid rate');
  const breaker = mock.getByRole('group', { name: 'Breaker of Mock partner' });
  await breaker.getByRole('button', { name: 'Never send' }).click();
  await expect(mock).toContainText('Stopped by hand');
  await breaker.getByRole('button', { name: 'Automatic' }).click();
  await expect(mock).toContainText('all requests go out');
  await mock.getByText('Changes of the breaker').click();
  await expect(mock.getByRole('list', { name: 'Changes of the breaker' })).toContainText('Stopped by');
});

test('PROG-07 ROUTE-PROG-11 a report of what was sold is put together and made into a file', async () => {
  await keptFrom(`${BASE}/reports`);
  const page = await users.as('Admin');
  await auctionNow(page);
  await open(page, `${BASE}/reports`);
  await titled(page, 'Programmatic reports');
  await page.getByRole('button', { name: 'New report' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New report' });
  await dialog.getByLabel('Kind', { exact: true }).selectOption({ label: 'Sold by auction, by partner' });
  await expect(dialog.getByText('Campaigns', { exact: true })).toBeHidden();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Sold last month');
  await dialog.getByRole('button', { name: 'Make report' }).click();
  const file = page
    .getByRole('table', { name: 'Files' })
    .getByRole('row')
    .filter({ hasText: 'Sold last month' });
  await expect(file).toContainText('Ready', { timeout: 60_000 });
});
