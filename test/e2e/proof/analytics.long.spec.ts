/** Analytics over the demo's month of plays: each section, who may open it, and the way from a figure to its rows. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Api } from '../support/server/api.ts';
import { Wayside } from '../support/server/wayside.ts';

/** The demo drives and goes on playing: figures are of days that are over. */
const DAY_MS = 86_400_000;
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const at = (daysAgo: number) => new Date(midnight - daysAgo * DAY_MS).toISOString();
const PERIOD = `from=${at(12)}&to=${at(4)}`;
const SECTIONS = [
  ['/admin/analytics', 'Analytics'],
  ['/admin/analytics/campaigns', 'Campaign analytics'],
  ['/admin/analytics/creatives', 'Creative analytics'],
  ['/admin/analytics/audience', 'Audience'],
  ['/admin/analytics/map', 'Map'],
] as const;

let server: Wayside;
let users: DemoUsers;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await Wayside.first('--demo', 'on');
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});

const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const numberIn = (text: string) => Number(text.replaceAll(/[^0-9]/g, ''));
/** The figure of a tile. */
const figure = async (page: Page, label: string) => {
  const tile = page.locator('.lane').filter({ hasText: label }).locator('[data-figure]').first();
  await expect(tile).toHaveText(/\d/);
  return numberIn(await tile.innerText());
};

test('ADMIN-26 ROUTE-ADMIN-02 ROUTE-ADMIN-03 ROUTE-ADMIN-04 ROUTE-ADMIN-05 ROUTE-ADMIN-06 each section shows numbers of the demo, and only who may sees it', async () => {
  const page = await users.as('Admin');
  const rows = page.getByRole('main').locator('tbody tr').filter({ visible: true });
  for (const [path, title] of SECTIONS) {
    await open(page, path);
    await titled(page, title);
    await expect(page).toHaveURL(`${server.origin}${path}`);
    if (path.endsWith('audience')) expect(await figure(page, 'People counted')).toBeGreaterThan(0);
    else await expect(rows.filter({ hasText: /[1-9]/ }).first()).toBeVisible();
    expect(await violations(page), path).toEqual([]);
  }
  const driver = await users.as('Device owner');
  const stranger = await users.stranger();
  for (const [path] of SECTIONS) {
    await open(driver, path);
    await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);
    await open(stranger, path);
    await expect(stranger).toHaveURL(`${server.origin}/auth`);
  }
});

test('a figure leads to its rows, a row narrows the page, and a copied address shows the same', async () => {
  const page = await users.as('Admin');
  await open(page, `/admin/analytics?${PERIOD}`);
  const plays = await figure(page, 'Plays');
  expect(plays).toBeGreaterThan(0);
  await page.locator('a.lane').first().click();
  await titled(page, 'Proof of play');
  expect(await figure(page, 'Plays')).toBe(plays);
  await page.goBack();
  await page.getByRole('main').getByRole('button', { name: 'Cab 0417', exact: true }).click();
  await expect(page).toHaveURL(/device_id=/);
  await expect.poll(() => figure(page, 'Plays')).toBeLessThan(plays);
  const narrowed = await figure(page, 'Plays');
  await page.reload();
  expect(await figure(page, 'Plays')).toBe(narrowed);
  await page.getByRole('group', { name: 'Break down by' }).getByRole('button', { name: 'Creatives' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Tram 28' });
  const ofTram = numberIn(await row.getByRole('link').first().innerText());
  await row.getByRole('link').first().click();
  await titled(page, 'Proof of play');
  expect(await figure(page, 'Plays')).toBe(ofTram);
});

test('ADMIN-05 a view is saved, opened, renamed and exported', async () => {
  const page = await users.as('Manager');
  await open(page, `/admin/analytics?${PERIOD}&by=creative`);
  await expect(page.getByRole('row').filter({ hasText: 'Tram 28' })).toBeVisible();
  const menu = page.getByRole('button', { name: /^Views$|^View: / });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Creatives of the week');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await open(page, '/admin/analytics');
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Creatives of the week' }).click();
  await expect(page).toHaveURL(/by=creative/);
  await expect(page.getByRole('row').filter({ hasText: 'Tram 28' })).toBeVisible();
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: /^Rename or share/ }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Eight days');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await menu.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Eight days' })).toBeVisible();
  await page.keyboard.press('Escape');
  const rowCount = await page.getByRole('main').locator('tbody tr').count();
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV file' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(file.suggestedFilename()).toMatch(/^analytics-creative-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines[0]).toContain('Creative,Plays,Period before');
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(rowCount).toBeGreaterThanOrEqual(lines.length - 1);
});

test('a cell of the map names its screens', async () => {
  const page = await users.as('Admin');
  await open(page, '/admin/analytics/map');
  await page
    .getByRole('button', { name: /^Show the screens of / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^Screens in this cell/ })).toBeVisible();
  await page.getByRole('main').getByRole('listitem').getByRole('link', { name: /^Cab / }).first().click();
  await expect(page).toHaveURL(/\/admin\/devices\?id=/);
});

test('BIZ-09 ROUTE-BIZ-05 an advertiser sees his own plays, hours, scans and places; who lacks the permission does not', async () => {
  const staff = await new Api(server.origin).enter(server.firstAdmin());
  await staff.setPortal(true);
  const page = await users.signIn('Analyst');
  await open(page, `/business/analytics?${PERIOD}`);
  await titled(page, 'Analytics');
  expect(await figure(page, 'Plays')).toBeGreaterThan(0);
  await expect(page.getByText('QR scans').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Plays by hour' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Places' })).toBeVisible();
  const viewer = await users.signIn('Viewer');
  await open(viewer, '/business/analytics');
  await titled(viewer, 'Insufficient Permissions');
  const driver = await users.as('Device owner');
  await open(driver, '/business/analytics');
  await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);
  const stranger = await users.stranger();
  await open(stranger, '/business/analytics');
  await expect(stranger).toHaveURL(`${server.origin}/auth`);
});
