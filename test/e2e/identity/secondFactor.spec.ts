import { expect, type Page } from '@playwright/test';
import { stepAt, totpCode } from '../../../server/identity/secondFactor/totp.ts';
import { fromBase32 } from '../../support/base32.ts';
import { addAuthenticator } from '../support/pages/authenticator.ts';
import { OWN_PASSWORD, type Api } from '../support/server/api.ts';
import { small } from '../support/pages/small.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let staff: Api;
test.beforeAll(({ demoServer, staff: first }) => {
  server = demoServer;
  staff = first;
});
test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } });

const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
async function signIn(page: Page, email: string) {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** The code that an authenticator app shows, or shows next: each is good once. */
const codeOf = (secret: string, away = 0) => totpCode(fromBase32(secret), stepAt(Date.now()) + away);

async function addManager(email: string) {
  await staff.call('POST', '/api/auth/register', { email, password: OWN_PASSWORD });
  const { items } = await staff.call<{ items: { id: string; tenant_id: string }[] }>(
    'GET',
    `/api/pending-users?q=${email}`,
  );
  const { id = '', tenant_id = '' } = items[0] ?? {};
  await staff.call('POST', `/api/users/${id}/approve`, { role: 'manager', tenant_id });
}

async function setUp(page: Page): Promise<string> {
  await page.goto(`${server.origin}/admin/profile`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  return secret;
}

test(
  'somebody who has a second factor answers with a passkey where the code is asked for',
  { tag: '@again' },
  async ({ page }) => {
    const email = 'two-step-passkey@fleet.example';
    await addManager(email);
    await addAuthenticator(page);
    await page.goto(`${server.origin}/auth`);
    await signIn(page, email);
    await expect(page).not.toHaveURL(/\/auth/);
    await setUp(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Telephone');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(passkeys.getByRole('listitem')).toContainText('Telephone');

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
    await signIn(page, email);
    await titled(page, 'Enter your code');
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await expect(page).not.toHaveURL(/\/auth/);
  },
);

test(
  'somebody sets up a second factor on a telephone, signs out, and signs in with a code, later with a recovery code',
  { tag: '@again' },
  async ({ page, browser }) => {
    const email = 'two-step@fleet.example';
    await addManager(email);
    await page.goto(`${server.origin}/auth`);
    await signIn(page, email);
    await expect(page).not.toHaveURL(/\/auth/);
    const secret = await setUp(page);
    const recovery = await page.getByRole('dialog').getByRole('listitem').first().innerText();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('10 recovery codes left')).toBeVisible();

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
    await signIn(page, email);
    await titled(page, 'Enter your code');
    expect(await small(page)).toEqual([]);
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).not.toHaveURL(/\/auth/);

    const other = await browser.newPage({ locale: 'zh-CN', viewport: { width: 390, height: 844 } });
    await other.goto(`${server.origin}/auth`);
    await other.getByLabel('邮箱').fill(email);
    await other.getByLabel('密码', { exact: true }).fill(OWN_PASSWORD);
    await other.getByRole('button', { name: '登录', exact: true }).click();
    await titled(other, '输入验证码');
    await other.getByRole('button', { name: '使用恢复码' }).click();
    await other.getByLabel('恢复码', { exact: true }).fill(recovery);
    await other.getByRole('button', { name: '登录', exact: true }).click();
    await expect(other).not.toHaveURL(/\/auth/);
    await other.goto(`${server.origin}/admin/profile`);
    await expect(other.getByText('剩余 9 个恢复码')).toBeVisible();
    await other.close();
  },
);
