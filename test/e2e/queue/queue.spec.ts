/** What people see of changes that wait: kept, listed, sent once, taken back, in conflict. */
import { randomUUID } from 'node:crypto';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import type { Location } from '../../../shared/contract/fleet/location.ts';
import { FaultProxy, PORTAL } from '../../support/server/faultProxy.ts';
import { Api } from '../support/server/api.ts';
import { violations } from '../support/pages/axe.ts';
import { cutOf } from '../support/server/cut.ts';
import { queuedRows } from '../support/pages/kept.ts';
import { tabTo } from '../support/pages/keys.ts';
import {
  archive,
  begin,
  button,
  cut,
  joined,
  keep,
  look,
  openSheet,
  place,
  settledOnDisk,
  signIn,
  signInToList,
  standing,
  writesTo,
} from '../support/pages/waiting.ts';
import { Wayside } from '../support/server/wayside.ts';

/** A rule of the server's that says no. */
const NO = {
  status: 422,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 'RULE', message: 'Not on a Sunday.', details: {} }),
};

let server: Wayside;
let proxy: FaultProxy;
let api: Api;
test.beforeAll(async () => {
  server = await Wayside.start();
  proxy = await FaultProxy.before(() => server.port);
  api = await new Api(server.origin).enter(server.firstAdmin());
  await api.setPortal(true);
});
test.afterAll(async () => {
  await proxy.close();
  await server.remove();
});
test.use({ locale: 'en-US', viewport: { width: 1280, height: 800 }, actionTimeout: 15_000 });

test('QUEUE-28 QUEUE-22 a change made without a link is kept, listed after a reload, and sent once', async ({
  page,
  context,
}) => {
  const hotel = await place(api, 'Hotel Tejo');
  await signInToList(page, proxy);
  await settledOnDisk(page);
  await begin(page, hotel, 'Rua Nova 1');
  await cut(context, proxy);
  await keep(page, hotel);
  await expect(button(page)).toHaveAccessibleName('1 pending change');
  await page.screenshot({ path: test.info().outputPath('bar.png') });
  let sheet = await openSheet(page);
  await expect(sheet.getByRole('listitem')).toHaveText(/Edit Hotel Tejo/);
  await page.screenshot({ path: test.info().outputPath('sheet.png') });
  await page.reload();
  await expect(button(page)).toHaveAccessibleName('1 pending change');
  sheet = await openSheet(page);
  await expect(sheet.getByRole('listitem')).toHaveText(/Edit Hotel Tejo/);
  await sheet.getByRole('button', { name: 'Close' }).click();
  expect(writesTo(proxy, hotel)).toEqual([]);
  await joined(context, proxy);
  await expect(button(page)).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole('row').filter({ hasText: 'Hotel Tejo' })).toContainText('Rua Nova 1');
  expect(writesTo(proxy, hotel)).toHaveLength(1);
  expect(await standing(api, hotel)).toMatchObject({ address: 'Rua Nova 1', version: hotel.version + 1 });
});

test('a change that meets a newer version is shown with both sides and stands where its maker says so', async ({
  page,
  context,
}) => {
  const [mine, theirs] = [await place(api, 'Cais do Sodré'), await place(api, 'Belém')];
  await signInToList(page, proxy);
  await look(page, theirs);
  await begin(page, mine, 'Mine 1');
  await cut(context, proxy);
  await keep(page, mine);
  await begin(page, theirs, 'Mine 2');
  await keep(page, theirs);
  for (const one of [mine, theirs])
    await api.call('PATCH', `/api/locations/${one.id}`, { address: 'Theirs' }, one.version);
  await joined(context, proxy);
  await expect(button(page)).toHaveAccessibleName('2 changes failed', { timeout: 30_000 });
  const sheet = await openSheet(page);
  const entry = (which: Location) => sheet.getByRole('listitem').filter({ hasText: which.name });
  for (const [which, address] of [
    [mine, 'Mine 1'],
    [theirs, 'Mine 2'],
  ] as const) {
    await expect(entry(which)).toContainText('Changed by somebody else');
    await entry(which).getByRole('button', { name: 'Compare' }).click();
    await expect(entry(which).getByRole('row').last()).toHaveText(`Address− Theirs+ ${address}`);
  }
  await page.screenshot({ path: test.info().outputPath('conflict.png') });
  await entry(mine).getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(entry(mine)).toBeHidden({ timeout: 30_000 });
  await entry(theirs).getByRole('button', { name: 'Keep theirs' }).click();
  await expect(sheet.getByText('No pending changes')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(button(page)).toBeHidden();
  expect(await standing(api, mine)).toMatchObject({ address: 'Mine 1', version: mine.version + 2 });
  expect(await standing(api, theirs)).toMatchObject({ address: 'Theirs', version: theirs.version + 1 });
});

test(
  'what two tabs have made is sent once though both come back online',
  { tag: '@again' },
  async ({ page, context }) => {
    const places = [];
    for (const n of [1, 2, 3, 4, 5, 6]) places.push(await place(api, `Stop ${n}`));
    await signInToList(page, proxy);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByRole('row').nth(1)).toBeVisible();
    await cut(context, proxy);
    for (const [i, one] of places.entries()) await archive(i % 2 === 0 ? page : other, one);
    for (const tab of [page, other]) await expect(button(tab)).toHaveAccessibleName('6 pending changes');
    proxy.faults.delayMs = 300;
    await joined(context, proxy);
    for (const tab of [page, other]) await expect(button(tab)).toBeHidden({ timeout: 30_000 });
    proxy.faults.delayMs = 0;
    for (const one of places) {
      expect(writesTo(proxy, one)).toHaveLength(1);
      expect(await standing(api, one)).toMatchObject({ status: 'archived', version: one.version + 1 });
    }
    await other.close();
  },
);

/** One that waits, one that was refused and one in conflict, each there for as long as `faults.instead` stands. */
async function threeKinds(page: Page, context: BrowserContext) {
  const waits = await place(api, `Miradouro ${randomUUID().slice(0, 4)}`);
  const refused = await place(api, `Armazém ${randomUUID().slice(0, 4)}`);
  const stale = await place(api, `Rossio ${randomUUID().slice(0, 4)}`);
  await signInToList(page, proxy);
  await look(page, stale);
  await begin(page, refused, 'Where nothing may be');
  await cut(context, proxy);
  await keep(page, refused);
  await begin(page, stale, 'Praça Dom Pedro IV 3');
  await keep(page, stale);
  await archive(page, waits);
  await api.call('PATCH', `/api/locations/${stale.id}`, { address: 'Praça Dom Pedro IV 7' }, stale.version);
  proxy.faults.instead = ({ method, url = '' }) => {
    if (method === 'GET' || method === 'HEAD') return null;
    if (url.includes(waits.id)) return PORTAL;
    return url.includes(refused.id) ? NO : null;
  };
  await joined(context, proxy);
  await expect(button(page)).toHaveAccessibleName('2 changes failed', { timeout: 30_000 });
  return { waits, refused, stale };
}

test('OPEN-QUEUE-03 each that waits or failed is listed with its reason, and is done by the keyboard', async ({
  page,
  context,
}) => {
  const { waits, refused, stale } = await threeKinds(page, context);
  // Without the toast that was just read out.
  await page.reload();
  const looks = [];
  for (const [language, colorScheme, width] of [
    ['English', 'light', 320],
    ['中文', 'dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: language }).click();
    await expect(button(page)).toHaveAccessibleName(language === 'English' ? /changes/ : /更改/);
    await page.setViewportSize({ width, height: 800 });
    const name = `${colorScheme}-${width}.png`;
    await page.screenshot({ path: test.info().outputPath(`bar-${name}`) });
    looks.push(...(await cutOf(page)).map(what => `${name} bar: ${what}`));
    const sheet = await openSheet(page);
    await expect(sheet.getByRole('listitem')).toHaveCount(3);
    await sheet.getByRole('button', { name: /Compare|比较/ }).click();
    await expect(sheet.getByRole('row')).toHaveCount(2);
    await page.screenshot({ path: test.info().outputPath(`sheet-${name}`), fullPage: true });
    looks.push(...(await cutOf(page)).map(what => `${name}: ${what}`));
    looks.push(...(await violations(page)).map(what => `${name}: ${what}`));
    await page.keyboard.press('Escape');
  }
  expect(looks).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'English' }).click();
  await tabTo(page, button(page));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Pending changes' });
  const entry = (which: Location) => sheet.getByRole('listitem').filter({ hasText: which.name });
  await expect(entry(waits)).toContainText('Queued');
  await expect(entry(refused)).toContainText('Rejected by the server');
  await expect(entry(refused)).toContainText('Server response (422): Not on a Sunday.');
  await expect(entry(stale)).toContainText('Changed by somebody else');
  const press = async (which: Location, name: string) => {
    await tabTo(page, entry(which).getByRole('button', { name }));
    await page.keyboard.press('Enter');
    await expect(entry(which)).toBeHidden({ timeout: 30_000 });
  };
  await press(waits, 'Cancel');
  await press(stale, 'Discard');
  proxy.faults.instead = null;
  await press(refused, 'Retry');
  await expect(sheet.getByText('No pending changes')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(button(page)).toBeHidden();
  expect(await standing(api, waits)).toMatchObject({ status: 'active', version: waits.version });
  expect(await standing(api, stale)).toMatchObject({
    address: 'Praça Dom Pedro IV 7',
    version: stale.version + 1,
  });
  expect(await standing(api, refused)).toMatchObject({
    address: 'Where nothing may be',
    version: refused.version + 1,
  });
});

test(
  'of a change taken back on its way it is said that the server may have heard it',
  { tag: '@again' },
  async ({ page, context }) => {
    const one = await place(api, 'Terreiro do Paço');
    await signInToList(page, proxy);
    await settledOnDisk(page);
    await cut(context, proxy);
    await archive(page, one);
    await expect(button(page)).toHaveAccessibleName('1 pending change');
    proxy.faults.instead = ({ method, url }) =>
      method !== 'GET' && url?.includes(one.id) ? 'silence' : null;
    await joined(context, proxy);
    await expect.poll(() => writesTo(proxy, one)).toHaveLength(1);
    const sheet = await openSheet(page);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    const notice = page.getByText('Already sent: check whether it was applied', { exact: true });
    await expect(notice).toBeVisible();
    await expect(sheet.getByText('No pending changes')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('on-its-way.png') });
    proxy.faults.instead = null;
  },
);

test(
  'a sign-out with changes waiting names their number, and discards them only when told to',
  { tag: '@again' },
  async ({ page, context }) => {
    const { waits } = await threeKinds(page, context);
    const signOut = async () => {
      await page.getByRole('button', { name: /account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Sign out and discard pending changes?' });
    await cut(context, proxy);
    await signOut();
    await expect(dialog).toContainText('3 changes have not been sent. Signing out discards them.');
    await page.screenshot({ path: test.info().outputPath('asked.png') });
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(dialog).toBeHidden();
    await expect(button(page)).toHaveAccessibleName('2 changes failed');
    expect(await queuedRows(page)).toHaveLength(3);
    await signOut();
    await dialog.getByRole('button', { name: 'Sign out and discard' }).click();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    expect(await queuedRows(page)).toEqual([]);
    proxy.faults.instead = null;
    await joined(context, proxy);
    await signIn(page, proxy);
    await expect(button(page)).toBeHidden();
    expect(await standing(api, waits)).toMatchObject({ status: 'active', version: waits.version });
    await signOut();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  },
);
