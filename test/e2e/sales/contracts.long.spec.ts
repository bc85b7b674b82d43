/** A contract from its template to the day it is in force, on both sides of it. */
import { spawnSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import type { ContractDetail } from '../../../shared/contract/sales/contract.ts';
import { pdftotext } from '../../tools/machine.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { expectParts, printOf } from '../support/pages/papers.ts';
import type { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let staff: Api;
let users: DemoUsers;
test.beforeAll(({ browser, demoServer, staff: first }) => {
  server = demoServer;
  staff = first;
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(() => users.close());
test.use({ locale: 'en-US' });

const CUSTOMER = '滨海书店';
const SIGNED_AS = '王小明';
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

async function expectGuarded(path: string): Promise<void> {
  const stranger = await users.stranger();
  await open(stranger, path);
  await at(stranger, '/auth');
  const driver = await users.as('Device owner');
  await open(driver, path);
  await at(driver, '/owner/dashboard');
}
/** What is printed, as a reader of the PDF finds it. */
async function printed(page: Page): Promise<string> {
  const pdf = await page.pdf({ format: 'A4' });
  const { stdout } = spawnSync(pdftotext(), ['-', '-'], { input: pdf, encoding: 'utf8' });
  return stdout.replace(/\s+/g, '');
}
/** One that the demo's viewer is to sign, made by the calls that the pages make. */
async function sendContract(title: string): Promise<ContractDetail> {
  const { items } = await staff.call<{ items: { id: string; name: string }[] }>(
    'GET',
    '/api/contracts/signatories',
  );
  const user_id = items.find(({ name }) => name === 'viewer@demo.example')?.id;
  const text = Array.from({ length: 30 }, (_, nth) => `## Part ${nth + 1}\n\n{{customer}}`).join('\n\n');
  const template = await staff.call<{ id: string }>('POST', '/api/contract-templates', {
    ...{ name: title, language: 'en', body: `# ${title}\n\n${text}` },
  });
  await staff.call('POST', `/api/contract-templates/${template.id}/publish`, {});
  const made = await staff.call<ContractDetail>('POST', '/api/contracts', {
    ...{ title, template_id: template.id, starts: '2026-01-01', ends: '2036-01-01' },
    parties: [{ name: CUSTOMER, user_id }],
  });
  return staff.call<ContractDetail>('POST', `/api/contracts/${made.id}/send`, {});
}

test('ADMIN-17 ADMIN-08 ROUTE-ADMIN-32 ROUTE-ADMIN-33 a template with a name to fill in is published, and a contract is made from it and sent', async () => {
  const page = await users.as('Admin');
  await open(page, '/admin/contracts/templates');
  await at(page, '/admin/contracts/templates');
  await titled(page, 'Contract templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).first().fill('Harbour terms');
  await form
    .getByLabel('Text', { exact: true })
    .fill('# Harbour terms\n\nSpots of {{customer}} are shown in {{city}}.');
  await form.getByRole('button', { name: 'Add' }).click();
  await form.getByRole('listitem').getByLabel('Name', { exact: true }).fill('city');
  await form.getByRole('button', { name: 'Create draft' }).click();
  const sheet = page.getByRole('dialog');
  await expect(
    sheet.getByText('Spots of {{customer}} are shown in {{city}}.', { exact: true }),
  ).toBeVisible();
  await sheet.getByRole('button', { name: 'Publish' }).click();
  await page
    .getByRole('dialog', { name: 'Publish Harbour terms?' })
    .getByRole('button', { name: 'Publish' })
    .click();
  await expect(page.getByText('Published: Harbour terms', { exact: true })).toBeVisible();

  await open(page, '/admin/contracts');
  await at(page, '/admin/contracts');
  await titled(page, 'Contracts');
  await page.getByRole('button', { name: 'New contract' }).first().click();
  await form.getByRole('combobox', { name: 'Template' }).fill('Harbour terms');
  await page.getByRole('option', { name: /Harbour terms/ }).click();
  await form.getByLabel('Title').fill('Harbour, spring');
  await form.getByRole('button', { name: 'Add' }).click();
  await form.getByLabel('Party', { exact: true }).fill(CUSTOMER);
  await form.getByLabel('Signatory').selectOption({ label: 'viewer@demo.example' });
  await form.getByLabel('First day').fill('2026-01-01');
  await form.getByRole('button', { name: 'Create draft' }).click();
  await expect(sheet.getByText(`Spots of ${CUSTOMER} are shown in ________.`)).toBeVisible();
  await sheet.getByLabel('Value', { exact: true }).first().fill('Lisbon');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText(`Spots of ${CUSTOMER} are shown in Lisbon.`)).toBeVisible();
  await sheet.getByRole('button', { name: 'Send for signature' }).click();
  await page
    .getByRole('dialog', { name: 'Send Harbour, spring?' })
    .getByRole('button', { name: 'Send for signature' })
    .click();
  await expect(page.getByRole('dialog', { name: /^C-\d{4}-\d{4} Harbour, spring$/ })).toBeVisible();
  for (const path of ['/admin/contracts', '/admin/contracts/templates']) await expectGuarded(path);
});

test('BIZ-07 BIZ-13 OPEN-BIZ-02 ROUTE-BIZ-13 ROUTE-BIZ-14 a contract is read to its end and signed without a link, countersigned, in force, and printed with its hash', async () => {
  await staff.setPortal(true);
  const { id, number, body_sha256 } = await sendContract('Signed in a tunnel');
  const page = await users.signIn('Viewer');
  await open(page, '/business/contracts');
  await at(page, '/business/contracts');
  await titled(page, 'Contracts');
  await page.getByRole('link', { name: 'Signed in a tunnel' }).click();
  await at(page, `/business/contracts/${id}`);
  await open(page, `/business/contracts/${id}?sign=1`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign contract' }).click();
  await expect(dialog.getByText('Read the text to its end first.')).toBeVisible();
  await expect(dialog.getByText('Confirm that you want to sign.')).toBeVisible();
  const text = dialog.getByRole('region', { name: 'Text of the contract' });
  await text.evaluate(box => box.scrollTo(0, box.scrollHeight));
  await dialog.getByLabel('Your full name').fill(SIGNED_AS);
  await dialog.getByRole('checkbox').check();
  const noLink = `**/api/own-contracts/${id}/sign`;
  await page.context().route(noLink, route => route.abort());
  await dialog.getByRole('button', { name: 'Sign contract' }).click();
  await expect(page.getByRole('main').getByText('Signed here, not sent yet')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('Signed here, not sent yet')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Sign|Read and sign)$/ })).toHaveCount(0);
  await page.context().unroute(noLink);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(`signed by ${SIGNED_AS}`)).toBeVisible();
  await expect(page.getByText('Signed here, not sent yet')).toHaveCount(0);

  const admin = await users.as('Admin');
  await open(admin, `/admin/contracts?id=${id}`);
  await admin.getByRole('dialog').getByRole('button', { name: 'Countersign' }).click();
  const second = admin.getByRole('dialog', { name: /^Countersign / });
  await second
    .getByRole('region', { name: 'Text of the contract' })
    .evaluate(box => box.scrollTo(0, box.scrollHeight));
  await second.getByRole('button', { name: 'Draw' }).click();
  await second.getByLabel('Your full name').fill('Fleet desk');
  const canvas = second.getByRole('img', { name: 'Draw your signature here' });
  await canvas.scrollIntoViewIfNeeded();
  const pad = await canvas.boundingBox();
  await admin.mouse.move(pad!.x + 20, pad!.y + 60);
  await admin.mouse.down();
  await admin.mouse.move(pad!.x + 180, pad!.y + 40, { steps: 4 });
  await admin.mouse.up();
  await second.getByRole('checkbox').check();
  await second.getByRole('button', { name: 'Sign contract' }).click();
  await expect(admin.getByText(`Signed: ${number} Signed in a tunnel`, { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('main').getByText('In force', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Signature of Fleet desk' })).toBeVisible();
  // Chinese type comes in slices where the machine has none.
  for (const part of [body_sha256!, CUSTOMER, SIGNED_AS, 'Fleetdesk'])
    await expect.poll(() => printed(page)).toContain(part);
  /** Both sides hold the same paper. */
  const paperOf = (of: Page) =>
    printOf(of, () => of.getByRole('button', { name: 'Print', exact: true }).click());
  const [ours, theirs] = [await paperOf(admin), await paperOf(page)];
  for (const paper of [ours, theirs]) {
    expect(paper.name).toBe(`${number} Signed in a tunnel`);
    expectParts(paper, [
      ...[`${number} Signed in a tunnel`, 'In force', 'First day', '1 Jan 2026', '1 Jan 2036', 'Part 30'],
      ...[body_sha256!, CUSTOMER, SIGNED_AS, 'Fleet desk', 'UTC'],
    ]);
  }
  expect(theirs.text).toBe(ours.text);
  for (const path of ['/business/contracts', `/business/contracts/${id}`]) await expectGuarded(path);
  await staff.setPortal(false);
});
