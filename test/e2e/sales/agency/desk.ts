/** What the desk of a customer does with the money of a month: invoice, dispute and credit, and what the driver is paid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { pick } from '../../support/pages/pick.ts';

const PICTURES = join(import.meta.dirname, '../../../../.cache/agency');

/** Within the console that the page shows. */
export const open = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);
export const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click();
export const picture = (page: Page, name: string) => page.screenshot({ path: join(PICTURES, `${name}.png`) });
/** A row of a list, in its sheet. */
export async function openRow(page: Page, name: string | RegExp): Promise<Locator> {
  await page.getByRole('main').getByRole('link', { name }).first().click();
  return page.getByRole('dialog').first();
}
export const idIn = (page: Page) => new URL(page.url()).searchParams.get('id') ?? '';

interface Sold {
  customer: string;
  campaign: string;
  plays: number;
}
export async function sendInvoice(
  page: Page,
  { customer, campaign, plays }: Sold,
  [from, to]: readonly [string, string],
): Promise<string> {
  await open(page, '/admin/billing');
  await page.getByRole('button', { name: 'New invoice' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Customer', { exact: true }).selectOption({ label: customer });
  await dialog.getByLabel('Period from').fill(from);
  await dialog.getByLabel('Period to').fill(to);
  await dialog.getByLabel('Tax').fill('23');
  await press(dialog, 'Create draft');
  const sheet = page.getByRole('dialog', { name: customer });
  const line = sheet.getByRole('row', { name: new RegExp(campaign) });
  await expect(line.getByRole('cell').nth(1)).toHaveText(String(plays));
  await pick(sheet.getByLabel('Customer country'), 'Portugal');
  await press(sheet, 'Save');
  await expect(sheet.getByText('Not ready for e-invoicing')).toHaveCount(0);
  await press(sheet, 'Send');
  // What is missing is named first. An invoice is sent without it, too.
  const sending = page.getByRole('dialog', { name: `Send ${customer}?` });
  await expect(sending.getByText('The customer has no email address.')).toBeVisible();
  await expect(sending.getByText(/no bank account/)).toBeVisible();
  await press(sending, 'Send anyway');
  await expect(page.getByRole('dialog', { name: /^I-\d{4}-\d{4} / })).toBeVisible();
  return idIn(page);
}
export async function expectEvidence(page: Page, { plays }: Sold): Promise<void> {
  await page.getByRole('dialog').getByRole('link', { name: 'Show plays' }).click();
  await expect(page).toHaveURL(/campaign_id=.*from=.*to=/);
  const total = page.locator('.lane').filter({ hasText: 'Plays' }).locator('[data-figure]').first();
  await expect(total).toHaveText(String(plays));
}

/** One play is taken back; what it cost is credited with the decision, and the note is handed on as XML. */
export async function creditDispute(page: Page, invoice: string): Promise<string> {
  await open(page, `/admin/billing?id=${invoice}`);
  await press(page.getByRole('dialog').first(), 'Dispute');
  const claim = page.getByRole('dialog', { name: /^Dispute I-/ });
  await claim.getByLabel('What is wrong').selectOption({ label: 'Wrong place' });
  await claim.getByLabel('Claim', { exact: true }).fill('One of the plays was shown in the depot.');
  await claim.getByLabel('Amount claimed').fill('0.10');
  await press(claim, 'Open dispute');
  await expect(claim).toBeHidden();
  await open(page, '/admin/programmatic/proof-of-play/disputes');
  const sheet = await openRow(page, /^I-\d/);
  for (const [button, text] of [
    ['Ask for evidence', 'Please send the trips of that day.'],
    ['Add evidence', 'The trips are in the file.'],
  ] as const) {
    await press(sheet, button);
    const evidence = page.getByRole('dialog', { name: /^Evidence on/ });
    await evidence.getByLabel('Text').fill(text);
    await evidence.getByRole('button', { name: /evidence/i }).click();
    await expect(sheet.getByText(text)).toBeVisible();
  }
  await press(sheet, 'Decide');
  const decide = page.getByRole('dialog', { name: /^Decide I-/ });
  await decide.getByLabel('Decision').selectOption({ label: 'Accepted' });
  await decide.getByLabel('Reason').fill('The fix shows the depot.');
  await press(decide, 'Decide');
  await expect(sheet.getByText('Credited').first()).toBeVisible();
  const dispute = idIn(page);
  await sheet.getByRole('link', { name: /^Credit note CN-/ }).click();
  await expect(page).toHaveURL(/admin\/billing\?id=/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('dialog').first(), 'Download credit note as XML'),
  ]);
  const xml = readFileSync(await download.path(), 'utf8').replaceAll(/>\s+</g, '><');
  for (const part of [
    '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>',
    '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>I-',
    '<cbc:TaxExclusiveAmount currencyID="EUR">0.10</cbc:TaxExclusiveAmount>',
    '<cbc:EndpointID schemeID="EM">office@harbour-cabs.example</cbc:EndpointID>',
  ])
    expect(xml).toContain(part);
  await picture(page, 'credited');
  return dispute;
}

export async function payDriver(page: Page, period: string, driver: string): Promise<string> {
  await open(page, '/admin/earnings');
  await page.getByRole('button', { name: 'Recalculate a month' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Month').fill(period);
  await press(dialog, 'Recalculate a month');
  await expect(dialog.getByText(/earnings? (is|are) unchanged/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await open(page, `/admin/earnings?period=${period}`);
  const sheet = await openRow(page, /Cab 4401|20\d\d/);
  const earning = idIn(page);
  await press(sheet, 'Approve');
  await press(page.getByRole('dialog', { name: /^Approve / }), 'Approve');
  await expect(sheet.getByText('Approved', { exact: true }).first()).toBeVisible();
  await open(page, '/admin/earnings/payouts');
  await page.getByRole('button', { name: 'New payout' }).first().click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Owner' }).fill(driver);
  await page.getByRole('option', { name: driver }).click();
  await press(page.getByRole('dialog'), 'Create payout');
  const payout = page.getByRole('dialog', { name: driver });
  await press(payout, 'Transfer sent');
  await press(page.getByRole('dialog', { name: /on its way/ }), 'Transfer sent');
  await press(payout, 'Mark as paid');
  const paying = page.getByRole('dialog', { name: /^Mark the payout/ });
  await paying.getByLabel('Reference').fill('T-4401');
  await press(paying, 'Mark as paid');
  await expect(payout.getByText('Paid', { exact: true }).first()).toBeVisible();
  return earning;
}
