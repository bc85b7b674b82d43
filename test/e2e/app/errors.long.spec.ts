import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { seenOnFailure } from '../support/screen/seen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';
import { enterAs } from '../support/pages/demoRole.ts';

let server: Wayside & { web: string };
let browser: Browser;
test.beforeAll(async ({ browser: own }) => {
  process.env['SUPPORT_EMAIL'] = 'help@fleet.example';
  server = await Wayside.copied();
  delete process.env['SUPPORT_EMAIL'];
  browser = own;
});
seenOnFailure(() => browser);
test.afterAll(() => server.remove());

const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();

async function stranger(locale = 'en-US'): Promise<Page> {
  const page = await (await browser.newContext({ locale })).newPage();
  page.setDefaultTimeout(15_000);
  return page;
}
async function manager(): Promise<Page> {
  const page = await stranger();
  await open(page, '/auth');
  await enterAs(page, 'Manager');
  await titled(page, 'Overview');
  return page;
}

/** Every button of the page that can be seen, with its size in CSS px; all at one moment, for a page goes on rendering. */
const sizes = (page: Page) =>
  page.locator('button, [role=button]').evaluateAll(buttons =>
    (buttons as HTMLElement[])
      .filter(button => button.checkVisibility())
      .map(button => {
        const { width, height } = button.getBoundingClientRect();
        const words = button.innerText.trim();
        return { name: button.getAttribute('aria-label') ?? words, isIcon: words === '', width, height };
      })
      .filter(({ width, height }) => width > 0 && height > 0),
  );

/** What is pressed or typed into in the open sheet, and lies under the toast although it was scrolled to. */
const coveredByToast = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('.toasts > li')!.getBoundingClientRect();
    const controls = document.querySelectorAll<HTMLElement>(
      '[role=dialog] :is(button, input, select, textarea, a)',
    );
    return [...controls]
      .filter(control => control.checkVisibility())
      .filter(control => {
        control.scrollIntoView({ block: 'center' });
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
      })
      .map(control => control.ariaLabel ?? control.innerText);
  });

test('a toast covers no control of the sheet it came from', async () => {
  const page = await manager();
  await open(page, '/admin/devices');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const name = page.getByRole('dialog').getByLabel('Screen', { exact: true });
  const old = await name.inputValue();
  for (const [n, width] of [1440, 1024, 800, 390].entries()) {
    await page.setViewportSize({ width, height: 700 });
    await name.fill(`${old} ${n}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.toasts > li')).toContainText('Saved');
    expect(await coveredByToast(page), `${width} px`).toEqual([]);
    await page.locator('.toasts button').last().click();
  }
  await page.close();
});

test('UI-03 AMBIG-UI-01 every button is 48 px high, and an icon alone 48 wide as well', async () => {
  const page = await stranger();
  await open(page, '/auth');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  const seen = [...(await sizes(page))];
  await enterAs(page, 'Manager');
  await titled(page, 'Overview');
  await open(page, '/admin/devices');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  seen.push(...(await sizes(page)));
  await open(page, '/playlists');
  await page.getByRole('link', { name: 'City loop' }).first().click();
  await open(page, `${new URL(page.url()).pathname}/edit`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('City loop');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  seen.push(...(await sizes(page)));
  expect(seen.length).toBeGreaterThan(30);
  const least = 48;
  expect(seen.filter(({ isIcon, width, height }) => height < least || (isIcon && width < least))).toEqual([]);
  await page.context().close();
});

test('UI-04 large buttons are 56 px high', async () => {
  const page = await stranger();
  await open(page, '/auth');
  const large = await page.getByRole('button', { name: 'Sign In', exact: true }).boundingBox();
  expect(large?.height).toBeGreaterThanOrEqual(56);
  await page.context().close();
});

test('ERR-25 an address that is none has a page of its own, signed in or not', async () => {
  const out = await stranger();
  const page = await manager();
  for (const one of [out, page]) {
    await open(one, '/admin/no-such-page');
    await titled(one, 'Page not found');
    await expect(one).toHaveURL(/\/admin\/no-such-page$/);
  }
  await out.context().close();
  await page.context().close();
});

test('a file that is not there is a page in the language of the browser, under its policy', async () => {
  const page = await stranger('zh-CN');
  const complaints: string[] = [];
  page.on(
    'console',
    message => void (message.text().includes('Security') && complaints.push(message.text())),
  );
  await open(page, '/assets/no-such-file.js');
  await titled(page, '未找到 - 请求的资源不存在');
  await expect(page.getByRole('main')).toHaveCSS('border-left-color', 'rgb(255, 184, 28)');
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Takes a lazy chunk from the server, as a deploy does; the answer brings it back. */
function take(chunk: RegExp): () => void {
  const assets = join(server.web, 'assets');
  const names = readdirSync(assets).filter(name => chunk.test(name));
  expect(names).toHaveLength(1);
  const [from, to] = [join(assets, names[0] ?? ''), join(assets, 'taken')];
  renameSync(from, to);
  return () => renameSync(to, from);
}
/** Counts how often the page as a whole is asked for. */
function documents(page: Page): () => number {
  let count = 0;
  page.on('request', request => void (request.isNavigationRequest() && (count += 1)));
  return () => count;
}
const DEVICES = /^devices\.resource-.*\.js$/;
const toDevices = (page: Page) => page.getByRole('link', { name: 'Devices', exact: true }).first().click();

test('a chunk that is gone after a deploy is healed by one reload', async () => {
  const page = await manager();
  const count = documents(page);
  const bring = take(DEVICES);
  await page.route('**/admin/devices', async route => {
    if (route.request().isNavigationRequest()) bring();
    await route.continue();
  });
  await toDevices(page);
  await titled(page, 'Devices');
  await expect(page).toHaveURL(`${server.origin}/admin/devices`);
  expect(count()).toBe(1);
  await page.context().close();
});

test(
  'a chunk that stays away reloads once and no more, says so, and comes when it is back',
  { tag: '@again' },
  async () => {
    const page = await manager();
    const count = documents(page);
    const bring = take(DEVICES);
    await toDevices(page);
    await expect(page.getByText('Connection problem. Check the network and try again.')).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(count()).toBe(1);
    bring();
    await page.getByRole('button', { name: 'Retry now' }).click();
    await titled(page, 'Devices');
    /** Where the browser remembers what did not come, one more page. */
    expect(count()).toBeLessThanOrEqual(2);
    await page.context().close();
  },
);

test('a new build shows its bar and takes no unsaved work with it', async () => {
  const page = await manager();
  const count = documents(page);
  let asked = 0;
  page.on('dialog', dialog => void dialog.dismiss().then(() => (asked += 1)));
  await open(page, '/playlists/new');
  await page.getByLabel('Name').fill('Half a playlist');
  const comesIntoView = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  let answers = 0;
  page.on('response', response => void (answers += response.url().endsWith('/version.json') ? 1 : 0));
  /** The bar is loaded after the page: until it stands, nobody asks. */
  await expect(async () => {
    await comesIntoView();
    await expect.poll(() => answers, { timeout: 500 }).toBeGreaterThan(0);
  }).toPass();
  await expect(page.getByText('New version ready')).toHaveCount(0);
  await page.route('**/version.json', route => route.fulfill({ json: { build: 'another', version: '9' } }));
  await comesIntoView();
  await expect(page.getByText('New version ready')).toBeVisible();
  const reload = page.getByRole('button', { name: 'Reload', exact: true });
  await reload.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Half a playlist');
  expect(count()).toBe(1);
  await reload.click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
  expect([count(), asked]).toEqual([2, 0]);
  await page.context().close();
});

test('ERR-18 ERR-22 ERR-23 STORE-12 STORE-16 STORE-17 OPEN-ERR-03 OPEN-ERR-04 a crash of the whole console leaves a screen whose dashboard leads to /admin, and a note of it', async () => {
  const page = await manager();
  await page.route(/assets\/workspace-.*\.js$/, route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "throw new Error('broken pane for driver@fleet.example')",
    }),
  );
  await open(page, '/creatives?token=abc');
  await titled(page, 'Something went wrong');
  await expect(page.getByText('broken pane')).toBeVisible();
  const draft = (await page.getByRole('link', { name: 'Report Error' }).getAttribute('href')) ?? '';
  expect(draft).toMatch(/^mailto:help@fleet\.example\?subject=broken%20pane/);
  expect(decodeURIComponent(draft)).toContain('/creatives?token=[hidden]');
  expect(decodeURIComponent(draft)).not.toContain('driver');
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<{ component: string }[] | undefined>(done => {
          const opening = indexedDB.open('wayside-errors');
          opening.onsuccess = () => {
            const reading = opening.result.transaction('values').objectStore('values').get('error_log');
            reading.onsuccess = () => done(reading.result as { component: string }[] | undefined);
          };
        }),
    );
  const report = {
    message: 'broken pane for [hidden]',
    component: 'application',
    context: 'render',
    page: '/creatives',
    url: `${server.origin}/creatives?token=[hidden]`,
    userAgent: await page.evaluate(() => navigator.userAgent),
    errorType: 'component',
  };
  /** Other pieces may lie in the same file: each notes its own. */
  await expect
    .poll(async () => ((await kept()) ?? []).find(({ component }) => component === 'application'))
    .toMatchObject(report);
  await page.unrouteAll();
  const count = documents(page);
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await titled(page, 'Creatives');
  expect(count()).toBe(1);

  // What stands beside the pages of the admin area takes all of it down.
  await page.route(/assets\/DrawerPanel-/, route =>
    route.fulfill({ contentType: 'text/javascript', body: "throw new Error('broken drawer')" }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/admin/devices');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await titled(page, 'Admin Panel Error');
  await expect(
    page.getByText('An error occurred in the admin panel. Your work may not have been saved.'),
  ).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(`${server.origin}/admin`);
  await titled(page, 'Overview');
  await page.context().close();
});
