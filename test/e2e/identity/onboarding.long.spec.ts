import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Api } from '../support/server/api.ts';
import { pick } from '../support/pages/pick.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let staff: Api;
test.beforeAll(async () => {
  server = await Wayside.start();
  staff = await new Api(server.origin).enter(server.firstAdmin());
});
test.afterAll(() => server.remove());
test.use({ locale: 'en-US', viewport: { width: 1280, height: 800 } });

const EMAIL = 'newowner@example.com';
const PASSWORD = 'Wayside-test-1';
const PICTURE = join(import.meta.dirname, '../../fixtures/media/picture.jpg');
interface Listed {
  items: { id: string; version: number }[];
}
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();

test('ROUTE-USER-12 OPEN-ONB-01 first steps are offered, left out, left, resumed and finished', async ({
  page,
}) => {
  await open(page, '/onboarding');
  await expect(page).toHaveURL(/\/auth/);
  await staff.call('POST', '/api/auth/register', { email: EMAIL, password: PASSWORD });
  const { items } = await staff.call<Listed>('GET', `/api/users?q=${EMAIL}`);
  const { id, version } = items[0]!;
  // A tenant that has nothing yet: what is done in it, he has done.
  const approval = { role: 'owner', new_tenant: 'Quay Trams' };
  await staff.call('POST', `/api/users/${id}/approve`, approval, version);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await titled(page, 'Getting started');
  const step = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const current = (name: string) => expect(step(name)).toHaveAttribute('aria-current', 'step');
  await current('Your organisation');
  await page.getByRole('button', { name: 'Skip' }).click();
  await current('Language and time zone');
  await expect(step('Your organisation')).toContainText('Skipped');

  await open(page, '/admin');
  await expect(page.getByText(/Next: Language and time zone/)).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await current('Language and time zone');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(step('Language and time zone')).toContainText('Done');
  await step('Pair a screen').click();
  await page.getByRole('button', { name: 'Enter the code' }).click();
  await expect(page.getByLabel('Code on the screen')).toBeVisible();
  await page.keyboard.press('Escape');

  const isAt = (name: string, state: string) => expect(step(name)).toHaveText(`${name}${state}`);
  await isAt('Your organisation', 'Skipped');
  await step('Your organisation').click();
  await pick(page.getByLabel('Country'), 'Portugal');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await isAt('Your organisation', 'Done');
  await current('Pair a screen');
  await isAt('Upload your first files', 'To do');
  await step('Upload your first files').click();
  await page.locator('input[type=file]').first().setInputFiles(PICTURE);
  await isAt('Upload your first files', 'Done');
  await isAt('Invite a colleague', 'To do');
  await step('Invite a colleague').click();
  await page.getByLabel('Email').fill('colleague@example.com');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('An invitation is on its way to colleague@example.com').first()).toBeVisible();
  await isAt('Invite a colleague', 'Done');
  await current('Pair a screen');
  await page.reload();
  for (const name of ['Your organisation', 'Upload your first files', 'Invite a colleague'])
    await isAt(name, 'Done');
  await isAt('Pair a screen', 'To do');
  await page.getByRole('button', { name: 'Finish' }).click();
  await titled(page, 'Overview');
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0);
  await page.getByRole('button', { name: /newowner/ }).click();
  await page.getByRole('menuitem', { name: 'Getting started' }).click();
  await titled(page, 'Getting started');
});
