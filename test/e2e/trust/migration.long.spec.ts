/** Screens are brought over from another system: mapped, checked, imported and taken back. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { exported, LAYOUTS } from '../../support/xibo/layouts.ts';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
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

const PATH = '/admin/data-migration';
const open = (page: Page, path = PATH) => page.goto(`${server.origin}${path}`);
const picture = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#1f5fa8' } })
    .png()
    .toBuffer();
const FILE = [
  'Rig;Serial No;Depot',
  'Import 301;IMP-301;',
  'Import 302;IMP-302;Nowhere',
  'Import 303;IMP-303;',
].join('\n');

test('ADMIN-14 ROUTE-ADMIN-28 an admin imports screens: columns, dry run, run, and the way back', async () => {
  const stranger = await users.stranger();
  await open(stranger);
  await expect(stranger).toHaveURL(`${server.origin}/auth`);
  const driver = await users.as('Device owner');
  await open(driver);
  await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);

  const page = await users.as('Admin');
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Data migration' })).toBeVisible();
  await page.getByRole('button', { name: 'Import a file' }).first().click();
  const form = page.getByRole('dialog', { name: 'Import a file' });
  const template = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Download a template' }).click();
  expect((await template).suggestedFilename()).toBe('devices-template.csv');
  await form.getByLabel('File').setInputFiles({
    ...{ name: 'old-system.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) },
  });
  await form.getByRole('button', { name: 'Upload' }).click();

  await page.getByRole('link', { name: 'old-system.csv' }).click();
  const sheet = page.getByRole('dialog', { name: 'old-system.csv' });
  await sheet.getByLabel('Name (required)').selectOption('Rig');
  await sheet.getByLabel('Serial number').selectOption('Serial No');
  await sheet.getByLabel('Location').selectOption('Depot');
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Save the columns' }).click();
  await sheet.getByRole('button', { name: 'Check all lines' }).click();
  await expect(sheet.getByText('2 lines can be imported, 1 cannot.')).toBeVisible();
  await expect(sheet.getByText('Location: There is no location with this name.')).toBeVisible();

  await sheet.getByRole('button', { name: 'Import the lines in order' }).click();
  await page
    .getByRole('dialog', { name: 'Import old-system.csv?' })
    .getByRole('button', { name: 'Import the lines in order' })
    .click();
  await expect(sheet.getByText('Completed in part').first()).toBeVisible();
  const report = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Download the report' }).click();
  expect((await report).suggestedFilename()).toBe('old-system-report.csv');
  await open(page, '/admin/devices?q=import');
  await expect(page.getByRole('link', { name: 'Import 301' })).toBeVisible();
  await expect(page.getByText('Import 302')).toHaveCount(0);

  await open(page);
  await page.getByRole('link', { name: 'old-system.csv' }).click();
  await sheet.getByRole('button', { name: 'Undo the import' }).click();
  await page
    .getByRole('dialog', { name: 'Undo old-system.csv?' })
    .getByRole('button', { name: 'Undo the import' })
    .click();
  await expect(sheet.getByText('Undone').first()).toBeVisible();
  await open(page, '/admin/devices?q=import&status=unpaired');
  await expect(page.getByText('Import 301')).toHaveCount(0);

  await open(page);
  for (const format of ['CSV', 'JSON']) {
    await page.getByLabel('Data to export').selectOption('Creatives');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export as ${format}` }).click();
    expect((await file).suggestedFilename()).toBe(`creatives.${format.toLowerCase()}`);
  }
});

test(
  'a layout of Xibo is imported: what each part becomes, what is left out, and the way back',
  { tag: '@again' },
  async () => {
    const page = await users.as('Admin');
    await open(page);
    await page.getByRole('button', { name: 'Import a file' }).first().click();
    const form = page.getByRole('dialog', { name: 'Import a file' });
    await form.getByLabel('Kind of data').selectOption('Xibo layouts');
    await expect(form.getByRole('button', { name: 'Download a template' })).toHaveCount(0);
    const zip = exported(LAYOUTS.mainAndTicker, {
      ...{ name: 'Quay screen', regions: { 21: 'Main', 22: 'Strip' } },
      media: [{ id: 31, file: 'harbour.png', name: 'Harbour', bytes: await picture() }],
    });
    await form.getByLabel('File').setInputFiles({
      ...{ name: 'quay.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) },
    });
    await form.getByRole('button', { name: 'Upload' }).click();

    await page.getByRole('link', { name: 'quay.zip' }).click();
    const sheet = page.getByRole('dialog', { name: 'quay.zip' });
    await sheet.getByRole('button', { name: 'Check all lines' }).click();
    await expect(sheet.getByText('5 parts can be imported, 2 are left out.')).toBeVisible();
    await expect(sheet.getByRole('row', { name: /Main image Creative \(picture\)/ })).toBeVisible();
    await expect(sheet.getByText(/Left out: its file is missing/)).toBeVisible();
    await expect(sheet.getByText(/Add its feed under Feeds: https:\/\/example.org\/feed.rss/)).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await sheet.getByRole('button', { name: 'Import the lines in order' }).click();
    await page
      .getByRole('dialog', { name: 'Import quay.zip?' })
      .getByRole('button', { name: 'Import the lines in order' })
      .click();
    await expect(sheet.getByText('Completed in part').first()).toBeVisible();
    await open(page, '/admin/playlists?q=quay');
    await expect(page.getByRole('link', { name: 'Quay screen', exact: true })).toBeVisible();

    await open(page);
    await page.getByRole('link', { name: 'quay.zip' }).click();
    await sheet.getByRole('button', { name: 'Undo the import' }).click();
    await page
      .getByRole('dialog', { name: 'Undo quay.zip?' })
      .getByRole('button', { name: 'Undo the import' })
      .click();
    await expect(sheet.getByText('Undone').first()).toBeVisible();
  },
);
