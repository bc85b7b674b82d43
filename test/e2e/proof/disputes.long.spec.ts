/** Whoever pays says that plays are wrong: an invoice is disputed, its plays are evidence, and what is accepted is credited. A partner's figures are compared with ours. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
let folder: string;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'disputes-'));
  server = await Wayside.first('--demo', 'on');
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});
test.use({ locale: 'en-US' });

const PAGE = '/admin/programmatic/proof-of-play/disputes';
/** The demo sends this customer an invoice six days before it starts, and nobody disputes it. */
const CUSTOMER = 'Seven Hills Museums';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();

test(
  'PROG-03 an invoice is disputed with its plays as evidence, looked into, accepted in part, and credited in the same step',
  { tag: '@again' },
  async () => {
    const page = await users.as('Admin');
    // The demo disputes its only overdue invoice, and an invoice has one open dispute at a time.
    await open(page, '/admin/billing?status=overdue');
    await expect(page.getByRole('row').nth(1)).toContainText('In dispute');
    await open(page, '/admin/billing?status=open');
    await page.getByRole('row').nth(1).getByRole('link', { name: CUSTOMER }).click();
    const invoice = page.getByRole('dialog').first();
    await invoice.getByRole('button', { name: 'Dispute' }).click();
    const dialog = page.getByRole('dialog', { name: /^Dispute I-/ });
    await dialog.getByLabel('What is wrong').selectOption({ label: 'Wrong place' });
    await dialog.getByLabel('Claim', { exact: true }).fill('Half of the plays were shown in the depot.');
    await dialog.getByLabel('Amount claimed').fill('20');
    await dialog.getByLabel('Email of who pays').fill('books@harbour.example');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Open dispute' }).click();
    await expect(dialog).toBeHidden();

    await open(page, '/admin/programmatic/proof-of-play');
    await page.getByRole('navigation', { name: 'Pages of proof of play' }).getByText('Disputes').click();
    await titled(page, 'Disputes');
    const row = page.getByRole('row', { name: new RegExp(`^I-\\S+ ${CUSTOMER}`) });
    await expect(row).toContainText('Open');
    await row.getByRole('link').first().click();
    const sheet = page.getByRole('dialog').first();
    const say = async (button: string, text: string) => {
      await sheet.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: /^Evidence on/ });
      await dialog.getByLabel('Text').fill(text);
      await dialog.getByRole('button', { name: /evidence/i }).click();
      await expect(sheet.getByText(text)).toBeVisible();
    };
    await say('Ask for evidence', 'Please send the trips of that day.');
    await say('Add evidence', 'The trips are in the file.');
    await expect(sheet.getByText('Under review').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await sheet.getByRole('button', { name: 'Decide' }).click();
    const decide = page.getByRole('dialog', { name: /^Decide I-/ });
    await decide.getByLabel('Decision').selectOption({ label: 'Accepted in part' });
    await decide.getByLabel('Amount to credit').fill('5');
    await decide.getByLabel('Reason').fill('A quarter of the fixes show the depot.');
    await decide.getByRole('button', { name: 'Decide' }).click();
    await expect(sheet.getByRole('link', { name: /^Credit note CN-/ })).toBeVisible();
    await expect(sheet.getByText('Credited').first()).toBeVisible();
    await sheet.getByRole('link', { name: /^Credit note CN-/ }).click();
    await expect(page).toHaveURL(/admin\/billing\?id=/);
    await expect(page.getByText(/^Credit note CN-/).first()).toBeVisible();

    const viewer = await users.as('Device owner');
    await open(viewer, PAGE);
    await expect(viewer).toHaveURL(`${server.origin}/owner/dashboard`);
  },
);

test('PROG-07 a partner’s file is compared with what was sold to it, and what is left is explained', async () => {
  const page = await users.as('Admin');
  await open(page, '/admin/programmatic/reports');
  await page
    .getByRole('navigation', { name: 'Reports of programmatic' })
    .getByText('Reconciliations')
    .click();
  await titled(page, 'Reconciliations');
  await page.getByRole('button', { name: 'Compare a file' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Compare a partner’s file' });
  const file = join(folder, 'march.csv');
  writeFileSync(file, 'Date,Deal ID,Impressions,Spend,Currency\r\n2026-03-05,D-9,5,0.01,EUR\r\n');
  await dialog.getByLabel('CSV file').setInputFiles(file);
  await expect(dialog.getByLabel('Column of the day')).toHaveValue('Date');
  await expect(dialog.getByLabel('Column of the count')).toHaveValue('Impressions');
  const partner = dialog.getByRole('combobox', { name: 'Partner' });
  await partner.click();
  await page.getByRole('option', { name: /Mock partner/ }).click();
  await dialog.getByLabel('First day').fill('2026-03-01');
  await dialog.getByLabel('Last day').fill('2026-03-31');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const sheet = page.getByRole('dialog').first();
  await expect(sheet.getByRole('row', { name: /D-9/ })).toContainText('Not known to us');
  expect(await violations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download lines as CSV' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('D-9');
  await sheet.getByRole('button', { name: 'Explain the rest' }).click();
  const explain = page.getByRole('dialog', { name: /^Explain/ });
  await explain.getByLabel('Note').fill('A deal of another seller, sent to us by mistake.');
  await explain.getByRole('button', { name: 'Explain the rest' }).click();
  await expect(sheet.getByText('A deal of another seller, sent to us by mistake.')).toBeVisible();
});
