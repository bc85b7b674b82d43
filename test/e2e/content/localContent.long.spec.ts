/** Local content: an item of each kind stands on the page of its kind and in the view of all. */
import { expect, type Page } from '@playwright/test';
import { BODIES } from '../../support/server/content/items.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { pick } from '../support/pages/pick.ts';
import type { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
let api: Api;
test.beforeAll(({ browser, demoServer, staff }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  api = staff;
});
test.afterAll(() => users.close());

const ALL = '/admin/content';
const PAGES = [
  ['local_discovery', 'local-discovery', 'Local discovery', 'Harbour baths'],
  ['entertainment', 'entertainment', 'Entertainment', 'Night concert'],
  ['tourism', 'tourism', 'Tourism', 'Castle walk'],
  ['deals', 'deals', 'Deals', 'Two for one'],
  ['jobs', 'jobs', 'Job posts', 'Night driver'],
  ['news', 'news', 'News', 'Bridge opens'],
] as const;

const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const rowOf = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });

test('ROUTE-ADMIN-13 ROUTE-ADMIN-14 ROUTE-ADMIN-15 ROUTE-ADMIN-16 ROUTE-ADMIN-17 ROUTE-ADMIN-18 ROUTE-ADMIN-19 ADMIN-22 an item of each kind shows on the page of its kind and in all, for those who may see it', async () => {
  for (const [kind] of PAGES) await api.call('POST', '/api/content-items', BODIES[kind]);
  const out = await users.stranger();
  const driver = await users.as('Device owner');
  for (const path of [ALL, ...PAGES.map(([, name]) => `${ALL}/${name}`)]) {
    await open(out, path);
    await at(out, '/auth');
    await open(driver, path);
    await at(driver, '/owner/dashboard');
  }
  const page = await users.as('Admin');
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Local content' })
    .click();
  await at(page, ALL);
  await titled(page, 'Local content');
  for (const [, , , title] of PAGES) await expect(rowOf(page, title)).toBeVisible();
  const kinds = page.getByRole('navigation', { name: 'Kinds of local content' });
  for (const [, path, heading, title] of PAGES) {
    await kinds.getByRole('link', { name: heading }).click();
    await at(page, `${ALL}/${path}`);
    await titled(page, heading);
    await expect(rowOf(page, title)).toBeVisible();
    for (const [, , , other] of PAGES.filter(one => one[3] !== title))
      await expect(rowOf(page, other)).toHaveCount(0);
  }
});

test(
  'a job is written in two languages, published, and found in the view of all with its own fields',
  { tag: '@again' },
  async () => {
    const page = await users.as('Manager');
    await open(page, ALL);
    await page.getByRole('button', { name: 'New item' }).first().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Job post' }).click();
    await at(page, `${ALL}/jobs?new=1`);
    const form = page.getByRole('dialog', { name: 'New item' });
    const title = form.getByRole('group', { name: 'Title' });
    await title.getByLabel('English').fill('Airport driver');
    await title.getByLabel('Chinese').fill('机场司机');
    await form.getByLabel('Employer').fill('City Cabs');
    await pick(form.getByLabel('Currency'), 'euro');
    await form.getByLabel('Pay from').fill('2500');
    await form.getByRole('button', { name: 'Add as a draft' }).click();
    await expect(form.getByLabel('Application link')).toBeFocused();
    await form.getByLabel('Application link').fill('https://example.org/apply');
    await form.getByRole('button', { name: 'Add as a draft' }).click();
    const sheet = page.getByRole('dialog', { name: 'Airport driver' });
    await expect(sheet.getByRole('article').getByText('机场司机')).toBeVisible();
    await expect(sheet.getByRole('img', { name: /Airport driver/ })).toHaveCount(2);
    await sheet.getByRole('button', { name: 'Publish' }).click();
    await expect(sheet.getByRole('button', { name: 'Pause' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(rowOf(page, 'Airport driver').getByText('Live')).toBeVisible();

    await open(page, `${ALL}?q=airport`);
    await page.getByRole('link', { name: 'Airport driver' }).click();
    await expect(page.getByRole('dialog').getByLabel('Employer')).toHaveValue('City Cabs');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await rowOf(page, 'Airport driver').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(rowOf(page, 'Airport driver').getByText('Paused')).toBeVisible();
  },
);

test('a CSV file is checked line by line and imported once it is right', async () => {
  const page = await users.as('Manager');
  await open(page, `${ALL}/tourism?import=1`);
  const dialog = page.getByRole('dialog', { name: 'Import from CSV' });
  const choose = (text: string) =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'sights.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('title_en,duration_min\nOld bridge,many\nOld tower,30');
  await expect(dialog.getByRole('row', { name: /2 duration_min/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await choose('title_en,duration_min\nOld bridge,45\nOld tower,30');
  await expect(dialog.getByText('2 lines are ready.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import' }).click();
  for (const title of ['Old bridge', 'Old tower']) await expect(rowOf(page, title)).toBeVisible();
});

test('a feed is looked at before it is added, and says in plain words why it cannot be read', async () => {
  const page = await users.as('Manager');
  await open(page, ALL);
  await page.getByRole('link', { name: 'Feeds' }).click();
  await at(page, `${ALL}/feeds`);
  await page.getByRole('button', { name: 'New feed' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New feed' });
  await dialog.getByLabel('Name', { exact: true }).fill('Depot notices');
  await dialog.getByLabel('Address').fill('http://127.0.0.1/feed.xml');
  await dialog.getByRole('button', { name: 'Show what it brings' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The address is not public, so it is not read.');
  await dialog.getByRole('button', { name: 'Add feed' }).click();
  await rowOf(page, 'Depot notices').getByRole('link').first().click();
  const sheet = page.getByRole('dialog', { name: 'Depot notices' });
  await expect(sheet.getByRole('button', { name: 'Read now' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Pause' }).click();
  await expect(sheet.getByText('Paused').first()).toBeVisible();
});

test('a job that is live and public is found, opened and applied for without an account', async () => {
  const { id } = await api.call<{ id: string }>('POST', '/api/content-items', {
    ...BODIES.jobs,
    title: { en: 'Weekend driver', zh: '' },
    public: true,
  });
  await api.call('POST', `/api/content-items/${id}/publish`, {});
  const page = await users.stranger();
  await open(page, '/jobs');
  await titled(page, 'Jobs');
  const job = page.getByRole('button', { name: /Weekend driver/ });
  await page.getByLabel('Employment').selectOption('Part time');
  await expect(page.getByText('No jobs found')).toBeVisible();
  await page.getByLabel('Employment').selectOption('Full time');
  await page.getByRole('searchbox', { name: 'Search' }).fill('weekend');
  await expect(page).toHaveURL(/q=weekend/);
  await expect(page.getByRole('status')).toHaveText('1 job');
  await job.click();
  await at(page, `/jobs?employment=full_time&q=weekend&id=${id}`);
  const apply = page.getByRole('link', { name: 'Apply at City Cabs' });
  await expect(apply).toHaveAttribute('href', 'https://example.org/apply');
  await expect(apply).toHaveAttribute('rel', /noopener/);
});
