/** A campaign from its first step to the street: planned, approved by another, played, counted, paused. */
import { join } from 'node:path';
import { openAsBlob, statSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';

const GREEN = join(import.meta.dirname, '../../fixtures/markers/i2.jpg');
let users: DemoUsers;
let origin: string;
test.beforeAll(({ browser, demoServer }) => {
  origin = demoServer.origin;
  users = new DemoUsers(browser, origin, { viewport: { width: 1440, height: 900 } });
});
test.afterAll(() => users.close());

const open = (page: Page, path: string) => page.goto(`${origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
/** Looked for on the server: what is found comes a moment later. */
async function choose(page: Page, label: string, name: string) {
  await page.getByLabel(label, { exact: true }).fill(name);
  await page.getByRole('option', { name }).first().click();
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('ADMIN-02 ROUTE-USER-08 ROUTE-USER-09 ROUTE-USER-10 ROUTE-USER-11 a manager plans a campaign step by step, another approves it, a screen plays it, and it is counted and paused', async ({
  staff,
}) => {
  test.setTimeout(180_000);
  const screen = new Screen();
  await staff.upload(await openAsBlob(GREEN), statSync(GREEN).size, 'harbour-green.jpg');
  await screen.open(`${origin}/player`);
  const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
  const taxi = await staff.call<{ id: string }>('POST', '/api/devices/pair', { code, name: 'Taxi 3077' });
  const offer = { title: 'Taxi 3077', floor_micros: 20_000_000, avails_per_h: 60, share_max_pct: 50 };
  const listing = await staff.call<{ id: string }>('POST', '/api/listings', {
    ...{ ...offer, device_id: taxi.id, format: { w: 1280, h: 800, durations_ms: [10_000] } },
  });
  await staff.call('POST', `/api/listings/${listing.id}/publish`, {});
  try {
    const stranger = await users.stranger();
    for (const path of ['', '/new', '/0198', '/0198/edit']) {
      await open(stranger, `/campaigns${path}`);
      await expect(stranger, path).toHaveURL(`${origin}/auth`);
    }
    const page = await users.as('Manager');
    await open(page, '/campaigns');
    await titled(page, 'Campaigns');
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await titled(page, 'New campaign');
    await expect(page).toHaveURL(`${origin}/campaigns/new`);
    await press(page, 'Continue');
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Harbour week');
    await page.getByLabel('Advertiser').fill('Harbour Coffee');
    await page.getByLabel('Goal', { exact: true }).selectOption('Plays');
    await page.getByLabel('Amount').fill('100000');
    const start = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
    await page.getByLabel('Starts').fill(start);
    /** What is typed outlives a reload. */
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('Harbour Coffee')))
      .toBe(true);
    await page.reload();
    await expect(page.getByLabel('Advertiser')).toHaveValue('Harbour Coffee');
    await press(page, 'Continue');
    await choose(page, 'Screens', 'Taxi 3077');
    await press(page, 'Continue');
    await press(page, 'Add a creative');
    await choose(page, 'Creative', 'harbour-green');
    await press(page, 'Continue');
    await page.getByLabel('Pacing').selectOption('As fast as possible');
    await page.getByLabel('Price per 1,000 plays').fill('12');
    await press(page, 'Continue');
    const forecast = page.getByRole('region', { name: 'Forecast' });
    await expect(forecast).toContainText('Screens');
    await expect(forecast).toContainText(/below the floor of a listing of these screens: \D*20/);
    await expect(page.getByRole('region', { name: 'Plan' })).toContainText('harbour-green, weight 1');
    await press(page, 'Save draft');
    await titled(page, 'Harbour week');
    await press(page, 'Submit for approval');
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible();
    const address = page.url();
    expect(address).toMatch(new RegExp(`^${origin}/campaigns/[0-9a-f-]{36}$`));

    const admin = await users.as('Admin');
    await admin.goto(address);
    await press(admin, 'Approve');
    await expect(admin.getByText('Live', { exact: true })).toBeVisible();
    await screen.sees(['green']);
    await expect
      .poll(async () => (await staff.call<Campaign>('GET', `/api${new URL(address).pathname}`)).delivered, {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);

    await open(page, '/campaigns?q=Harbour');
    await page.getByRole('link', { name: 'Harbour week' }).click();
    await expect(page.getByRole('region', { name: 'Played' })).toContainText('Taxi 3077');
    await press(page, 'Edit');
    await titled(page, 'Edit Harbour week');
    await expect(page).toHaveURL(`${address}/edit`);
    await expect(
      page.getByText('Your changes take effect once they are approved', { exact: false }),
    ).toBeVisible();
    await page.getByLabel('Amount').fill('200000');
    for (let step = 1; step < 5; step++) await press(page, 'Continue');
    await press(page, 'Save');
    await titled(page, 'Harbour week');
    await expect(page.getByText('Changes waiting for approval')).toBeVisible();
    const edit = page.getByRole('group', { name: 'What the edit changes' });
    await expect(edit.getByRole('row', { name: /Goal/ })).toContainText('200,000');
    await admin.reload();
    await press(admin, 'Actions for Harbour week');
    await admin.getByRole('menuitem', { name: 'Reject changes' }).click();
    const why = admin.getByRole('dialog');
    await why.getByLabel('Reason').fill('The contract names 100,000 plays.');
    await why.getByRole('button', { name: 'Reject changes' }).click();
    await expect(admin.getByText('Changes rejected', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText('The contract names 100,000 plays.')).toBeVisible();
    await expect(edit.getByRole('row', { name: /Goal/ })).toContainText('200,000');
    await press(page, 'Actions for Harbour week');
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Diagnosis' })).toContainText('Stops it');
  } finally {
    await screen.remove();
  }
});

test(
  'a screen without a link plays what it was granted and no more; back again it is counted, and the campaign completes by itself',
  { tag: '@again' },
  async ({ staff }) => {
    test.setTimeout(180_000);
    const screen = new Screen();
    const bytes = await openAsBlob(GREEN);
    await staff.upload(bytes, bytes.size, 'harbour-lease.jpg');
    const found = await staff.call<{ items: Creative[] }>('GET', '/api/creatives?q=harbour-lease');
    const [{ id: creative_id, version }] = found.items as [Creative];
    await staff.call('PATCH', `/api/creatives/${creative_id}`, { duration_ms: 3_000 }, version);
    await screen.open(`${origin}/player`);
    const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
    const taxi = await staff.call<{ id: string }>('POST', '/api/devices/pair', { code, name: 'Taxi 3078' });
    try {
      const at = (ms: number) => new Date(Date.now() + ms).toISOString();
      const { id } = await staff.call<Campaign>('POST', '/api/campaigns', {
        ...{
          name: 'Three plays',
          advertiser: 'Tram Museum',
          tz: 'Europe/Lisbon',
          goal_amount: 3,
          pacing: 'asap',
        },
        flights: [{ starts_at: at(-3_600_000), ends_at: at(86_400_000) }],
        targeting: { device_ids: [taxi.id] },
        creatives: [{ creative_id, weight: 1 }],
      });
      await staff.call('POST', `/api/campaigns/${id}/submit`, {});
      const admin = await users.as('Admin');
      await open(admin, `/campaigns/${id}`);
      await press(admin, 'Approve');
      await expect(admin.getByText('Live', { exact: true })).toBeVisible();
      const read = () => staff.call<Campaign>('GET', `/api/campaigns/${id}`);
      /** A twentieth of three is less than one: a single play is out at a time. */
      await expect.poll(async () => (await read()).outstanding, { timeout: 60_000 }).toBe(1);
      await screen.context.setOffline(true);
      const before = (await read()).delivered;
      await screen.sees(['green']);
      await expect.poll(async () => (await read()).outstanding).toBe(1);
      expect(await read()).toMatchObject({ delivered: before, state: 'live' });
      await screen.context.setOffline(false);
      await expect.poll(async () => (await read()).state, { timeout: 120_000 }).toBe('completed');
      expect(await read()).toMatchObject({ delivered: 3, outstanding: 0 });
      await admin.reload();
      await expect(admin.getByText('Completed', { exact: true })).toBeVisible();
      await expect(admin.getByRole('region', { name: 'Leases' })).toContainText(
        'No screen holds plays of it',
      );
    } finally {
      await screen.remove();
    }
  },
);

test('ROUTE-ADMIN-39 ROUTE-ADMIN-40 ROUTE-ADMIN-41 ROUTE-ADMIN-42 campaigns within the admin area are found, opened, edited and made without leaving it', async ({
  staff,
}) => {
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const made = await staff.call<Campaign>('POST', '/api/campaigns', {
    ...{ name: 'Airport spring', advertiser: 'Runway Books', tz: 'Europe/Lisbon', goal_amount: 900 },
    flights: [{ starts_at: at(86_400_000), ends_at: at(8 * 86_400_000) }],
  });
  const driver = await users.as('Device owner');
  const stranger = await users.stranger();
  for (const path of ['', '/new', `/${made.id}`, `/${made.id}/edit`]) {
    await open(driver, `/admin/campaigns${path}`);
    await expect(driver).toHaveURL(`${origin}/owner/dashboard`);
    await open(stranger, `/admin/campaigns${path}`);
    await expect(stranger).toHaveURL(`${origin}/auth`);
  }
  const page = await users.as('Admin');
  /** The story before may have left a sheet over the menu. */
  await open(page, '/admin');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Campaigns' }).click();
  await titled(page, 'Campaigns');
  await open(page, '/admin/campaigns');
  await page.getByRole('link', { name: 'Airport spring' }).click();
  await expect(page).toHaveURL(`${origin}/admin/campaigns/${made.id}`);
  await press(page, 'Edit');
  await expect(page).toHaveURL(`${origin}/admin/campaigns/${made.id}/edit`);
  await page.getByLabel('Name', { exact: true }).fill('Airport summer');
  for (let step = 1; step < 5; step++) await press(page, 'Continue');
  await press(page, 'Save');
  await titled(page, 'Airport summer');
  await expect(page).toHaveURL(`${origin}/admin/campaigns/${made.id}`);
  await open(page, '/admin/campaigns/new');
  await titled(page, 'New campaign');
});
