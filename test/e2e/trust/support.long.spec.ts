import { text } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import type { Ticket } from '../../../shared/contract/trust/ticket.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Api } from '../support/server/api.ts';
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

interface Tickets {
  total: number;
  items: Ticket[];
}
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const found = (q: string) => staff.call<Tickets>('GET', `/api/support/tickets?q=${encodeURIComponent(q)}`);

/** Acts at home, where the messages of the contact page are: `staff` acts in the fleet. */
const atPlatform = async () => {
  const home = await new Api(server.origin).enterHome(staff.email);
  return async (q: string): Promise<number> =>
    (await home.call<Tickets>('GET', `/api/support/tickets?q=${encodeURIComponent(q)}`)).total;
};

async function writeTicket(page: Page, subject: string, category: string): Promise<void> {
  await page.getByRole('button', { name: 'New ticket' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Subject').fill(subject);
  await dialog.getByLabel('Category').selectOption(category);
  await dialog.getByLabel('What can we do for you?').fill('It began this morning.');
  await dialog.getByRole('button', { name: 'Send' }).click();
}
async function writeContact(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill('ana@cabs.example');
  await page.getByLabel('Topic').selectOption('billing');
  await page.getByRole('textbox', { name: 'Message' }).fill(`What does a second screen cost? ${name}`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send message' }).click();
}

test('ROUTE-PUB-07 PUBLIC-04 the contact page opens signed out, names what is missing, and writes a ticket', async () => {
  const page = await users.stranger();
  await open(page, '/contact');
  await at(page, '/contact');
  await titled(page, 'Contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please choose a topic')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await writeContact(page, 'Ana Lima');
  await expect(page.getByText('Thank you, we have your message')).toBeVisible();
  expect(await (await atPlatform())('Ana Lima')).toBe(1);
});

test('PUBLIC-04 signed out, each public page is there and leads nowhere else', async () => {
  const page = await users.stranger();
  for (const [path, name] of [
    ...([
      ['/pricing', 'Pricing'],
      ['/register', 'Register your business'],
      ['/terms', 'Terms of use'],
      ['/privacy', 'Privacy policy'],
    ] as const),
    ...([
      ['/dpa', 'Data processing agreement'],
      ['/contact', 'Contact'],
      ['/jobs', 'Jobs'],
    ] as const),
  ]) {
    const answer = await open(page, path);
    expect(answer?.status()).toBe(200);
    await at(page, path);
    await titled(page, name);
  }
});

test('PUBLIC-04 a message that is written without a link outlives a reload and arrives once', async () => {
  const page = await users.newPage();
  await open(page, '/contact');
  await titled(page, 'Contact');
  await page.waitForLoadState('networkidle');
  /** What keeps a message has been asked for one that waits: its code is here. */
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0);
  const author = 'Written offline';
  /** No link at all: what the page needs from here on it must hold already. */
  await page.context().setOffline(true);
  await writeContact(page, author);
  await expect(page.getByText('Your message waits for a connection')).toBeVisible();
  const noLink = '**/api/public/contact';
  await page.context().route(noLink, route => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByText('Your message waits for a connection')).toBeVisible();
  await page.context().unroute(noLink);
  await page.reload();
  const messagesOf = await atPlatform();
  await expect.poll(() => messagesOf(author), { timeout: 30_000 }).toBe(1);
  await page.reload();
  await expect(page.getByLabel('Your name')).toBeVisible();
  expect(await messagesOf(author)).toBe(1);
});

test('ROUTE-OWNER-05 OWNER-05 an owner opens a ticket about his device, with what the server knows of it', async () => {
  const page = await users.as('Device owner');
  await open(page, '/owner/support');
  await at(page, '/owner/support');
  await titled(page, 'Support');
  await page.getByText('My screen is dark. What can I do?').click();
  await expect(page.getByText('Check that the device has power')).toBeVisible();
  await page.getByRole('button', { name: 'New ticket' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Subject').fill('The owner sees a dark screen');
  await dialog.getByLabel('Category').selectOption('device');
  await dialog.getByLabel('What can we do for you?').fill('It began this morning.');
  await dialog.getByLabel('Device it is about').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('It began this morning.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What the server knew of the device' })).toBeVisible();

  const manager = await users.as('Manager');
  await open(manager, '/owner/support');
  await at(manager, '/admin');
  const stranger = await users.stranger();
  await open(stranger, '/owner/support');
  await at(stranger, '/auth');
});

test('ROUTE-ADMIN-23 ROUTE-ADMIN-24 ADMIN-11 the desk finds a ticket in its list, sorts it, answers it, keeps a note to itself and resolves it', async () => {
  const owner = await users.as('Device owner');
  await open(owner, '/owner/support');
  await writeTicket(owner, 'The desk story', 'account');
  await expect.poll(async () => (await found('The desk story')).items.length).toBe(1);
  const [ticket] = (await found('The desk story')).items;
  const now = async () => (await found('The desk story')).items[0];

  const page = await users.as('Admin');
  await open(page, '/admin/support');
  await at(page, '/admin/support');
  await titled(page, 'Support desk');
  const row = page.getByRole('main').getByRole('row').filter({ hasText: 'The desk story' });
  for (const text of [`#${ticket!.number}`, 'owner@demo.example', 'Open', 'Normal'])
    await expect(row).toContainText(text);
  await page.getByRole('link', { name: `#${ticket!.number}`, exact: true }).click();
  await at(page, `/admin/support/${ticket!.id}`);
  await titled(page, `#${ticket!.number} The desk story`);
  await page.getByRole('button', { name: 'Take it over' }).click();
  await expect(page.getByText(/assigned it to/)).toBeVisible();
  await page.getByLabel('Subject', { exact: true }).fill('The desk story, sorted');
  await page.getByLabel('Category', { exact: true }).selectOption('device');
  await page.getByLabel('Priority', { exact: true }).selectOption('urgent');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/changed its subject, category or priority/)).toBeVisible();
  await titled(page, `#${ticket!.number} The desk story, sorted`);
  expect(await now()).toMatchObject({
    ...{ subject: 'The desk story, sorted', category: 'device', priority: 'urgent' },
    ...{ state: 'open', assignee_name: 'admin@demo.example' },
  });

  await page.getByRole('button', { name: 'Internal note' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('He has called twice.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'He has called twice.' })).toBeVisible();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByLabel('Answer from a template').selectOption('restart');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Please disconnect the device' })).toBeVisible();
  expect(await now()).toMatchObject({ state: 'pending_customer' });

  await open(owner, `/owner/support?id=${ticket!.id}`);
  await expect(owner.getByRole('article').filter({ hasText: 'Please disconnect the device' })).toBeVisible();
  await expect(owner.getByText('He has called twice.')).toHaveCount(0);
  await expect(owner.getByText(/assigned it to/)).toHaveCount(0);

  await page.getByRole('button', { name: `Actions for #${ticket!.number} The desk story, sorted` }).click();
  await page.getByRole('menuitem', { name: 'Resolve', exact: true }).click();
  await expect(page.getByText(/called it resolved/)).toBeVisible();
  expect(await now()).toMatchObject({ state: 'resolved' });
  await open(page, '/admin/support?status=resolved');
  await expect(row).toContainText('Resolved');
  await open(page, '/admin/support?status=open');
  await expect(page.getByRole('heading', { level: 1, name: 'Support desk' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await owner.reload();
  await expect(owner.getByText(/called it resolved/)).toBeVisible();
  for (const path of ['/admin/support', `/admin/support/${ticket!.id}`]) {
    await open(owner, path);
    await at(owner, '/owner/dashboard');
    const stranger = await users.stranger();
    await open(stranger, path);
    await at(stranger, '/auth');
  }
});

test('ADMIN-11 OWNER-05 a file goes with a ticket, and is removed by whoever attached it or by the desk, after a question', async () => {
  const owner = await users.as('Device owner');
  await open(owner, '/owner/support');
  await writeTicket(owner, 'A file too many', 'device');
  await expect.poll(async () => (await found('A file too many')).items.length).toBe(1);
  const [ticket] = (await found('A file too many')).items;
  await open(owner, `/owner/support?id=${ticket!.id}`);
  const add = (page: Page, name: string, content: string) =>
    page.locator('input[type=file]').setInputFiles({
      ...{ name, mimeType: 'text/plain', buffer: Buffer.from(content) },
    });
  const file = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const bin = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true });
  // What may run somewhere is refused before it is sent.
  await add(owner, 'fix.exe', 'MZ');
  await expect(owner.getByRole('alert').filter({ hasText: '“fix.exe” is not taken.' })).toBeVisible();
  await add(owner, 'private.txt', 'My home address.');
  await expect(file(owner, 'private.txt')).toBeVisible();

  const page = await users.as('Admin');
  await open(page, `/admin/support/${ticket!.id}`);
  await add(page, 'steps.txt', 'Hold the button.');
  await expect(file(page, 'steps.txt')).toBeVisible();

  await owner.reload();
  const saved = owner.waitForEvent('download');
  await file(owner, 'steps.txt').click();
  expect(await text(await (await saved).createReadStream())).toBe('Hold the button.');
  await expect(bin(owner, 'private.txt')).toBeVisible();
  await expect(bin(owner, 'steps.txt')).toHaveCount(0);
  const question = owner.getByRole('dialog', { name: 'Remove “private.txt”?' });
  await bin(owner, 'private.txt').click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(file(owner, 'private.txt')).toBeVisible();
  await bin(owner, 'private.txt').click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(file(owner, 'private.txt')).toHaveCount(0);
  await expect(file(owner, 'steps.txt')).toBeVisible();

  await page.reload();
  await expect(file(page, 'steps.txt')).toBeVisible();
  await expect(file(page, 'private.txt')).toHaveCount(0);
  await bin(page, 'steps.txt').click();
  await page
    .getByRole('dialog', { name: 'Remove “steps.txt”?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect(file(page, 'steps.txt')).toHaveCount(0);
  await expect(page.getByText('It began this morning.')).toBeVisible();
});

test('ROUTE-BIZ-12 BIZ-11 an advertiser writes a ticket, and what he types outlives a reload', async () => {
  await staff.setPortal(true);
  const page = await users.signIn('Viewer');
  await open(page, '/business/support');
  await at(page, '/business/support');
  await titled(page, 'Support');
  await page.getByRole('button', { name: 'New ticket' }).first().click();
  await page.getByRole('dialog').getByLabel('Subject').fill('An invoice in two parts');
  await page.waitForFunction(() => Object.keys(localStorage).some(key => key.includes('ownTickets/new')));
  await page.reload();
  /** What was begun is open again. */
  await expect(page.getByRole('dialog').getByLabel('Subject')).toHaveValue('An invoice in two parts');
  await page.getByRole('dialog').getByLabel('Category').selectOption('billing');
  await page.getByRole('dialog').getByLabel('What can we do for you?').fill('Please split it.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Please split it.' })).toBeVisible();

  const stranger = await users.stranger();
  await open(stranger, '/business/support');
  await at(stranger, '/auth');
  const owner = await users.as('Device owner');
  await open(owner, '/business/support');
  await at(owner, '/owner/dashboard');
  await staff.setPortal(false);
});
