import { text } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { OWN_PASSWORD, type Api } from '../support/server/api.ts';
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
  items: { id: string; number: number; subject: string }[];
}
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const found = (q: string) => staff.call<Tickets>('GET', `/api/support/tickets?q=${encodeURIComponent(q)}`);

/** Acts at home, where the messages of the contact page are: `staff` acts in the fleet. */
const atPlatform = async () => {
  const answer = await fetch(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: staff.email, password: OWN_PASSWORD }),
  });
  const { tokens } = (await answer.json()) as { tokens: { access_token: string } };
  return async (q: string): Promise<number> => {
    const list = await fetch(`${server.origin}/api/support/tickets?q=${encodeURIComponent(q)}`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    return ((await list.json()) as Tickets).total;
  };
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

test('ROUTE-ADMIN-23 ROUTE-ADMIN-24 ADMIN-11 the desk answers a ticket, keeps a note to itself and resolves it', async () => {
  const owner = await users.as('Device owner');
  await open(owner, '/owner/support');
  await writeTicket(owner, 'The desk story', 'account');
  await expect.poll(async () => (await found('The desk story')).items.length).toBe(1);
  const [ticket] = (await found('The desk story')).items;

  const page = await users.as('Admin');
  await open(page, '/admin/support');
  await at(page, '/admin/support');
  await titled(page, 'Support desk');
  await page.getByRole('link', { name: `#${ticket!.number}`, exact: true }).click();
  await at(page, `/admin/support/${ticket!.id}`);
  await titled(page, `#${ticket!.number} The desk story`);
  await page.getByRole('button', { name: 'Take it over' }).click();
  await expect(page.getByText(/assigned it to/)).toBeVisible();
  await page.getByRole('button', { name: 'Internal note' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('He has called twice.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'He has called twice.' })).toBeVisible();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByLabel('Answer from a template').selectOption('restart');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Please disconnect the device' })).toBeVisible();

  // A file goes with it; what may run somewhere is refused before it is sent.
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'fix.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  });
  await expect(page.getByRole('alert').filter({ hasText: '“fix.exe” is not taken.' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'steps.txt', mimeType: 'text/plain', buffer: Buffer.from('Hold the button.') },
  });
  await expect(page.getByRole('button', { name: 'steps.txt' })).toBeVisible();

  await open(owner, `/owner/support?id=${ticket!.id}`);
  const saved = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'steps.txt' }).click();
  expect(await text(await (await saved).createReadStream())).toBe('Hold the button.');
  await expect(owner.getByRole('article').filter({ hasText: 'Please disconnect the device' })).toBeVisible();
  await expect(owner.getByText('He has called twice.')).toHaveCount(0);
  for (const path of ['/admin/support', `/admin/support/${ticket!.id}`]) {
    await open(owner, path);
    await at(owner, '/owner/dashboard');
    const stranger = await users.stranger();
    await open(stranger, path);
    await at(stranger, '/auth');
  }
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
