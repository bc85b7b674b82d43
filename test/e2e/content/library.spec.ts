/** Files from their upload to their deletion, as the office works with them: details, folders, tags, licence, versions. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { enter } from '../support/pages/everyPage.ts';
import { test } from '../support/server/demoServer.ts';

/** A picture of its own content. */
async function picture(name: string, red: number) {
  const background = { r: red, g: 90, b: 120 };
  const image = sharp({ create: { width: 640, height: 640, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('ADMIN-03 ADMIN-25 files are uploaded with their details, known before they are sent, filed, tagged, licensed and deleted', async ({
  page,
  demoServer,
}) => {
  await enter(page, demoServer.origin, 'Admin');
  await page.goto(`${demoServer.origin}/creatives/upload`);
  const [first, second] = [await picture('i4.png', 200), await picture('i5.png', 60)];
  const choose = (...files: (typeof first)[]) => page.locator('input[type=file]').setInputFiles(files);
  await choose(first, second);
  await expect(row(page, 'i4.png')).toContainText('Uploaded and checked');
  await expect(row(page, 'i5.png')).toContainText('Uploaded and checked');
  await page.getByText('Details').first().click();
  await page.getByLabel('Alternative text').fill('A tram at night');
  await page.getByLabel('Languages').selectOption('English');
  await page.getByLabel('Valid until').fill('2030-12-31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved').first()).toBeVisible();

  const sent: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/api/uploads')) sent.push(request.method());
  });
  await page.reload();
  await choose(first);
  await expect(row(page, 'i4.png')).toContainText('Already in the library: i4.png');
  expect(sent).toEqual([]);

  await page.getByRole('link', { name: 'Open in the library' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'i4.png' })).toBeVisible();
  await page.getByLabel('Folder').fill('Summer/Taxi tops');
  await page.getByLabel('Licence ends').fill('2030-12-31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Licence until 31 Dec 2030')).toBeVisible();
  await page.getByRole('combobox', { name: 'Screen' }).selectOption({ index: 1 });
  await expect(page.getByText(/of the screen stays black/)).toBeVisible();

  await page.getByRole('link', { name: 'Media', exact: true }).first().click();
  const folders = page.getByRole('navigation', { name: 'Folders' });
  await folders.getByRole('link', { name: /^Summer/ }).click();
  await expect(page).toHaveURL(/folder=Summer/);
  await expect(page.getByRole('link', { name: /i4\.png/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /i5\.png/ })).toHaveCount(0);
  await page.getByLabel('Select i4.png').check();
  await page.getByRole('button', { name: 'Add tags' }).click();
  await page.getByLabel('Tags to add').fill('night,');
  await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
  await expect(page.getByText('1 file changed', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'night (1)' });
  await expect(page.getByRole('link', { name: /i4\.png/ })).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Folder' })).toBeVisible();

  await page.goto(`${demoServer.origin}/admin/media?q=i5.png`);
  await page.getByRole('link', { name: /i5\.png/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'i5.png' })).toBeVisible();
  await expect(page.getByText('1 creative', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted: i5.png', { exact: true })).toBeVisible();
  await page.goto(`${demoServer.origin}/admin/media?q=i5.png`);
  await expect(page.getByText('No results')).toBeVisible();
  await page.goto(`${demoServer.origin}/creatives?q=i4`);
  await page.getByRole('link', { name: /i4/ }).first().click();
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
  /** What was typed beside the file as it was uploaded. */
  await expect(page.getByLabel('Alternative text')).toHaveValue('A tram at night');
  await expect(page.getByRole('list', { name: 'Selected' }).getByText('English')).toBeVisible();
  await expect(page.getByLabel('Valid until')).toHaveValue('31 Dec 2030');
});
