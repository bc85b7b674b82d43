/** Reports of the demo's month of plays: put together, made, kept, downloaded; and who may. */
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Api } from '../support/server/api.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await Wayside.first('--demo', 'on');
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});

const PATH = '/business/reports';
const open = (page: Page) => page.goto(`${server.origin}${PATH}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();

test('BIZ-08 ROUTE-BIZ-06 an advertiser looks at a report, has it made each week and reads its file; who lacks the permission does not', async () => {
  const staff = await new Api(server.origin).enter(server.firstAdmin());
  await staff.setPortal(true);
  const page = await users.signIn('Analyst');
  await open(page);
  await titled(page, 'Reports');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'New report' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New report' });
  await dialog.getByLabel('Period', { exact: true }).selectOption('last_30_days');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('cell', { name: 'Autumn nights' }).first()).toBeVisible();
  const plays = Number((await preview.locator('[data-figure]').first().innerText()).replaceAll(/\D/g, ''));
  expect(plays).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const name = `Statement ${Date.now()}`;
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('How often').selectOption('weekly');
  await dialog.getByRole('button', { name: 'Save and make now' }).click();
  await expect(dialog).toBeHidden();

  const kept = page.getByRole('table', { name: 'Saved reports' }).getByRole('row').filter({ hasText: name });
  await expect(kept).toContainText('Every week on Monday, 06:00');
  const run = page.getByRole('table', { name: 'Files' }).getByRole('row').filter({ hasText: name });
  await expect(run).toContainText('Ready');
  const coming = page.waitForEvent('download');
  await run.getByRole('button', { name: 'Download' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^Statement-\d+-.*\.xlsx$/);
  const parts = unzipSync(new Uint8Array(readFileSync(await file.path())));
  const about = Buffer.from(parts['xl/worksheets/sheet2.xml'] ?? []).toString();
  expect(about).toContain(`Total: Plays</t></is></c><c><v>${plays}</v></c>`);
  await run.getByRole('button', { name }).click();
  await expect(page.getByRole('dialog', { name })).toContainText('SHA-256');
  await expect(page).toHaveURL(/run=/);

  const viewer = await users.signIn('Viewer');
  await open(viewer);
  await titled(viewer, 'Insufficient Permissions');
  const driver = await users.as('Device owner');
  await open(driver);
  await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);
  const stranger = await users.stranger();
  await open(stranger);
  await expect(stranger).toHaveURL(`${server.origin}/auth`);
});
