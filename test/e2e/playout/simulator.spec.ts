/** A day of a screen worked out before it comes: who is in the car, where it drives, and what another mix would do. */
import { join } from 'node:path';
import { openAsBlob } from 'node:fs';
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
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test(
  'a manager books riders only; the simulator plays it where somebody is said to ride, on a track drawn on the map, and its listing shows the share as sold',
  { tag: '@again' },
  async ({ staff }) => {
    test.setTimeout(120_000);
    const bytes = await openAsBlob(GREEN);
    await staff.upload(bytes, bytes.size, 'harbour-riders.jpg');
    const found = await staff.call<{ items: Creative[] }>('GET', '/api/creatives?q=harbour-riders');
    const [{ id: creative_id }] = found.items as [Creative];
    const screen = new Screen();
    await screen.open(`${origin}/player`);
    const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
    const taxi = await staff.call<{ id: string }>('POST', '/api/devices/pair', { code, name: 'Taxi 3079' });
    await screen.remove();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const { id } = await staff.call<Campaign>('POST', '/api/campaigns', {
      ...{ name: 'Riders only', advertiser: 'Tram Museum', tz: 'Europe/Lisbon' },
      ...{ goal: 'share', class: 'guaranteed', targeting: { device_ids: [taxi.id] } },
      flights: [{ starts_at: at(-86_400_000), ends_at: at(86_400_000), sov_s_per_h: 600 }],
      creatives: [{ creative_id, weight: 1 }],
    });
    const page = await users.as('Manager');
    await open(page, `/campaigns/${id}/edit`);
    await press(page, 'Continue');
    await page.getByLabel('With a rider').check();
    for (let step = 2; step < 5; step++) await press(page, 'Continue');
    await press(page, 'Save');
    await titled(page, 'Riders only');
    await expect(page.getByText('With a rider', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Diagnosis' })).toContainText('Conditions');
    const { targeting } = await staff.call<Campaign>('GET', `/api/campaigns/${id}`);
    expect(targeting.conditions).toEqual([{ on: 'ride', is: ['riding'] }]);

    await staff.call('POST', `/api/campaigns/${id}/submit`, {});
    const admin = await users.as('Admin');
    await open(admin, `/campaigns/${id}`);
    await press(admin, 'Approve');
    await expect(admin.getByText('Live', { exact: true })).toBeVisible();
    await open(admin, `/admin/devices?id=${taxi.id}`);
    const sheet = admin.getByRole('dialog');
    await sheet.getByRole('tab', { name: 'Simulator' }).click();
    await sheet.getByRole('button', { name: 'Simulate the day' }).click();
    const row = sheet.getByRole('row', { name: /Riders only/ });
    await expect(row).toContainText('Not known who is in the car');
    const rides = sheet.getByRole('group', { name: 'Who is in the car' });
    await rides.getByRole('button', { name: 'Add a ride' }).click();
    await rides.getByLabel('From').fill('00:00');
    await rides.getByLabel('To', { exact: true }).fill('00:00');
    await rides.getByLabel('State').selectOption('With a rider');
    const map = sheet.getByLabel(/^Map of the track/);
    await map.click({ position: { x: 200, y: 120 } });
    await expect(sheet.getByLabel('Map of the track, 1 point')).toBeVisible();
    await map.click({ position: { x: 260, y: 160 } });
    await expect(
      sheet.getByRole('group', { name: 'Points of the track' }).getByLabel('Latitude'),
    ).toHaveCount(2);
    await sheet.getByRole('button', { name: 'Simulate the day' }).click();
    await expect(row).not.toContainText('Not known who is in the car');
    await expect(row.getByRole('cell').first()).not.toHaveText('0');
    const hour = sheet.getByRole('button', { name: /^10:00: .*Riders only/ });
    await hour.click();
    await expect(sheet.getByText(/owed, a play takes 10 sec/).first()).toBeVisible();
    await sheet.getByLabel('Mix').selectOption('Try another');
    await sheet.getByLabel('Direct campaigns', { exact: true }).fill('20');
    await sheet.getByRole('button', { name: 'Simulate the day' }).click();
    await expect(sheet.getByText('The shares must add up to 100.')).toBeVisible();
    await sheet.getByLabel('House content', { exact: true }).fill('40');
    await sheet.getByRole('button', { name: 'Simulate the day' }).click();
    await expect(sheet.getByRole('columnheader', { name: 'Share as set' })).toBeVisible();

    const offer = { title: 'Taxi 3079', floor_micros: 4_000_000, avails_per_h: 60, share_max_pct: 50 };
    const format = { w: 1280, h: 800, durations_ms: [10_000] };
    const made = await staff.call<{ id: string }>('POST', '/api/listings', {
      ...{ ...offer, format, device_id: taxi.id },
    });
    await admin.setViewportSize({ width: 390, height: 844 });
    await open(admin, `/admin/listings?id=${made.id}`);
    await sheet.getByRole('tab', { name: 'Sold' }).click();
    const days = sheet.getByRole('button', { name: /sold, .* free$/ });
    await expect(days).toHaveCount(30);
    await expect(days.first()).toHaveAccessibleName(/16\.7.*sold, 33\.3.*free/);
    await expect(sheet.getByRole('link', { name: 'Riders only' })).toBeVisible();
    await days.nth(5).press('Enter');
    await expect(days.nth(5)).toHaveAttribute('aria-pressed', 'true');
    await expect(sheet.getByRole('link', { name: 'Riders only' })).toHaveCount(0);
    await sheet.getByRole('button', { name: 'View as table' }).click();
    await expect(sheet.getByRole('table', { name: 'Share sold, by day' })).toContainText('Riders only');
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await admin.setViewportSize({ width: 1440, height: 900 });
  },
);

/** Told in small by the tests of the server and of the player. */
