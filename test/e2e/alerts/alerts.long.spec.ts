/** Emergency alerts as a dispatcher uses them: from an event to screens, and off them again. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { test } from '../support/server/demoServer.ts';
import type { Api } from '../support/server/api.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
let api: Api;
test.beforeAll(({ browser, demoServer, staff }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  api = staff;
});
test.afterAll(() => users.close());

const ALERTS = '/admin/emergency-alerts';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text)).toBeVisible();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Whoever has no business here ends where his own pages begin. */
async function keptFrom(path: string) {
  const out = await users.stranger();
  await open(out, path);
  await at(out, '/auth');
  const driver = await users.as('Device owner');
  await open(driver, path);
  await at(driver, '/owner/dashboard');
}

/** For one screen of the fleet, so that no other story finds an alert on its own. */
async function forOneScreen(page: Page, name: string) {
  await page.getByLabel('Which screens').selectOption({ label: 'Chosen screens' });
  await page.getByLabel('Screens', { exact: true }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}

test('EMERG-01 ROUTE-ADMIN-35 an alert is made from an event, published, followed on its screens, and cancelled', async () => {
  await keptFrom(ALERTS);
  const page = await users.as('Admin');
  await menu(page).getByRole('link', { name: 'Emergency alerts' }).click();
  await at(page, ALERTS);
  await titled(page, 'Emergency alerts');
  await page.getByRole('link', { name: 'New alert' }).click();
  await titled(page, 'New alert');
  await button(page, 'Gas leak').click();
  await expect(page.getByLabel('Headline in English')).toHaveValue('Gas leak: leave and light nothing');
  await expect(page.getByLabel('Headline in Chinese')).not.toHaveValue('');
  const beside = page.getByRole('complementary', { name: 'What it will do' });
  await expect(beside.getByText('Gas leak: leave and light nothing').first()).toBeVisible();
  await page.getByLabel('Sender, in English').fill('City fire service');
  await button(page, 'Continue').click();
  await forOneScreen(page, '0099');
  await expect(beside.getByText(/^1\s+screen$/)).toBeVisible();
  await button(page, 'Continue').click();
  await page.getByLabel('Severity').selectOption({ label: 'Moderate' });
  await expect(beside.getByText('Moderate')).toBeVisible();
  await button(page, 'Save draft').click();

  await titled(page, 'Gas leak: leave and light nothing');
  await expect(page).toHaveURL(/\/admin\/emergency-alerts\/[0-9a-f-]{36}$/);
  await button(page, 'Publish').click();
  const last = page.getByRole('dialog');
  await expect(last.getByText('City fire service').first()).toBeVisible();
  await last.getByRole('button', { name: 'Publish to 1 screen' }).click();
  await expectStatus(page, 'Published: Gas leak: leave and light nothing');
  const screens = page.getByRole('region', { name: 'Screens', exact: true });
  await expect(screens.getByRole('link', { name: 'Cab 0099' })).toBeVisible();
  await screens
    .getByRole('button', { name: /^(Not fetched yet|Sent|Received|Shown)/ })
    .first()
    .click();
  await expect(screens.getByRole('listitem')).toHaveCount(1);

  await open(page, ALERTS);
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText('Gas leak: leave and light nothing');
  await expect(first).toContainText('On screens');
  await first.getByRole('link').click();
  await button(page, /^Actions for/).click();
  await page.getByRole('menuitem', { name: 'Cancel alert' }).click();
  const ask = page.getByRole('dialog');
  await ask.getByLabel('Reason').fill('The pipe is closed.');
  await ask.getByRole('button', { name: 'Cancel alert' }).click();
  await expectStatus(page, 'Cancelled: Gas leak: leave and light nothing');
  await expect(page.getByText('The pipe is closed.')).toBeVisible();
});

test('EMERG-01 priority 0 waits for a second person, who sees what the first one wrote', async () => {
  const page = await users.as('Admin');
  await open(page, `${ALERTS}/new`);
  await button(page, 'Earthquake').click();
  await button(page, 'Continue').click();
  await forOneScreen(page, '0765');
  await button(page, 'Continue').click();
  await page.getByLabel('Severity').selectOption({ label: 'Extreme: lives at risk' });
  await expect(page.getByText('Priority 0 needs a second person’s approval')).toBeVisible();
  await button(page, 'Save draft').click();
  await button(page, 'Publish').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish alone' }).click();
  await expect(
    page.getByText('Another person in your organisation can approve this. Ask for approval instead.'),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  await expectStatus(page, 'Waiting for approval: Earthquake: drop, cover, hold on');

  const second = await users.as('Owner');
  await open(second, new URL(page.url()).pathname);
  await button(second, 'Approve and publish').click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve for 1 screen' }).click();
  await expectStatus(second, 'Approved and published: Earthquake: drop, cover, hold on');
  await button(second, 'Give the all-clear').click();
  await second.getByRole('dialog').getByRole('button', { name: 'Give the all-clear' }).click();
  await expectStatus(second, 'All-clear given: Earthquake: drop, cover, hold on');
  await expect(second.getByText('Replaced').first()).toBeVisible();
});

test('EMERG-01 a CAP document is looked at before anything follows from it', async () => {
  const page = await users.as('Admin');
  await open(page, ALERTS);
  await button(page, 'Import CAP').click();
  const dialog = page.getByRole('dialog', { name: 'Import a CAP document' });
  await dialog.getByLabel('Or paste the document').fill('<alert');
  await dialog.getByRole('button', { name: 'Check the document' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  const sent = new Date().toISOString().replace(/\.\d{3}Z$/, '-00:00');
  await dialog.getByLabel('Or paste the document').fill(
    `<?xml version="1.0" encoding="UTF-8"?><alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>story-1</identifier>
    <sender>control@city.example</sender><sent>${sent}</sent><status>Test</status><msgType>Alert</msgType><scope>Public</scope>
    <info><category>Safety</category><event>Test</event><urgency>Immediate</urgency><severity>Minor</severity>
    <certainty>Observed</certainty><headline>This is a test</headline><area><areaDesc>All</areaDesc></area></info></alert>`,
  );
  await dialog.getByRole('button', { name: 'Check the document' }).click();
  const found = dialog.getByRole('region', { name: 'What follows from it' });
  await expect(found.getByText('New alert')).toBeVisible();
  await expect(found.getByText('There is no end; the default is used.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish to screens' }).click();
  await expectStatus(page, '1 message imported');
  const { items } = await api.call<{ items: { name: string; status: string }[] }>(
    'GET',
    '/api/alerts?q=story-1',
  );
  expect(items).toMatchObject([{ name: 'This is a test', status: 'Test' }]);
});

test('EMERG-01 without a link the page says that nothing of alerts is sent later, and keeps what was typed', async () => {
  const page = await users.as('Admin');
  await open(page, `${ALERTS}/new`);
  await button(page, 'Flood').click();
  await button(page, 'Continue').click();
  await page.getByLabel('Which screens').selectOption({ label: 'Screens with a tag' });
  await page.getByLabel('Tags').fill('nobody');
  await page.getByLabel('Tags').press('Enter');
  await button(page, 'Continue').click();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. Nothing here is sent later.')).toBeVisible();
  await button(page, 'Save draft').click();
  await expect(page.getByText('Not saved')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline. Nothing here is sent later.')).toBeHidden();
  await button(page, 'Save draft').click();
  await titled(page, 'Flood: move to high ground now');
});

test('EMERG-01 on a phone the number of screens stays in sight while they are chosen', async () => {
  const page = await users.as('Admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${ALERTS}/new`);
  await button(page, 'Gas leak').click();
  await page.getByLabel('Sender, in English').fill('City fire service');
  await button(page, 'Continue').click();
  const count = page.locator('form').getByText('Screens that show it now').locator('..');
  const mode = page.getByLabel('Which screens');
  await mode.selectOption({ label: 'All screens' });
  await mode.scrollIntoViewIfNeeded();
  await expect(mode).toBeInViewport();
  await expect(count).toBeInViewport({ ratio: 1 });
  await expect(count.getByText(/^[1-9]\d*$/)).toBeVisible();
  await mode.selectOption({ label: 'Screens in an area' });
  await expect(count.getByText('–')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(count).toBeHidden();
});
