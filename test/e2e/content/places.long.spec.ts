/** Settings, locations, media, an owner's device, and playlists within the admin area: as whoever may open them, with real rows. */
import { expect, type Page } from '@playwright/test';
import type { Api } from '../support/server/api.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { pick } from '../support/pages/pick.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
let api: Api;
test.beforeAll(async ({ browser, demoServer, staff }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  api = staff;
  await api.setPortal(true);
});
test.afterAll(async () => {
  await users.close();
  await api.setPortal(false);
});

const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** Whoever has no business here ends where his own pages begin. */
async function keptFrom(path: string) {
  const out = await users.stranger();
  await open(out, path);
  await at(out, '/auth');
  const driver = await users.as('Device owner');
  await open(driver, path);
  await at(driver, '/owner/dashboard');
}

test('ROUTE-ADMIN-30 settings are kept section by section and are still there after a reload; who was slower chooses', async () => {
  await keptFrom('/admin/settings');
  const page = await users.as('Admin');
  await menu(page).getByRole('link', { name: 'Settings' }).click();
  await at(page, '/admin/settings');
  await titled(page, 'Settings');
  await field(page, 'Tax number').fill('PT 501 234 567');
  await press(page, 'Save');
  await said(page, 'Saved');
  await page.getByRole('link', { name: 'Region' }).click();
  await at(page, '/admin/settings?section=locale');
  await field(page, 'Currency').fill('doubloon');
  await expect(page.getByText('No results.')).toBeVisible();
  /** The one it has: another is refused once money of this tenant is counted, as it is where other stories ran before. */
  await pick(field(page, 'Currency'), 'euro');
  await pick(field(page, 'Time zone'), 'lisbon');
  const saved = page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.ok());
  await press(page, 'Save');
  await saved;
  await page.reload();
  await expect(field(page, 'Time zone')).toHaveValue(/^Lisbon, Europe/);
  await expect(field(page, 'Currency')).toHaveValue('EUR · Euro');
  await open(page, '/admin/settings');
  await expect(field(page, 'Tax number')).toHaveValue('PT 501 234 567');

  await field(page, 'Name').fill('Named by me');
  const { version } = await api.call<{ version: number }>('GET', '/api/settings/general');
  await api.call('PATCH', '/api/settings/general', { name: 'Named meanwhile' }, version);
  await press(page, 'Save');
  const clash = page.getByRole('dialog', { name: 'Changed by somebody else' });
  await expect(clash.getByText('Named meanwhile')).toBeVisible();
  await clash.getByRole('button', { name: 'Keep mine' }).click();
  await said(page, 'Saved');
  await page.reload();
  await expect(field(page, 'Name')).toHaveValue('Named by me');
});

test('ROUTE-BIZ-08 BIZ-10 the business profile is seen and kept by the people of the business', async () => {
  await keptFrom('/business/profile');
  const page = await users.as('Manager');
  await menu(page).getByRole('link', { name: 'Business profile' }).click();
  await at(page, '/business/profile');
  await titled(page, 'Business profile');
  await pick(field(page, 'Country'), 'portugal');
  await press(page, 'Save');
  await said(page, 'Saved');
  const reader = await users.as('Analyst');
  await open(reader, '/business/profile');
  await expect(field(reader, 'Country')).toHaveValue('Portugal');
  await expect(field(reader, 'Country')).toBeDisabled();
});

test('ROUTE-BIZ-09 BIZ-04 a location is made, archived and taken back, deleted and restored', async () => {
  await keptFrom('/business/locations');
  const page = await users.as('Manager');
  await menu(page).getByRole('link', { name: 'Locations' }).click();
  await at(page, '/business/locations');
  await titled(page, 'Locations');
  await expect(page.getByText('No locations yet')).toBeVisible();
  await page.getByRole('button', { name: 'New location' }).first().click();
  const form = page.getByRole('dialog', { name: 'New location' });
  await form.getByRole('button', { name: 'Add location' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('Airport, arrivals');
  await form.getByLabel('Address').fill('Alameda das Comunidades');
  await form.getByLabel('Latitude').fill('38,7742');
  await form.getByLabel('Longitude').fill('-9.1342');
  await form.getByLabel('Radius in metres').fill('400');
  await pick(form.getByLabel('Time zone'), 'lisbon');
  await form.getByRole('button', { name: 'Add location' }).click();
  const sheet = page.getByRole('dialog', { name: 'Airport, arrivals' });
  await expect(sheet.getByLabel('Latitude')).toHaveValue('38.7742');
  await expect(page).toHaveURL(/\/business\/locations\?id=[0-9a-f-]{36}$/);

  await sheet.getByLabel('Radius in metres').fill('9');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('Radius must be between 25 and 50,000 metres.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Discard changes' }).click();
  await expect(sheet.getByLabel('Radius in metres')).toHaveValue('400');
  await sheet.getByRole('button', { name: 'Close' }).click();

  const row = page.getByRole('row', { name: /Airport, arrivals/ });
  const act = async (name: string) => {
    await row.getByRole('button', { name: 'Actions for Airport, arrivals' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await act('Archive');
  await expect(row.getByText('Archived')).toBeVisible();
  await press(page, 'Undo');
  await expect(row.getByText('Active')).toBeVisible();
  await act('Delete');
  await expect(row).toHaveCount(0);
  await press(page, 'Recently deleted');
  await act('Restore');
  await press(page, 'Recently deleted');
  await expect(row.getByText('Active')).toBeVisible();

  const viewer = await users.as('Viewer');
  await expect(menu(viewer).getByRole('link', { name: 'Locations' })).toHaveCount(0);
  await open(viewer, '/business/locations');
  await titled(viewer, 'Access Denied');
});

test('ROUTE-ADMIN-37 ROUTE-ADMIN-38 AMBIG-ROUTE-06 media files are found by type, shown with what is made of them', async () => {
  await keptFrom('/admin/media');
  const page = await users.as('Admin');
  await expect(menu(page).getByRole('link', { name: 'Creatives' })).toHaveAttribute('href', '/creatives');
  await menu(page).getByRole('link', { name: 'Media' }).click();
  await at(page, '/admin/media');
  await titled(page, 'Media');
  /** Other stories may have uploaded files of theirs. */
  await expect(page.getByText(/^\d+ files$/)).toBeVisible();
  await page.getByLabel('Type').selectOption('MP4');
  await page.getByRole('searchbox').fill('waterfront');
  await expect(page.getByText('1 file', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /waterfront/ }).click();
  await expect(page).toHaveURL(/\/admin\/media\/[0-9a-f-]{36}$/);
  await titled(page, 'waterfront.mp4');
  await expect(page.locator('main video')).toBeVisible();
  await page.getByRole('link', { name: 'Waterfront drive' }).click();
  await titled(page, 'Waterfront drive');
});

test('ROUTE-OWNER-03 a device owner sees his device alone, and says what it is called', async () => {
  const out = await users.stranger();
  await open(out, '/owner/device');
  await at(out, '/auth');
  const manager = await users.as('Manager');
  await open(manager, '/owner/device');
  await at(manager, '/admin');

  const page = await users.as('Device owner');
  await menu(page).getByRole('link', { name: 'My devices' }).click();
  await at(page, '/owner/device');
  await titled(page, 'My devices');
  await expect(page.getByText('1 screen', { exact: true })).toBeVisible();
  await expect(page.getByText('Cab 0417')).toHaveCount(0);
  await page.getByRole('link', { name: 'Cab 1182' }).click();
  await page.getByRole('dialog').getByLabel('Screen', { exact: true }).fill('My cab');
  await press(page, 'Save');
  await said(page, 'Saved');
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'My cab' })).toBeVisible();

  const admin = await users.as('Admin');
  await open(admin, '/owner/device');
  await titled(admin, 'My devices');
  await admin.getByRole('link', { name: 'My cab' }).click();
  await expect(admin.getByRole('dialog').getByLabel('Screen', { exact: true })).toBeDisabled();
});

test('ADMIN-04 ROUTE-ADMIN-43 ROUTE-ADMIN-44 ROUTE-ADMIN-45 ROUTE-ADMIN-46 playlists within the admin area are made, edited and left without leaving it', async () => {
  for (const path of ['/admin/playlists', '/admin/playlists/new']) await keptFrom(path);
  const page = await users.as('Admin');
  await open(page, '/admin');
  const entries = menu(page).getByRole('link', { name: 'Playlists' });
  await expect(entries).toHaveCount(1);
  await entries.click();
  await at(page, '/admin/playlists');
  await titled(page, 'Playlists');
  await page.getByRole('link', { name: 'City loop' }).click();
  await expect(page).toHaveURL(/\/admin\/playlists\/[0-9a-f-]{36}$/);
  await titled(page, 'City loop');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await press(page, 'Edit');
  await at(page, `/admin/playlists/${id}/edit`);
  await titled(page, 'Edit City loop');
  await page.getByRole('main').getByRole('link', { name: 'City loop' }).click();
  await at(page, `/admin/playlists/${id}`);
  await page.getByRole('main').getByRole('link', { name: 'Playlists' }).click();
  await at(page, '/admin/playlists');
  await page.getByRole('link', { name: 'New playlist' }).click();
  await at(page, '/admin/playlists/new');
  await field(page, 'Name').fill('Night loop');
  await press(page, 'Create and add creatives');
  await expect(page).toHaveURL(/\/admin\/playlists\/[0-9a-f-]{36}\/edit$/);
  await titled(page, 'Edit Night loop');
  await expect(menu(page).getByRole('link', { name: 'Playlists' })).toHaveAttribute('aria-current', 'page');
  // What the library brings pushes down what stands below it.
  await expect(page.getByRole('button', { name: /^Add\s/ }).first()).toBeVisible();
  await page.getByText('Widgets and local content').click();
  await page.getByRole('button', { name: /^Add\s*Clock/ }).click();
  await page.getByRole('button', { name: 'More actions for Clock' }).click();
  await page.getByRole('menuitem', { name: 'Hours and weight' }).click();
  const dialog = page.getByRole('dialog', { name: 'When Clock plays' });
  await dialog.getByLabel('Last day').fill('2099-12-24');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await press(page, 'Save draft');
  await said(page, 'Draft saved');
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Clock' }).getByText('Restricted')).toBeVisible();
  const published = page.waitForResponse(answer => answer.url().endsWith('/publish') && answer.ok());
  await press(page, 'Publish');
  await published;
  await open(page, '/admin/playlists?q=Night');
  await expect(page.getByRole('row').filter({ hasText: 'Night loop' })).toContainText('Published');
  for (const path of [`/admin/playlists/${id}`, `/admin/playlists/${id}/edit`]) await keptFrom(path);
});
