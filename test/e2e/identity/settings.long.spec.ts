/** An owner sets up his tenant in the settings, section by section, and what he sets takes effect. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { OWN_PASSWORD, type Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

/** In the order of the page. */
const SECTIONS = [
  'General',
  'Brand',
  'Region',
  'Security',
  'Uploads',
  'Notifications',
  'Integrations',
  'Retention',
  'Feature flags',
];

let server: Wayside;
let staff: Api;
let users: DemoUsers;
test.beforeAll(({ browser, demoServer, staff: first }) => {
  server = demoServer;
  staff = first;
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
});
test.afterAll(() => users.close());

const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const inForce = (page: Page, name: string) =>
  page.getByRole('region', { name: 'In force now' }).getByRole('listitem').filter({ hasText: name });
async function choose(page: Page, section: string) {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section }).click();
  await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible();
}
async function save(page: Page) {
  await press(page, 'Save');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
}

/** A tenant of its own, so that no other story meets what is switched off here. */
async function ownerOfNewTenant(): Promise<Page> {
  const mark = crypto.randomUUID().slice(0, 8);
  const { id } = await staff.call<{ id: string }>('POST', '/api/tenants', {
    ...{ name: 'Quay Cabs', slug: `quay-${mark}`, kind: 'fleet' },
  });
  const email = `owner-${mark}@quay.example`;
  const { user } = await staff.call<{ user: { id: string } }>('POST', '/api/auth/register', {
    ...{ email, password: OWN_PASSWORD },
  });
  await staff.call('POST', `/api/users/${user.id}/approve`, { role: 'owner', tenant_id: id });
  const page = await users.newPage();
  await open(page, '/auth');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(OWN_PASSWORD);
  await press(page, 'Sign In');
  await expect(page).not.toHaveURL(/\/auth/);
  return page;
}

test('ADMIN-15 OPEN-ADMIN-03 an owner changes the settings of his tenant section by section, sees where each value comes from, and what he sets takes effect', async () => {
  const page = await ownerOfNewTenant();
  await open(page, '/admin/settings');
  await expect(field(page, 'Name')).toHaveValue('Quay Cabs');
  const names = await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents();
  expect(names.filter(name => SECTIONS.includes(name))).toEqual(SECTIONS);
  await expect(page.getByText(/All of these values are this tenant’s own/)).toBeVisible();
  await field(page, 'Name').fill('Quay Taxis');
  await save(page);

  await choose(page, 'Brand');
  const live = page.getByRole('region', { name: 'Live now' });
  await expect(live).toContainText('the platform’s own look');
  await field(page, 'Product name').fill('Quay Screens');
  await save(page);
  await expect(live).toContainText('the platform’s own look');
  await press(page, 'Publish');
  await expect(live).toContainText('Quay Screens');
  await expect(page).toHaveTitle(/Quay Screens/);

  await choose(page, 'Security');
  await expect(inForce(page, 'Longest session (hours)')).toContainText('720 hBuilt-in default');
  await field(page, 'Longest session (hours)').fill('12');
  await save(page);
  await expect(inForce(page, 'Longest session (hours)')).toContainText('12 hSet by this tenant');

  await choose(page, 'Uploads');
  await field(page, 'Largest image (MB)').fill('21');
  await press(page, 'Save');
  await expect(page.getByText('Must be at most 20', { exact: true })).toBeVisible();
  await field(page, 'Largest image (MB)').fill('1');
  await field(page, 'Accepted files').selectOption('images');
  await save(page);
  await expect(inForce(page, 'Largest image (MB)')).toContainText('1 MBSet by this tenant');
  expect(await violations(page)).toEqual([]);

  await uploadsAreLimited(page);

  await open(page, '/admin/settings?section=uploads');
  await press(page, 'Use default: Largest image (MB)');
  await expect(inForce(page, 'Largest image (MB)')).toContainText('20 MBBuilt-in default');
  await expect(field(page, 'Largest image (MB)')).toHaveValue('');

  await choose(page, 'Which plays count');
  await expect(inForce(page, 'Visible for at least (%)')).toContainText('98 %Built-in default');
  await field(page, 'Shown for at least (%)').fill('49');
  await press(page, 'Save');
  await expect(field(page, 'Shown for at least (%)')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Shown for at least (%)').fill('97');
  await save(page);
  await expect(inForce(page, 'Shown for at least (%)')).toContainText('97 %Set by this tenant');

  await choose(page, 'Notifications');
  await field(page, 'Quiet hours from').fill('22:00');
  await field(page, 'Quiet hours until').fill('06:00');
  await save(page);
  await choose(page, 'Region');
  await expect(page.getByLabel('Time zone')).toBeVisible();
  await choose(page, 'Integrations');
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeVisible();
  await expect(page.getByText('The staff of the platform set up email.')).toBeVisible();

  await choose(page, 'Retention');
  await field(page, 'Deleted records').fill('31');
  await press(page, 'Save');
  await expect(field(page, 'Deleted records')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Deleted records').fill('7');
  await save(page);
  await page.reload();
  await expect(field(page, 'Deleted records')).toHaveValue('7');

  await choose(page, 'Feature flags');
  await expect(menu(page).getByRole('link', { name: 'Data migration' })).toBeVisible();
  await field(page, 'Data migration').selectOption('off');
  await expect(
    field(page, 'Data migration').getByRole('option', { name: 'Off for every tenant' }),
  ).toHaveCount(0);
  await save(page);
  await expect(inForce(page, 'Data migration')).toContainText('OffSet by this tenant');
  await expect(menu(page).getByRole('link', { name: 'Data migration' })).toHaveCount(0);
  await open(page, '/admin/data-migration');
  await expect(page.getByRole('heading', { level: 1, name: 'Switched off' })).toBeVisible();
});

/** Of the demo, as a network may register few accounts an hour. */
test('ADMIN-15 an admin changes the settings of his tenant', async () => {
  const page = await users.as('Admin');
  await open(page, '/admin/settings');
  await choose(page, 'Uploads');
  await field(page, 'Largest image (MB)').fill('3');
  await save(page);
  await page.reload();
  await expect(field(page, 'Largest image (MB)')).toHaveValue('3');
  await field(page, 'Largest image (MB)').fill('');
  await save(page);
  /** On a phone the sections scroll within their row, and the page does not. */
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/admin/settings?section=retention');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await expect(sections.getByRole('link', { name: 'Retention' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

/** In the browser, before anything is sent, and with the limit in words. */
async function uploadsAreLimited(page: Page) {
  await open(page, '/creatives/upload');
  await expect(page.getByText(/^Images \(JPEG.* up to 1 MB\.$/)).toBeVisible();
  const sent: string[] = [];
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) sent.push(request.url());
  });
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const big = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await field(page, 'Choose files').setInputFiles([
    { name: 'poster.png', mimeType: 'image/png', buffer: big },
    { name: 'spot.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not looked at') },
  ]);
  await expect(page.getByText(/The limit for this type is 1 MB\./)).toBeVisible();
  await expect(page.getByText('This tenant accepts images only.')).toBeVisible();
  expect(sent).toEqual([]);
}
