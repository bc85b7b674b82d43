/** From proven plays to a settled invoice: drafted, looked at play by play, sent, printed, handed on as XML, credited and paid. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { expectParts, printOf } from '../support/pages/papers.ts';
import { Api, OWN_PASSWORD } from '../support/server/api.ts';
import { Wayside } from '../support/server/wayside.ts';

const DAY_MS = 86_400_000;
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const CUSTOMER = 'Lantern Night Market';

let server: Wayside;
let staff: Api;
let users: DemoUsers;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await Wayside.first('--demo', 'on');
  staff = await new Api(server.origin).enter(server.firstAdmin());
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});

const IBAN = 'PT50 0002 0123 1234 5678 9015 4';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
/** What an invoice has to say of who sends it. */
async function setSeller(): Promise<void> {
  const { items } = await staff.call<{ items: { id: string; version: number; slug: string }[] }>(
    'GET',
    '/api/tenants?limit=100',
  );
  const tenant = items.find(({ slug }) => slug !== 'platform');
  const known = { country: 'PT', tax_id: 'PT501234567' };
  await staff.call('PATCH', `/api/tenants/${tenant?.id}`, known, tenant?.version);
}

test('ADMIN-07 ROUTE-ADMIN-31 proven plays are invoiced, shown one by one, sent, printed, credited and paid', async () => {
  test.setTimeout(180_000);
  await setSeller();
  const page = await users.as('Admin');
  await open(page, '/admin/billing');
  await at(page, '/admin/billing');
  await titled(page, 'Billing');
  const ageing = page.getByRole('region', { name: 'Receivables in EUR' });
  await expect(ageing.getByRole('link', { name: /31–60 days overdue/ })).toContainText('€221.40');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'New invoice' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Customer', { exact: true }).selectOption({ label: CUSTOMER });
  await dialog.getByLabel('Period from').fill(dayOf(10));
  await dialog.getByLabel('Period to').fill(dayOf(1));
  await dialog.getByLabel('Tax').fill('23');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  const sheet = page.getByRole('dialog', { name: CUSTOMER });
  const row = sheet.getByRole('row', { name: /Autumn nights/ });
  await expect(row).toContainText('Proven plays');
  const plays = Number((await row.getByRole('cell').nth(1).innerText()).replaceAll(/\D/g, ''));
  expect(plays).toBeGreaterThan(0);

  await sheet.getByRole('button', { name: 'Add' }).click();
  const added = sheet
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Description') })
    .last();
  await added.getByLabel('Description').fill('夜市广告设计');
  await added.getByLabel('Unit price').fill('120');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByRole('row', { name: /夜市广告设计/ })).toContainText('€120.00');
  await sheet.getByRole('button', { name: 'Send' }).click();
  // What is missing is named first, and leads to where it is set.
  const sending = page.getByRole('dialog', { name: `Send ${CUSTOMER}?` });
  await expect(sending.getByText('The customer has no email address.')).toBeVisible();
  await expect(sending.getByText('Your tax ID is missing.')).toHaveCount(0);
  await sending.getByRole('button', { name: 'Name the account' }).click();
  const account = page.getByRole('dialog', { name: 'Bank account on invoices' });
  await account.getByLabel('Account holder').fill('滨海 Taxi fleet');
  await account.getByLabel('IBAN or account number').fill(IBAN);
  await account.getByRole('button', { name: 'Save account' }).click();
  await expect(sending.getByText(/no bank account/)).toHaveCount(0);
  await sending.getByRole('button', { name: 'Send anyway' }).click();
  const sent = page.getByRole('dialog', { name: /^I-\d{4}-\d{4} Lantern Night Market$/ });
  await expect(sent).toBeVisible();
  await expect(sent.getByRole('heading', { name: 'Draft' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const read = () => staff.call<InvoiceDetail>('GET', `/api/invoices/${id}`);
  const { number, total_minor } = await read();

  const print = () => sent.getByRole('button', { name: 'Print', exact: true }).click();
  const paper = await printOf(page, print);
  expect(paper.name).toBe(`Invoice ${number}`);
  expectParts(paper, [paper.name, CUSTOMER, '夜市广告设计', 'PT501234567', '滨海 Taxi fleet', IBAN]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sent.getByRole('button', { name: 'Download XML' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${number}.xml`);
  const xml = readFileSync(await download.path(), 'utf8');
  for (const part of [
    `<cbc:ID>${number}</cbc:ID>`,
    'urn:cen.eu:en16931:2017',
    '夜市广告设计',
    IBAN.replaceAll(' ', ''),
  ])
    expect(xml).toContain(part);

  await sent.getByRole('button', { name: 'Credit note' }).click();
  await dialog.getByLabel('Reason').fill('Two days without a signal');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByLabel('Description').fill('Rebate');
  await dialog.getByLabel('Net amount').fill('10');
  // At the rate of the line that was typed: at most as much as was invoiced at it.
  await dialog.getByLabel('Tax').fill('0');
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  await expect(sent.getByText(/^Credit note CN-\d{4}-\d{4}$/)).toBeVisible();

  const paying = page.getByRole('dialog', { name: /^Record payment of/ });
  const pay = async (amount?: string) => {
    await sent.getByRole('button', { name: 'Record payment' }).click();
    if (amount !== undefined) await paying.getByLabel('Amount').fill(amount);
    await paying.getByRole('button', { name: 'Record payment' }).click();
  };
  await pay('100000');
  await expect(dialog.getByText(/^(Must be )?[Aa]t most /).last()).toBeVisible();
  // Without a link it waits on this device, also over a reload, and is recorded once.
  const payments = '**/api/payments';
  await page.context().route(payments, route => route.abort());
  await paying.getByLabel('Amount').fill('50');
  await paying.getByRole('button', { name: 'Record payment' }).click();
  await expect(sent.getByText('Recorded here, not sent yet')).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(sent.getByText('Recorded here, not sent yet')).toBeVisible();
  expect((await read()).paid_minor).toBe(0);
  await page.context().unroute(payments);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(sent.getByText('Bank transfer')).toHaveCount(1);
  await expect(sent.getByText('Recorded here, not sent yet')).toHaveCount(0);
  expect((await read()).paid_minor).toBe(5_000);
  await pay();
  await expect(sent.getByText('Settled', { exact: true }).first()).toBeVisible();
  expect(await read()).toMatchObject({ state: 'paid', left_minor: 0, paid_minor: total_minor - 1_000 });

  await sent.getByRole('link', { name: 'Show plays' }).click();
  await titled(page, 'Proof of play');
  await expect(page).toHaveURL(/campaign_id=.*from=.*to=/);
  const total = page.locator('.lane').filter({ hasText: 'Plays' }).locator('[data-figure]').first();
  await expect(total).toHaveText(/[1-9]/);
  const shown = Number((await total.innerText()).replaceAll(/\D/g, ''));
  // The log counts what was broken off, too.
  expect(shown).toBeGreaterThanOrEqual(plays);

  const driver = await users.as('Device owner');
  await open(driver, '/admin/billing');
  await at(driver, '/owner/dashboard');
  const stranger = await users.stranger();
  await open(stranger, '/admin/billing');
  await at(stranger, '/auth');
});

test(
  'plans of the platform are priced in the console and stand on the pricing page, which says so where the server does not answer',
  { tag: '@again' },
  async () => {
    const page = await users.newPage();
    await open(page, '/auth');
    await page.getByLabel('Email').fill(server.firstAdmin().email);
    await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await titled(page, 'Overview');
    await open(page, '/admin/billing/plans');
    await titled(page, 'Plans');
    await page.getByRole('link', { name: 'Line', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Line' });
    await sheet.getByLabel('Fee').fill('59');
    await sheet.getByLabel('Example').uncheck();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();

    const stranger = await users.stranger();
    await open(stranger, '/pricing');
    await expect(stranger.getByRole('row', { name: /^Line/ })).toContainText('€59.00');
    await expect(stranger.getByText('Example list prices, excluding tax')).toBeVisible();
    await stranger.route('**/api/public/plans', route => route.fulfill({ status: 500, body: '{}' }));
    await stranger.reload();
    await expect(stranger.getByRole('main').getByRole('button', { name: /again/i })).toBeVisible();
    await expect(stranger.getByLabel('Screens')).toBeVisible();
  },
);
