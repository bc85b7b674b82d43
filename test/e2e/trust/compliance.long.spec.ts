/** What a person asks of his data, and how the desk of his tenant answers. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, type Page } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
test.beforeAll(({ browser, demoServer }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(() => users.close());
test.use({ locale: 'en-US' });

const PATH = '/admin/compliance';
const open = (page: Page, path = PATH) => page.goto(`${server.origin}${path}`);
const archive = async (page: Page, button: string) => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const files = unzipSync(new Uint8Array(readFileSync(await (await download).path())));
  return JSON.parse(strFromU8(files['data.json']!)) as Record<string, { email?: string }[]>;
};

test('a person downloads his data, asks for a correction and takes it back', async () => {
  const page = await users.as('Manager');
  await open(page, '/admin/profile');
  const section = page.getByRole('region', { name: 'Your data' });
  const data = await archive(page, 'Download your data');
  expect(data['users']).toHaveLength(1);
  await section.getByRole('button', { name: 'Make a request' }).click();
  const dialog = page.getByRole('dialog', { name: 'What do you ask for?' });
  await dialog.getByText('Something about you is wrong').click();
  await dialog.getByLabel('Anything they should know').fill('The name is misspelt.');
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await expect(section.getByText('Correction')).toBeVisible();
  await expect(section.getByText('Received')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await section.getByRole('button', { name: 'Withdraw' }).click();
  await expect(section.getByText('Withdrawn')).toBeVisible();
});

test('ROUTE-ADMIN-22 ADMIN-10 the desk records a request, hands out a copy and erases a person, who is named nowhere any more', async () => {
  const stranger = await users.stranger();
  await open(stranger);
  await expect(stranger).toHaveURL(`${server.origin}/auth`);
  const driver = await users.as('Device owner');
  await open(driver);
  await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);

  const email = 'night.desk@fleet.example';
  const owner = await new Api(server.origin).enterAs('owner');
  await owner.call('POST', '/api/users', {
    ...{ email, role: 'viewer', first_name: 'Night', last_name: 'Counter-Nine' },
  });
  const page = await users.as('Admin');
  const sheet = page.getByRole('dialog', { name: email });
  async function record(kind: string) {
    await open(page);
    await page.getByRole('button', { name: 'New request' }).first().click();
    const form = page.getByRole('dialog', { name: 'New request' });
    await form.getByLabel('Asks for').selectOption({ label: kind });
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Record the request' }).click();
    await sheet.getByRole('button', { name: 'Confirm identity and begin' }).click();
    await expect(sheet.getByText('In progress').first()).toBeVisible();
  }
  await record('A copy of the data');
  const data = await archive(page, 'Download the copy');
  expect(data['users']).toEqual([expect.objectContaining({ email, last_name: 'Counter-Nine' })]);
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Mark as done' }).click();
  await page
    .getByRole('dialog', { name: /^Mark the request/ })
    .getByRole('button', { name: 'Mark as done' })
    .click();

  await record('Erasure');
  await sheet.getByRole('button', { name: 'Erase the person' }).click();
  await page
    .getByRole('dialog', { name: `Erase ${email} for good?` })
    .getByRole('button', { name: 'Erase the person' })
    .click();
  await expect(page.getByText(/^Erased: /)).toBeVisible();
  await open(page);
  await expect(page.getByRole('row', { name: /@erased\.invalid Erasure Completed/ })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await open(page, '/admin/users');
  await expect(page.getByRole('row', { name: /@erased\.invalid/ })).toBeVisible();
  await expect(page.getByText('Counter-Nine')).toHaveCount(0);
});
