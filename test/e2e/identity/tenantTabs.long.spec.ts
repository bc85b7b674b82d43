import { expect, test, type Page } from '@playwright/test';
import { Api, OWN_PASSWORD } from '../support/server/api.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
test.beforeAll(async () => {
  server = await Wayside.start();
  const staff = await new Api(server.origin).enter(server.firstAdmin());
  await staff.call('POST', '/api/tenants', {
    ...{ name: 'Second branch', slug: 'second-branch', kind: 'fleet' },
  });
});
test.afterAll(() => server.remove());

async function signOut(page: Page) {
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
}
async function signedInAsStaff(page: Page) {
  await page.goto(`${server.origin}/auth`);
  await page.getByLabel('Email').fill(server.firstAdmin().email);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

test('OPEN-TENANT-02 each tab acts in a tenant of its own, keeps it over a reload and forgets it at sign-out', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-US' });
  const [first, second] = [await context.newPage(), await context.newPage()];
  const tenant = (page: Page) => page.getByRole('banner').getByLabel('Tenant');
  await signedInAsStaff(first);
  const own = await tenant(first).inputValue();
  const options = tenant(first).locator('option');
  const ids = await options.evaluateAll(all => all.map(one => (one as HTMLOptionElement).value));
  const other = ids.find(id => id !== own) ?? '';

  await second.goto(`${server.origin}/admin/devices`);
  await expect(second.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  const read = second.waitForRequest(
    request =>
      new URL(request.url()).pathname === '/api/devices' && request.headers()['x-tenant-id'] === other,
  );
  await tenant(second).selectOption(other);
  await read;
  await first.reload();
  await expect(tenant(first)).toHaveValue(own);
  await second.reload();
  await expect(tenant(second)).toHaveValue(other);

  // Off the console a tab hears of no sign-out, and comes back to whoever has signed in elsewhere.
  await second.goto(`${server.origin}/player`);
  await signOut(first);
  await signedInAsStaff(first);
  await second.goto(`${server.origin}/admin/devices`);
  await expect(tenant(second)).toHaveValue(own);

  await tenant(second).selectOption(other);
  await signOut(second);
  await signedInAsStaff(second);
  await expect(tenant(second)).toHaveValue(own);
  await context.close();
});

test('AMBIG-TENANT-01 ADMIN-13 the System page warns while there are two customers, and staff close one', async ({
  browser,
}) => {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  await signedInAsStaff(page);
  const warning = page.getByText('Owners and admins can act in other customers’ tenants');
  await page.goto(`${server.origin}/admin/system`);
  await expect(warning).toBeVisible();
  await page.getByRole('link', { name: 'Show tenants' }).click();
  await page.getByRole('button', { name: 'Actions for Second branch' }).click();
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive Second branch?' });
  await dialog.getByRole('button', { name: 'Archive', exact: true }).first().click();
  await expect(page.getByRole('row').filter({ hasText: 'Second branch' })).toContainText('Archived');
  await page.close();
});
