/** Partners, deals and delivery mapping, as a newcomer's demo shows them and as people work with them. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
test.beforeAll(({ browser, demoServer }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
});
test.afterAll(() => users.close());
test.use({ locale: 'en-US' });

const BASE = '/admin/programmatic';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const rowOf = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text)).toBeVisible();
async function act(page: Page, row: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
async function keptFrom(path: string): Promise<void> {
  const driver = await users.as('Device owner');
  await open(driver, path);
  await at(driver, '/owner/dashboard');
}

test('ROUTE-PROG-02 OPEN-PROG-01 AMBIG-ROUTE-02 a partner is added, tested in vain, given a secret that is not shown again, and stopped with all others', async () => {
  await keptFrom(`${BASE}/partners`);
  const page = await users.as('Admin');
  await open(page, BASE);
  await at(page, `${BASE}/partners`);
  await titled(page, 'Partners');
  await expect(rowOf(page, 'Mock partner')).toContainText('Active');
  await page.getByRole('button', { name: 'New partner' }).first().click();
  const form = page.getByRole('dialog', { name: 'New partner' });
  await form.getByLabel('Name', { exact: true }).fill('Harbour DSP');
  await form.getByLabel('Endpoint').fill('https://127.0.0.1:9/rtb');
  await form.getByRole('button', { name: 'Create partner' }).click();
  const sheet = page.getByRole('dialog', { name: 'Harbour DSP' });
  await expect(sheet).toContainText('It has not passed a test.');
  await page.keyboard.press('Escape');

  await act(page, 'Harbour DSP', 'Test connection');
  await expect(rowOf(page, 'Harbour DSP')).toContainText('The address is not public');
  await expect(rowOf(page, 'Harbour DSP')).toContainText('Testing');
  await act(page, 'Harbour DSP', 'Replace credentials');
  const secrets = page.getByRole('dialog', { name: 'Credentials of Harbour DSP' });
  await secrets.getByLabel('Method').selectOption({ label: 'Bearer token' });
  await secrets.getByLabel('Secret').fill('harbour-secret-4711');
  await secrets.getByRole('button', { name: 'Replace credentials' }).click();
  await expect(rowOf(page, 'Harbour DSP')).toContainText('…4711');
  await expect(page.locator('body')).not.toContainText('harbour-secret');
  await act(page, 'Harbour DSP', 'Activate');
  await expect(page.getByRole('dialog')).toContainText('Test the connection first');
  await page.keyboard.press('Escape');

  await act(page, 'Harbour DSP', 'Archive');
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(rowOf(page, 'Harbour DSP')).toBeHidden();
  await page.getByRole('button', { name: 'Stop all partners' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop now' }).click();
  await expectStatus(page, '1 partner stopped');
  await expect(rowOf(page, 'Mock partner')).toContainText('Suspended');
});

test('PROG-01 ROUTE-PROG-05 a deal is made, agreed and sent, and says why it is in no request', async () => {
  await keptFrom(`${BASE}/deals`);
  const page = await users.as('Admin');
  await open(page, `${BASE}/deals`);
  await titled(page, 'Deals');
  await expect(rowOf(page, 'Airport arrivals')).toContainText('Proposed');
  await page.getByRole('button', { name: 'New deal' }).first().click();
  const form = page.getByRole('dialog', { name: 'New deal' });
  await form.getByLabel('Partner', { exact: true }).fill('Atlantic');
  await page.getByRole('option', { name: 'Atlantic Outdoor Exchange' }).click();
  await form.getByLabel('Deal ID').fill('HARBOUR-1');
  await form.getByLabel('Name', { exact: true }).fill('Harbour mornings');
  await form.getByLabel('Floor (CPM)').fill('4.20');
  await form.getByLabel('Start', { exact: true }).fill('2020-01-01 08:00');
  await form.getByLabel('End', { exact: true }).fill('2099-01-01 08:00');
  await form.getByRole('button', { name: 'Create deal' }).click();
  const sheet = page.getByRole('dialog', { name: 'Harbour mornings' });
  await expect(sheet).toContainText('It would not be in the next request');
  await expect(sheet).toContainText('Only active deals are sent.');
  await page.keyboard.press('Escape');
  await act(page, 'Harbour mornings', 'Propose');
  await expect(rowOf(page, 'Harbour mornings')).toContainText('Proposed');
  await act(page, 'Harbour mornings', 'Mark as accepted');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as accepted' }).click();
  await act(page, 'Harbour mornings', 'Activate');
  await expect(rowOf(page, 'Harbour mornings')).toContainText('Active');
  await rowOf(page, 'Harbour mornings').getByRole('link').first().click();
  await expect(sheet).toContainText('The deal is active.');
  await expect(sheet).toContainText('The partner is in state “Draft”.');
  await expect(sheet).toContainText('No screen of the partner is in a request with it.');
});

test('PROG-02 ROUTE-PROG-06 gaps of the matrix are matched and confirmed, and a creative is approved byte for byte', async () => {
  await keptFrom(`${BASE}/delivery-mapping`);
  const page = await users.as('Admin');
  await open(page, `${BASE}/delivery-mapping`);
  await titled(page, 'Delivery mapping');
  const matrix = page.getByRole('region', { name: 'Screens by partner' }).first();
  await expect(matrix).toContainText('5 to be confirmed, 0 in conflict, 1 missing');
  await matrix.getByLabel('Only screens with a gap').check();
  await expect(matrix.getByRole('table').getByRole('row')).toHaveCount(2);
  await matrix.getByRole('button', { name: 'Match automatically' }).click();
  await expectStatus(page, 'Names suggested: 1, in conflict: 0');
  await expect(matrix).toContainText('No gaps');
  await matrix.getByRole('button', { name: 'Confirm all' }).click();
  await expectStatus(page, '6 mappings confirmed');
  await matrix.getByRole('button', { name: 'Import CSV' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('screen,external_screen_id\nCab 0933,AOE-1\nCab 9999,AOE-2\n'),
  });
  await expect(dialog).toContainText('0 new, 1 changed, 0 unchanged.');
  await expect(dialog).toContainText('Line 3, Cab 9999: no placement of that screen');
  await dialog.getByRole('button', { name: 'Import 1 name' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Creatives', exact: true }).last().click();
  await at(page, `${BASE}/delivery-mapping/creatives`);
  await act(page, 'aoe-20784', 'Approve');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(rowOf(page, 'aoe-20784')).toContainText('Approved');
  const pages = page.getByRole('navigation', { name: 'Parts of delivery mapping' });
  await pages.getByRole('link', { name: 'Slots' }).click();
  await expect(rowOf(page, 'City loop, unsold time')).toContainText('Museum pass');
  await pages.getByRole('link', { name: 'Multipliers' }).click();
  await rowOf(page, 'Rides by hour').getByRole('link').first().click();
  await expect(page.getByRole('dialog', { name: 'Rides by hour' })).toContainText('Impressions per play');
});
