/**
 * An agency with two customers: of one of them the whole business, in the hands of those whose part it is, from a contract
 * that is signed on a phone without a link to what the driver is paid; of that, the other customer sees nothing.
 */
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { Campaign } from '../../../../shared/contract/sales/campaign.ts';
import type { ContractDetail } from '../../../../shared/contract/sales/contract.ts';
import { isoDate } from '../../../../shared/i18n/format.ts';
import { boundsOfPeriod, nextPeriod, periodOf } from '../../../../shared/sales/earnings.ts';
import { DemoUsers } from '../../support/pages/demoUsers.ts';
import {
  addScreen,
  playUnderLease,
  startAgency,
  type Agency,
  type Customer,
} from '../../support/server/agency.ts';
import { Api, OWN_PASSWORD } from '../../support/server/api.ts';
import { Wayside } from '../../support/server/wayside.ts';
import {
  creditDispute,
  expectEvidence,
  idIn,
  open,
  openRow,
  payDriver,
  picture,
  press,
  sendInvoice,
} from './desk.ts';
import { addressesOf, ADVERTISER, DESK, DRIVER, expectEmpty, expectKeptOut, type Made } from './keptOut.ts';

const SPOT = join(import.meta.dirname, '../../../fixtures/markers/i2.jpg');
const ZONE = 'Europe/Lisbon';
const DAY_MS = 86_400_000;
/** A payout account is used when it is a week old. */
const WEEK_MS = 8 * DAY_MS;
const SOLD = { customer: 'Harbour Coffee', campaign: 'Harbour mornings', plays: 5 };
const CONTRACT = 'Harbour, winter';
/** Ten cents a play. */
const BID_MICROS = 100_000_000;

let server: Wayside;
let agency: Agency;
let desks: DemoUsers;
let phones: DemoUsers;
test.use({ locale: 'en-US' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await Wayside.start();
  const staff = await new Api(server.origin).enter(server.firstAdmin());
  agency = await startAgency(staff, ['Harbour Cabs', 'Station Cabs']);
  openUsers(browser);
});
function openUsers(browser: Browser): void {
  desks = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  phones = new DemoUsers(browser, server.origin, { viewport: { width: 390, height: 844 } });
}
const closeUsers = () => Promise.all([desks.close(), phones.close()]);
test.afterAll(async () => {
  await closeUsers();
  await server.remove();
});

async function signIn(users: DemoUsers, email: string): Promise<Page> {
  const page = await users.newPage();
  await page.goto(`${server.origin}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await press(page, 'Sign In');
  await expect(page).not.toHaveURL(/\/auth/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}
async function readToTheEnd(dialog: Locator, name: string): Promise<void> {
  await dialog
    .getByRole('region', { name: 'Text of the contract' })
    .evaluate(box => box.scrollTo(0, box.scrollHeight));
  await dialog.getByLabel('Your full name').fill(name);
  await dialog.getByRole('checkbox').check();
}

/** By the agency, within its customer. */
async function sendContract(page: Page, maker: Api, advertiser: string): Promise<string> {
  const template = await maker.call<{ id: string }>('POST', '/api/contract-templates', {
    ...{ name: 'Cab terms', language: 'en', body: '# Cab terms\n\nSpots of {{customer}} are shown on cabs.' },
  });
  await maker.call('POST', `/api/contract-templates/${template.id}/publish`, {});
  await open(page, '/business/white-label/sub-tenants');
  await press(await openRow(page, 'Harbour Cabs'), 'Switch to Harbour Cabs');
  await expect(page.getByRole('banner').getByLabel('Tenant')).toHaveValue(agency.customers[0].tenant_id);
  await open(page, '/admin/contracts');
  await page.getByRole('button', { name: 'New contract' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Template' }).fill('Cab terms');
  await page.getByRole('option', { name: /Cab terms/ }).click();
  await form.getByLabel('Title').fill(CONTRACT);
  await press(form, 'Add a party');
  await form.getByLabel('Party', { exact: true }).fill(SOLD.customer);
  await form.getByLabel('Signatory').selectOption({ label: advertiser });
  await form.getByLabel('First day').fill('2026-01-01');
  await press(form, 'Create draft');
  await press(form, 'Send for signature');
  await press(page.getByRole('dialog', { name: `Send ${CONTRACT}?` }), 'Send for signature');
  await expect(page.getByRole('dialog', { name: /^C-\d{4}-\d{4} / })).toBeVisible();
  return idIn(page);
}
/** The page is left before there is a link again. */
async function signWithoutLink(page: Page, id: string): Promise<void> {
  await open(page, `/business/contracts/${id}?sign=1`);
  const dialog = page.getByRole('dialog');
  await readToTheEnd(dialog, 'Ana Ferreira');
  const context = page.context();
  await context.setOffline(true);
  await press(dialog, 'Sign contract');
  await expect(page.getByRole('main').getByText('Signed here, not sent yet')).toBeVisible();
  await picture(page, 'signed-without-link');
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto(`${server.origin}/business/contracts/${id}`);
  await expect(page.getByText('signed by Ana Ferreira')).toBeVisible();
  await expect(page.getByText('Signed here, not sent yet')).toHaveCount(0);
}
async function countersign(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog').first();
  await page.reload();
  await press(sheet, 'Countersign');
  const second = page.getByRole('dialog', { name: /^Countersign / });
  await readToTheEnd(second, 'Atlantic Media');
  await press(second, 'Sign contract');
  await expect(sheet.getByText('In force', { exact: true }).first()).toBeVisible();
}

async function setBudget(page: Page): Promise<string> {
  await open(page, '/business/budget');
  await page.getByRole('button', { name: 'New budget' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Winter');
  await form.getByLabel('Amount', { exact: true }).fill('10');
  await form.getByLabel('Hard cap').check();
  await press(form, 'Create budget');
  await expect(page.getByRole('dialog', { name: 'Winter' })).toBeVisible();
  return idIn(page);
}

/** Planned by the agency, and let onto the screen by its customer. */
async function submitCampaign(maker: Api, creative: Creative, device_id: string): Promise<Campaign> {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const made = await maker.call<Campaign>('POST', '/api/campaigns', {
    ...{ name: SOLD.campaign, advertiser: SOLD.customer, tz: ZONE, goal_amount: 100, pacing: 'asap' },
    ...{ bid_micros: BID_MICROS, creatives: [{ creative_id: creative.id, weight: 10 }] },
    flights: [{ starts_at: at(-3_600_000), ends_at: at(60 * DAY_MS) }],
    targeting: { device_ids: [device_id] },
  });
  await maker.call('POST', `/api/campaigns/${made.id}/submit`, {});
  return made;
}

async function nameAccount(page: Page): Promise<void> {
  await open(page, '/owner/earnings');
  await press(page, 'Add account');
  const account = page.getByRole('dialog', { name: 'Payout account' });
  await account.getByLabel('Account holder').fill('João Reis');
  await account.getByLabel('IBAN or account number').fill('PT50 0002 0123 1234 5678 9015 4');
  await press(account, 'Save account');
  await expect(page.getByText('•••• 0154')).toBeVisible();
}

test(
  'OPEN-BIZ-02 BIZ-03 ADMIN-07 OWNER-04 of an agency’s customer: contract signed on a phone without a link, campaign paid out of a budget, invoice with its plays, credit after a dispute, driver paid; the other customer sees nothing of it',
  { tag: '@again' },
  async ({ browser }) => {
    test.setTimeout(300_000);
    const [harbour, station] = agency.customers;
    const made = await makeMonth(browser);
    await expectNothing(station, made);
    await expectOnlyTheirs(harbour, made);
  },
);

/** Until the driver is paid, weeks later. */
async function makeMonth(browser: Browser): Promise<Made> {
  const [{ tenant_id, email, id }] = agency.customers;
  const maker = await new Api(server.origin).enterIn(tenant_id, agency.owner);
  const admin = await new Api(server.origin).enterIn(tenant_id, email.admin);
  const screen = await addScreen(admin, { name: 'Cab 4401', owner_user_id: id.device_owner });
  const spot = await openAsBlob(SPOT);
  const creative_id = await admin.upload(spot, spot.size, 'harbour-spot.jpg');
  const creative = await admin.call<Creative>('GET', `/api/creatives/${creative_id}`);

  const owner = await signIn(desks, agency.owner);
  const contract = await sendContract(owner, maker, email.viewer);
  await signWithoutLink(await signIn(phones, email.viewer), contract);
  await countersign(owner);
  const { signatures } = await maker.call<ContractDetail>('GET', `/api/contracts/${contract}`);
  expect(signatures.map(({ name }) => name).sort()).toEqual(['Ana Ferreira', 'Atlantic Media']);
  const budget = await setBudget(owner);

  const campaign = await submitCampaign(maker, creative, screen.id);
  const desk = await signIn(desks, email.admin);
  await open(desk, `/campaigns/${campaign.id}`);
  await press(desk, 'Approve');
  await expect(desk.getByText('Live', { exact: true })).toBeVisible();
  const period = periodOf(Date.now(), ZONE);
  const verdicts = await playUnderLease(screen, { campaign, creative, plays: SOLD.plays });
  expect(verdicts).toEqual(Array(SOLD.plays).fill('accepted'));
  await open(owner, `/business/budget?id=${budget}`);
  await expect(owner.getByRole('dialog', { name: 'Winter' }).getByText('5% spent').first()).toBeVisible();
  await picture(owner, 'budget-spent');
  await nameAccount(await signIn(phones, email.device_owner));

  await closeUsers();
  await server.goAhead(Math.max(WEEK_MS, Date.parse(boundsOfPeriod(period, ZONE).to) + DAY_MS - Date.now()));
  openUsers(browser);
  const later = await signIn(desks, email.admin);
  const lastDay = isoDate(Date.parse(`${nextPeriod(period)}-01`) - DAY_MS, 'UTC');
  const invoice = await sendInvoice(later, SOLD, [`${period}-01`, lastDay]);
  await expectEvidence(later, SOLD);
  const dispute = await creditDispute(later, invoice);
  const earning = await payDriver(later, period, email.device_owner);
  return { contract, budget, campaign: campaign.id, invoice, dispute, earning };
}

/** All of them at once, as they would be. */
async function expectNothing({ email }: Customer, made: Made): Promise<void> {
  const at = addressesOf(made);
  const portal = [at.contract, at.campaign, at.budget, at.invoice];
  const desk = await signIn(desks, email.admin);
  const advertiser = await signIn(desks, email.viewer);
  const driver = await signIn(phones, email.device_owner);
  const owner = await signIn(desks, agency.owner);
  await Promise.all([
    expectEmpty(desk, { who: 'station-desk', pages: DESK, at: Object.values(at) }, made),
    expectEmpty(advertiser, { who: 'station-advertiser', pages: ADVERTISER, at: portal }, made),
    expectEmpty(driver, { who: 'station-driver', pages: DRIVER, at: [at.campaign, at.earning] }, made),
    expectEmpty(owner, { who: 'agency-at-home', pages: DESK, at: [at.contract, at.invoice] }, made),
  ]);
}

/** Of the customer itself the advertiser and the driver see what is theirs, and are kept out of all else. */
async function expectOnlyTheirs({ email }: Customer, made: Made): Promise<void> {
  const at = addressesOf(made);
  const advertiser = await signIn(phones, email.viewer);
  await open(advertiser, at.contract);
  await expect(advertiser.getByText('signed by Ana Ferreira')).toBeVisible();
  const driver = await signIn(phones, email.device_owner);
  await open(driver, '/owner/earnings');
  // Seventy of a hundred parts of five plays at ten cents.
  await expect(driver.getByRole('listitem').filter({ hasText: 'T-4401' })).toContainText('€0.35');
  await picture(driver, 'harbour-driver');
  for (const path of [at.invoice, at.earning, '/admin/earnings/payouts']) {
    await expectKeptOut(advertiser, path);
    await expectKeptOut(driver, path);
  }
  for (const path of [at.contract, at.budget]) await expectKeptOut(driver, path);
}
