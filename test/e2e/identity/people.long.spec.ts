import { expect, type Locator, type Page } from '@playwright/test';
import { Api, OWN_PASSWORD } from '../support/server/api.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { tabTo } from '../support/pages/keys.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';
import { enterAs } from '../support/pages/demoRole.ts';

let server: Wayside;
let staff: Api;
let users: DemoUsers;
test.beforeAll(async ({ browser }) => {
  server = await Wayside.start();
  users = new DemoUsers(browser, server.origin);
  staff = await new Api(server.origin).enter(server.firstAdmin());
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});
test.use({ locale: 'en-US', viewport: { width: 1280, height: 800 } });

const PASSWORD = 'Wayside-test-1';
interface Listed {
  items: { id: string; email: string; tenant_id: string; version: number }[];
}

async function signedIn(page: Page, role: string) {
  await page.goto(`${server.origin}/auth`);
  await enterAs(page, role);
  await expect(page).not.toHaveURL(/\/auth/);
}
async function signedInAs(page: Page, email: string, password: string) {
  await page.goto(`${server.origin}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}
const signedInAsStaff = (page: Page) => signedInAs(page, server.firstAdmin().email, OWN_PASSWORD);
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const register = (email: string) => staff.call('POST', '/api/auth/register', { email, password: PASSWORD });
const user = async (email: string) => {
  const { items } = await staff.call<Listed>('GET', `/api/users?q=${email}`);
  return items[0]!;
};
const act = async (page: Page, row: string, name: string) => {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
async function another(page: Page): Promise<Page> {
  const other = await page.context().browser()!.newPage({ locale: 'en-US', viewport: null });
  other.setDefaultTimeout(15_000);
  return other;
}

/** By the mouse, from the middle of a toast to one side. */
async function drag(page: Page, toast: Locator, by_px: number) {
  const box = (await toast.boundingBox())!;
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by_px / 2, y, { steps: 5 });
  await page.mouse.move(x + by_px, y, { steps: 5 });
  await page.mouse.up();
}

/** A stranger is asked to sign in, a device owner is sent home, an admin is let in. */
async function guarded(page: Page, path: string, title: string) {
  page.setDefaultTimeout(15_000);
  await open(page, path);
  await expect(page).toHaveURL(`${server.origin}/auth`);
  const driver = await users.as('Device owner');
  await open(driver, path);
  await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);
  await signedIn(page, 'Admin');
  await open(page, path);
  await expect(page).toHaveURL(`${server.origin}${path}`);
  await titled(page, title);
}

test('ROUTE-ADMIN-25 ADMIN-06 TOAST-04 AMBIG-TOAST-02 users are listed, kept out with a way back, and changed by one hand at a time', async ({
  page,
}) => {
  await guarded(page, '/admin/users', 'Users');
  const viewer = page.getByRole('row').filter({ hasText: 'viewer@demo.example' });
  await act(page, 'viewer@demo.example', 'Suspend');
  await expect(page.getByText('Suspended: viewer@demo.example', { exact: true })).toBeVisible();
  await expect(viewer).toContainText('Suspended');
  const toast = page.getByRole('listitem').filter({ hasText: 'Suspended: viewer@demo.example' });
  for (const by of [-80, 49]) {
    await drag(page, toast, by);
    await expect(toast).toHaveAttribute('data-state', 'open');
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(viewer).toContainText('Active');

  // Oneself and those above are looked at only.
  await expect(page.getByRole('button', { name: 'Actions for manager@demo.example' })).toBeVisible();
  for (const email of ['admin@demo.example', 'owner@demo.example'])
    await expect(page.getByRole('button', { name: `Actions for ${email}` })).toHaveCount(0);

  await act(page, 'viewer@demo.example', 'Sign out everywhere');
  await page
    .getByRole('dialog', { name: 'Sign viewer@demo.example out everywhere?' })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click();
  const told = page.getByRole('listitem').filter({ hasText: 'Signed out everywhere: viewer@demo.example' });
  await expect(told).toBeVisible();
  await drag(page, told, 50);
  await expect(told).toHaveCount(0);

  await page.getByRole('link', { name: 'viewer@demo.example' }).click();
  await page.getByLabel('First name').fill('Mine');
  const { id, version } = await user('viewer@demo.example');
  await staff.call('PATCH', `/api/users/${id}`, { first_name: 'Theirs' }, version);
  await page.getByRole('button', { name: 'Save' }).click();
  const clash = page.getByRole('dialog', { name: 'Changed by somebody else' });
  await expect(clash.getByRole('row', { name: /First name/ })).toContainText('Theirs');
  await clash.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  expect(await user('viewer@demo.example')).toMatchObject({ first_name: 'Mine' });
});

test('ADMIN-06 a user is added with a role below the own', async ({ page }) => {
  await signedIn(page, 'Admin');
  await open(page, '/admin/users');
  await page.getByRole('button', { name: 'Add a user' }).click();
  const form = page.getByRole('dialog', { name: 'Add a user' });
  await expect(form.getByLabel('Role')).toBeVisible();
  expect(await form.getByLabel('Role').getByRole('option').allTextContents()).toEqual([
    'Manager',
    'Analyst',
    'Viewer',
    'Device owner',
  ]);
  await form.getByLabel('Email').fill('added@fleet.example');
  await form.getByLabel('Role').selectOption('Analyst');
  await form.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByRole('dialog', { name: 'added@fleet.example' })).toContainText('Analyst');
  expect(await user('added@fleet.example')).toMatchObject({ role: 'analyst', status: 'active' });
});

test('ROUTE-ADMIN-26 ADMIN-12 an admin approves a registration by keyboard alone, after which it signs in, and rejects another with its reason', async ({
  page,
}) => {
  await register('first@fleet.example');
  await register('second@fleet.example');
  await guarded(page, '/admin/pending-users', 'Pending users');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText('first@fleet.example');

  await tabTo(page, page.getByRole('button', { name: 'Actions for first@fleet.example' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Role'));
  await page.keyboard.type('Ana');
  await tabTo(page, page.getByRole('button', { name: 'Approve', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Approved: first@fleet.example', { exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  const entered = { email: 'first@fleet.example', password: PASSWORD };
  expect(await staff.call('POST', '/api/auth/login', entered)).toMatchObject({ user: { role: 'analyst' } });

  await act(page, 'second@fleet.example', 'Reject');
  const dialog = page.getByRole('dialog', { name: 'Reject second@fleet.example?' });
  await dialog.getByLabel('Reason').fill('short');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText(/at least 10/)).toBeVisible();
  await dialog.getByLabel('Reason').fill('Nobody here knows this person.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('No pending users')).toBeVisible();
});

test('ROUTE-ADMIN-29 ADMIN-13 tenants stand in their tree; staff begin, suspend and close them', async ({
  page,
}) => {
  await guarded(page, '/admin/tenants', 'Tenants');
  // The people of the demo make no tenants: they would outlive it.
  const email = 'branches@fleet.example';
  await register(email);
  const { id, tenant_id } = await user(email);
  await staff.call('POST', `/api/users/${id}/approve`, { role: 'admin', tenant_id });
  page = await another(page);
  await signedInAs(page, email, PASSWORD);
  await open(page, '/admin/tenants');
  await page.getByRole('button', { name: 'Add a tenant' }).click();
  const form = page.getByRole('dialog', { name: 'Add a tenant' });
  await expect(form.getByLabel('Parent tenant')).toHaveCount(0);
  await form.getByLabel('Name', { exact: true }).fill('Harbour branch');
  await form.getByLabel('Short name').fill('harbour-branch');
  await form.getByRole('button', { name: 'Add tenant' }).click();
  const sheet = page.getByRole('dialog', { name: 'Harbour branch' });
  const tree = sheet.getByRole('tree');
  await expect(tree.getByRole('treeitem')).toHaveCount(2);
  await tree.getByRole('treeitem', { name: 'Harbour branch' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem').first()).toBeFocused();
  // Its own people change it by acting in it; from above it is looked at.
  await expect(sheet.getByRole('button', { name: 'Suspend' })).toHaveCount(0);
  await expect(sheet.getByLabel('Fee (%)')).toHaveCount(0);

  page = await another(page);
  await signedInAsStaff(page);
  await open(page, '/admin/tenants?q=harbour');
  await act(page, 'Harbour branch', 'Suspend');
  await page
    .getByRole('dialog', { name: 'Suspend Harbour branch?' })
    .getByRole('button', { name: 'Suspend' })
    .click();
  const row = page.getByRole('row').filter({ hasText: 'Harbour branch' });
  await expect(row).toContainText('Suspended');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Active');
  await page.getByRole('link', { name: 'Harbour branch' }).click();
  await page.getByLabel('Screen limit').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  const { items } = await staff.call<{ items: object[] }>('GET', '/api/tenants?q=harbour');
  expect(items).toMatchObject([{ limits: { devices: 12, users: null, storage_gb: null } }]);
  await page.close();
});

test('ROUTE-ADMIN-34 ADMIN-16 the audit log shows who did what, with the change, and proves its chain', async ({
  page,
}) => {
  const { id, version } = await user('analyst@demo.example');
  await staff.call('PATCH', `/api/users/${id}`, { first_name: 'Inês' }, version);
  await guarded(page, '/admin/audit', 'Audit log');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('users.patch');
  await expect(page).toHaveURL(/action=users\.patch/);
  await page.getByRole('row').filter({ hasText: 'Changed user analyst@demo.example' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'analyst@demo.example' });
  await expect(sheet.getByRole('row', { name: /first_name/ })).toContainText('Inês');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verify chain' }).click();
  await expect(page.getByText('The chain is intact')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Export' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV file' }).click();
  expect((await file).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});

test('ROUTE-ADMIN-27 ADMIN-24 the own profile is changed, its language holds at once, and another session ends', async ({
  page,
}) => {
  const other = await another(page);
  await signedIn(other, 'Admin');
  await guarded(page, '/admin/profile', 'Profile');
  await page.getByLabel('First name').fill('Rui');
  await page.getByLabel('Theme').selectOption('Dark');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'R: account of Rui' })).toBeVisible();
  await page.getByRole('main').getByLabel('Language').selectOption('zh');
  await page.getByRole('button', { name: 'Save' }).click();
  await titled(page, '个人资料');
  await page.getByRole('main').getByLabel('语言').selectOption('en');
  await page.getByRole('button', { name: '保存' }).click();
  await titled(page, 'Profile');

  const rows = page.getByRole('group', { name: 'Active sessions' }).getByRole('row');
  const before = await rows.count();
  await expect(rows.filter({ hasText: 'This session' })).toHaveCount(1);
  await rows
    .filter({ hasNotText: 'This session' })
    .nth(1)
    .getByRole('button', { name: /Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'End session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(rows).toHaveCount(before - 1);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(`${server.origin}/auth`);
  await other.reload();
  await expect(other).toHaveURL(`${server.origin}/auth`);
  await other.close();
});

test('whoever lacks the area is told so', async ({ page }) => {
  await signedIn(page, 'Manager');
  for (const [path, title] of [
    ['/admin/users', 'Insufficient Permissions'],
    ['/admin/pending-users', 'Insufficient Permissions'],
    ['/admin/tenants', 'Insufficient Permissions'],
    ['/admin/audit', 'Access Denied'],
  ] as const) {
    await open(page, path);
    await titled(page, title);
  }
  await expect(page.getByRole('navigation').getByText('Users')).toHaveCount(0);
});
