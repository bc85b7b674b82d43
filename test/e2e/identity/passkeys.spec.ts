import { expect } from '@playwright/test';
import { addAuthenticator } from '../support/pages/authenticator.ts';
import { small } from '../support/pages/small.ts';
import { OWN_PASSWORD, type Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';

let origin: string;
let staff: Api;
test.beforeAll(({ demoServer, staff: first }) => {
  origin = demoServer.origin;
  staff = first;
});
test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } });

async function addManager(email: string) {
  await staff.call('POST', '/api/auth/register', { email, password: OWN_PASSWORD });
  const { items } = await staff.call<{ items: { id: string; tenant_id: string }[] }>(
    'GET',
    `/api/pending-users?q=${email}`,
  );
  const { id = '', tenant_id = '' } = items[0] ?? {};
  await staff.call('POST', `/api/users/${id}/approve`, { role: 'manager', tenant_id });
}

test(
  'somebody adds a passkey in the profile, signs out, signs in with it alone, and changes the address without the password',
  { tag: '@again' },
  async ({ page }) => {
    const email = 'passkey@fleet.example';
    await addManager(email);
    const authenticator = await addAuthenticator(page);
    await page.goto(`${origin}/auth`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).not.toHaveURL(/\/auth/);

    await page.goto(`${origin}/admin/profile`);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Telephone');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(passkeys.getByRole('listitem')).toContainText('Telephone');
    await expect(passkeys.getByText('Not used yet')).toBeVisible();
    expect(await small(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
    const enter = page.getByRole('button', { name: 'Sign in with a passkey' });
    await authenticator.verify(false);
    await enter.click();
    await expect(enter).not.toHaveAttribute('aria-busy', 'true');
    await expect(page).toHaveURL(/\/auth/);
    await authenticator.verify(true);
    await enter.click();
    await expect(page).not.toHaveURL(/\/auth/);

    await page.goto(`${origin}/admin/profile`);
    await expect(passkeys.getByText('Last used')).toBeVisible();
    const address = page.getByRole('region', { name: 'Email address' });
    await address.getByLabel('New email address').fill('moved-passkey@fleet.example');
    await address.getByRole('button', { name: 'Use a passkey instead' }).click();
    await expect(address.getByRole('alert')).toContainText('moved-passkey@fleet.example');

    await passkeys.getByRole('button', { name: 'Rename Telephone' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old telephone');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await passkeys.getByRole('button', { name: 'Remove Old telephone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  },
);

test('a page that is opened by an IP address offers no passkeys', async ({ page }) => {
  await page.goto(`${origin.replace('localhost', '127.0.0.1')}/auth`);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});
