import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Browser, type Page } from '@playwright/test';
import { knob, panel, wake } from '../support/screen/kiosk.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

let plain: Wayside;
let guessing: Wayside;
let maps: Server;
const asked: string[] = [];
test.beforeAll(async ({ demoServer }) => {
  maps = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ address: { country_code: 'tw' } }));
  }).listen(0, '127.0.0.1');
  await new Promise(done => maps.once('listening', done));
  plain = demoServer;
  const { port } = maps.address() as AddressInfo;
  process.env['GEOCODER_URL'] = `http://127.0.0.1:${port}/reverse?lat={lat}&lon={lon}`;
  guessing = await Wayside.start();
  delete process.env['GEOCODER_URL'];
});
test.afterAll(async () => {
  maps.close();
  await guessing.remove();
});
test.beforeEach(() => void asked.splice(0));

const TAIPEI = { latitude: 25.0375, longitude: 121.5637 };
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const lang = (page: Page) => page.locator('html').getAttribute('lang');

/** Counts who asks for the place; the answer of the browser stays its own. */
async function visitor(browser: Browser, permissions: string[] = []) {
  const context = await browser.newContext({ locale: 'en-US', geolocation: TAIPEI, permissions });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const told = Object.assign(window, { located: 0 });
    const place = navigator.geolocation;
    const ask = place.getCurrentPosition.bind(place);
    Object.assign(place, {
      getCurrentPosition: (...given: Parameters<typeof ask>) => {
        told.located += 1;
        ask(...given);
      },
    });
  });
  const elsewhere: string[] = [];
  page.on('request', request => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') elsewhere.push(request.url());
  });
  const located = () => page.evaluate(() => (window as unknown as { located: number }).located);
  return { page, context, elsewhere, located };
}

test('I18N-17 OPEN-I18N-03 the choice is made on /auth, in the top bar or in the service panel of a screen, needs no reload, and is there at the next start', async ({
  page,
}) => {
  await page.goto(`${plain.origin}/auth`);
  await page.evaluate(() => Object.assign(window, { unbroken: true }));
  await page.getByRole('button', { name: '中文' }).click();
  await titled(page, '登录');
  await page.getByRole('link', { name: '创建账户' }).click();
  await titled(page, '创建账户');
  expect(await page.evaluate(() => 'unbroken' in window)).toBe(true);
  await page.goto(`${plain.origin}/auth`);
  await titled(page, '登录');
  expect([await lang(page), await page.evaluate(() => localStorage.getItem('i18nextLng'))]).toEqual([
    'zh',
    'zh',
  ]);

  await page.getByRole('button', { name: '经理', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.evaluate(() => Object.assign(window, { unbroken: true }));
  await page.getByRole('banner').getByRole('button', { name: 'English' }).click();
  await titled(page, 'Overview');
  expect(await page.evaluate(() => 'unbroken' in window)).toBe(true);
  await page.reload();
  await titled(page, 'Overview');
  expect(await lang(page)).toBe('en');

  await page.goto(`${plain.origin}/player`);
  await expect(page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/)).toBeVisible();
  await wake(page);
  await knob(page).click();
  const choices = panel(page).getByRole('group').filter({ hasText: '中文' });
  await expect(choices.getByRole('button', { name: 'English', pressed: true })).toBeVisible();
  await choices.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('dialog', { name: '维护面板' })).toBeVisible();
  await expect(choices.getByRole('button', { name: '中文', pressed: true })).toBeVisible();
  expect(await lang(page)).toBe('zh');
  await page.goto(`${plain.origin}/admin`);
  await titled(page, '概览');
});

test('API-01 the texts are served as one file for each language', async ({ request }) => {
  for (const language of ['en', 'zh'])
    for (const namespace of ['common', 'player', 'emergency', 'navigation']) {
      const answer = await request.get(`${plain.origin}/locales/${language}/${namespace}.json`);
      expect([answer.status(), typeof (await answer.json())]).toEqual([200, 'object']);
    }
});

test('I18N-03 the shell and a screen need words of their four files alone; each page brings its own with its chunk', async ({
  page,
}) => {
  let requests: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    const [, words] = /^\/locales\/\w+\/(\w+)\.json$/.exec(pathname) ?? [];
    const [, script] = /^\/assets\/(\w+)-[^/]*\.js$/.exec(pathname) ?? [];
    if (words !== undefined) requests.push(words);
    else if (script !== undefined) requests.push(`${script}.js`);
  });
  const wordsOf = (list: string[]) => [...new Set(list.filter(name => !name.endsWith('.js')))].sort();

  await page.goto(`${plain.origin}/player`);
  await expect(page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/)).toBeVisible();
  expect(wordsOf(requests)).toEqual(['player']);

  await page.goto(`${plain.origin}/auth`);
  await page.getByRole('button', { name: 'Manager', exact: true }).click();
  await titled(page, 'Overview');
  requests = [];
  await page.goto(`${plain.origin}/admin/devices`);
  await titled(page, 'Devices');
  /** What is asked for before the file that says it; the four may be. Parts of the shell that come later bring their own. */
  const FILES = {
    screens: 'ListScreen.js',
    devices: 'ListScreen.js',
    pending: 'PendingButton.js',
    consent: 'privacy.js',
  };
  const isEarly = ([words, script]: [string, string]) => requests.indexOf(words) < requests.indexOf(script);
  expect(Object.entries(FILES).filter(isEarly)).toEqual([]);
  expect(wordsOf(requests)).toEqual([...Object.keys(FILES), 'common', 'navigation'].sort());
});

test('OPEN-I18N-01 I18N-18 without a geocoder nobody is asked for his place and nothing leaves for elsewhere', async ({
  browser,
}) => {
  const { page, context, elsewhere, located } = await visitor(browser, ['geolocation']);
  const texts: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/locales/')) texts.push(pathname);
  });
  for (const path of ['/auth', '/player']) {
    await page.goto(`${plain.origin}${path}`);
    await page.waitForLoadState('networkidle');
    expect([path, await located(), await lang(page)]).toEqual([path, 0, 'en']);
  }
  expect(texts).toEqual(expect.arrayContaining(['/locales/en/common.json', '/locales/en/auth.json']));
  expect(texts.filter(path => !/^\/locales\/(en|zh)\/[a-zA-Z]+\.json$/.test(path))).toEqual([]);
  await page.goto(`${plain.origin}/auth`);
  await titled(page, 'Sign in');
  await expect(page.getByRole('button', { name: /location/ })).toHaveCount(0);
  expect(elsewhere).toEqual([]);
  await context.close();
});

test('I18N-07 with a geocoder and a permission given before, the place decides, told to a tenth of a degree', async ({
  browser,
}) => {
  const { page, context, located } = await visitor(browser, ['geolocation']);
  await page.goto(`${guessing.origin}/auth`);
  await titled(page, '登录');
  expect([await located(), asked]).toEqual([1, ['/reverse?lat=25.0&lon=121.6']]);
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBeNull();
  await page.getByRole('button', { name: 'English' }).click();
  await titled(page, 'Sign in');
  await page.reload();
  await titled(page, 'Sign in');
  expect(asked).toHaveLength(1);
  await context.close();
});

test('AMBIG-I18N-01 with a geocoder nobody is asked for his place unless he presses for it, and no screen ever asks', async ({
  browser,
}) => {
  const { page, context, elsewhere, located } = await visitor(browser);
  for (const path of ['/player', '/auth']) {
    await page.goto(`${guessing.origin}${path}`);
    await page.waitForLoadState('networkidle');
    expect([path, await located()]).toEqual([path, 0]);
  }
  expect([asked, elsewhere]).toEqual([[], []]);
  await context.grantPermissions(['geolocation']);
  await page.getByRole('button', { name: 'Detect language from my location' }).click();
  await titled(page, '登录');
  expect(await located()).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('zh');
  await context.close();
});
