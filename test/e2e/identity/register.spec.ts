import { expect, type Page } from '@playwright/test';
import type { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let admin: Api;
test.beforeAll(({ demoServer, staff }) => {
  server = demoServer;
  admin = staff;
});

const PASSWORD = 'Wayside-test-1';

test('ROUTE-PUB-01 AUTH-29 /auth shows a stranger both halves of the card and leads nowhere else', async ({
  page,
}) => {
  await page.goto(`${server.origin}/auth`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in', exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/auth`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/auth?mode=register`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});

test('REG-16 AMBIG-AUTH-03 AMBIG-REG-01 an account is asked for, waits, is approved and signs in', async ({
  page,
}) => {
  const email = 'newcomer@fleet.example';
  await page.goto(`${server.origin}/auth?mode=register`);
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  const answer = page.waitForResponse(/\/api\/auth\/register$/);
  await page.getByRole('button', { name: 'Create Account' }).click();
  expect((await answer).request().postDataJSON()).toMatchObject({ email, role: 'viewer' });
  const { user } = (await (await answer).json()) as { user: { id: string; email: string; role: string } };
  expect([user.email, user.role]).toEqual([email, 'viewer']);
  await expect(
    page.getByText(/pending admin approval\. You will be notified once approved\./).first(),
  ).toBeVisible();
  expect(
    await page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')]),
  ).toEqual([null, null]);

  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByText('You can sign in once it is approved.')).toBeVisible();
  const signIn = async (on: Page) => {
    const answered = on.waitForResponse(/\/api\/auth\/login$/);
    await on.getByLabel('Email').fill(email);
    await on.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await on.getByRole('button', { name: 'Sign In', exact: true }).click();
    return answered;
  };
  const refused = await signIn(page);
  expect([refused.status(), await refused.json()]).toMatchObject([403, { error: 'PENDING_APPROVAL' }]);
  await expect(page.getByText('Your account is pending admin approval.').first()).toBeVisible();

  const { tenant_id } = await admin.call<{ tenant_id: string }>('GET', `/api/users/${user.id}`);
  await admin.call('POST', `/api/users/${user.id}/approve`, { role: 'viewer', tenant_id });
  await signIn(page);
  await expect(page).not.toHaveURL(/\/auth/);

  await admin.call('POST', `/api/users/${user.id}/suspend`, {});
  const stranger = await page.context().browser()!.newPage({ locale: 'en-US' });
  await stranger.goto(`${server.origin}/auth`);
  const inactive = await signIn(stranger);
  expect([inactive.status(), await inactive.json()]).toMatchObject([403, { error: 'USER_INVALID' }]);
  await stranger.close();
});

test('what was typed stays when the server cannot be reached, and goes through afterwards', async ({
  page,
}) => {
  await page.goto(`${server.origin}/auth?mode=register`);
  await page.getByLabel('Email').fill('second@fleet.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.route('**/api/auth/register', route => route.abort());
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Registration failed. Please try again.' }).first(),
  ).toBeVisible();
  await expect(page.getByLabel('Confirm password')).toHaveValue(PASSWORD);
  await page.unroute('**/api/auth/register');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account created').first()).toBeVisible();
});

test('nothing leads to a provider that is not set up', async ({ page }) => {
  await page.goto(`${server.origin}/auth`);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Google|Apple/ })).toHaveCount(0);
});
