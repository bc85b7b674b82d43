/** Listings: what is sold of the screens, from the draft to the archive. */
import { expect, type Page } from '@playwright/test';
import type { Api } from '../support/server/api.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { test } from '../support/server/demoServer.ts';
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

const LISTINGS = '/admin/listings';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text)).toBeVisible();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const rowOf = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });

/** Whoever has no business here ends where his own pages begin. */
async function keptFrom(path: string) {
  const out = await users.stranger();
  await open(out, path);
  await at(out, '/auth');
  const driver = await users.as('Device owner');
  await open(driver, path);
  await at(driver, '/owner/dashboard');
}

test('ROUTE-ADMIN-12 ADMIN-21 a listing is made, published, changed, paused and archived, and found by its state', async () => {
  await keptFrom(LISTINGS);
  const page = await users.as('Admin');
  await menu(page).getByRole('link', { name: 'Listings' }).click();
  await at(page, LISTINGS);
  await titled(page, 'Listings');
  await page.getByRole('button', { name: 'New listing' }).first().click();
  const form = page.getByRole('dialog', { name: 'New listing' });
  await form.getByRole('button', { name: 'Add listing' }).click();
  await expect(form.getByLabel('Title')).toBeFocused();
  await form.getByLabel('Title').fill('Harbour, evenings');
  await form.getByLabel('Group', { exact: true }).fill('night');
  await page.getByRole('option', { name: 'Night shift' }).click();
  await form.getByLabel('Width in pixels').fill('1280');
  await form.getByLabel('Height in pixels').fill('800');
  await form.getByLabel('Spot lengths in seconds').fill('10, 15');
  await form.getByLabel('Floor CPM').fill('4.50');
  await form.getByLabel('Avails per hour').fill('60');
  await form.getByLabel('Blocked categories').selectOption({ label: 'Automotive' });
  await form.getByRole('button', { name: 'Add listing' }).click();

  const sheet = page.getByRole('dialog', { name: 'Harbour, evenings' });
  await expect(page).toHaveURL(/\/admin\/listings\?id=[0-9a-f-]{36}$/);
  await expect(sheet.getByText('1280 × 800')).toBeVisible();
  await expect(sheet.getByText('10 sec, 15 sec')).toBeVisible();
  await expect(sheet.getByText('Draft')).toBeVisible();
  await expect(sheet.getByText('Nothing measured yet')).toBeVisible();
  await sheet.getByRole('button', { name: 'Publish' }).click();
  await expectStatus(page, 'Published: Harbour, evenings');

  await sheet.getByRole('tab', { name: 'Sold' }).click();
  await expect(sheet.getByText('This listing has no screen in service')).toBeVisible();

  await sheet.getByRole('tab', { name: 'Offer' }).click();
  await sheet.getByLabel('Maximum share').fill('120');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('Must be at most 100')).toBeVisible();
  await sheet.getByLabel('Maximum share').fill('40');
  await sheet.getByLabel('Floor CPM').fill('6.25');
  await sheet.getByLabel('Spot lengths in seconds').fill('10, 15, 20');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expectStatus(page, 'Saved');
  await page.reload();
  await expect(sheet.getByLabel('Spot lengths in seconds')).toHaveValue('10, 15, 20');
  await sheet.getByRole('button', { name: 'Close' }).click();

  const row = rowOf(page, 'Harbour, evenings');
  await expect(row.getByText('€6.25')).toBeVisible();
  await expect(row.getByText('Night shift')).toBeVisible();
  const act = async (name: string) => {
    await row.getByRole('button', { name: 'Actions for Harbour, evenings' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await act('Pause');
  await expect(row.getByText('Paused')).toBeVisible();
  await open(page, `${LISTINGS}?status=paused`);
  await expect(row).toBeVisible();
  await expect(rowOf(page, 'Airport taxis, all day')).toHaveCount(0);
  await act('Archive');
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  /** Behind a dialog no row is there for anybody, and whoever left now would break the call off. */
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await open(page, `${LISTINGS}?status=archived`);
  await row.getByRole('link').first().click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Offer' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeDisabled();

  const reader = await users.as('Analyst');
  await open(reader, LISTINGS);
  await expect(rowOf(reader, 'Airport taxis, all day')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'New listing' })).toHaveCount(0);
});

test(
  'ADMIN-21 many are priced and paused at once, and one whose group is gone says so and is not offered',
  { tag: '@again' },
  async () => {
    const group = await api.call<{ id: string; version: number }>('POST', '/api/device-groups', {
      name: 'Ferry',
    });
    const offer = {
      floor_micros: 1_000_000,
      avails_per_h: 30,
      format: { w: 800, h: 480, durations_ms: [8_000] },
    };
    for (const title of ['Ferry, mornings', 'Ferry, nights'])
      await api.call('POST', '/api/listings', { ...offer, title, group_id: group.id });
    const page = await users.as('Manager');
    await open(page, `${LISTINGS}?q=ferry`);
    const bulk = async (name: string) => {
      for (const title of ['Ferry, mornings', 'Ferry, nights'])
        await rowOf(page, title).getByRole('checkbox').check();
      await page.getByRole('button', { name, exact: true }).click();
    };
    await bulk('Set floor');
    const dialog = page.getByRole('dialog', { name: 'Floor of 2 listings' });
    await dialog.getByLabel('Floor CPM').fill('3');
    await dialog.getByRole('button', { name: 'Set floor' }).click();
    await expectStatus(page, '2 listings changed');
    await expect(page.getByText('€3.00')).toHaveCount(2);
    await bulk('Publish');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    for (const title of ['Ferry, mornings', 'Ferry, nights'])
      await expect(rowOf(page, title).getByText('Published')).toBeVisible();
    await bulk('Pause');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await expect(rowOf(page, 'Ferry, nights').getByText('Paused')).toBeVisible();

    await api.call('DELETE', `/api/device-groups/${group.id}`, undefined, group.version);
    await page.reload();
    await expect(rowOf(page, 'Ferry, nights').getByText('Group deleted')).toBeVisible();
    await bulk('Publish');
    const refused = page.getByRole('dialog');
    await refused.getByRole('button', { name: 'Publish' }).click();
    await expect(refused.getByRole('alert')).toContainText(
      'Their screens are retired or their groups deleted (2)',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Ferry, nights' }).click();
    const sheet = page.getByRole('dialog', { name: 'Ferry, nights' });
    await expect(
      sheet
        .getByRole('tabpanel', { name: 'Overview' })
        .getByText('The group of this listing is deleted, so it cannot be published.'),
    ).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  },
);
