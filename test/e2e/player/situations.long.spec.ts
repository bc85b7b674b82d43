import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '../../../shared/constants.ts';
import { LANGUAGE_KEY } from '../../../shared/i18n/language.ts';
import { DATABASE_NAME } from '../../../shared/storage/schema.ts';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { Api } from '../support/server/api.ts';
import { violations } from '../support/pages/axe.ts';
import { cutOf } from '../support/server/cut.ts';
import { recordOf } from '../support/pages/kept.ts';
import { anew, askForPin, knob, panel, turnOn, wake } from '../support/screen/kiosk.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

/** These pages also work without their server. */
test.use({ serviceWorkers: 'allow' });

const MARKERS = join(import.meta.dirname, '../../fixtures/markers');
const SHOTS = join(import.meta.dirname, '../../../.cache/situations');
/** Slow enough to be met while it brings what it has to play. */
const BYTES_PER_SECOND = 100;
/** So long after the link is gone a screen says so. */
const MARK_MS = 30_000;

let bare: Wayside;
let looped: Wayside;
let proxy: FaultProxy;
let api: Api;
let folder: string;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wayside-loop-'));
  for (const name of ['i1.jpg', 'i2.jpg', 'i3.jpg']) copyFileSync(join(MARKERS, name), join(folder, name));
  mkdirSync(SHOTS, { recursive: true });
  looped = await Wayside.start('--play', folder, '--seconds', '2');
  proxy = await FaultProxy.before(() => looped.port);
  /** Its own: what other files sell on every screen would play on one that was just paired. */
  bare = await Wayside.start('--demo', 'off');
  api = await new Api(bare.origin).enter(bare.firstAdmin());
});
test.afterAll(async () => {
  await proxy.close();
  await Promise.all([looped.remove(), bare.remove()]);
  rmSync(folder, { recursive: true, force: true });
});

const code = (page: Page) => page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/);
async function unpaired(page: Page): Promise<void> {
  await page.goto(`${bare.origin}/player`);
  await expect(code(page)).toBeVisible();
}
const playing = (page: Page) => expect(page.locator('#stage > [data-layer=front]')).toBeVisible();

/** No picture can be made of any file. */
function noPictures(): void {
  globalThis.createImageBitmap = () => Promise.reject(new Error('this picture cannot be decoded'));
}
/** As after three starts that came to nothing. */
const afterCrashes = (name: string) =>
  new Promise<void>(done => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const db = opening.result;
      const tx = db.transaction('values', 'readwrite');
      tx.objectStore('values').put(3, 'starts');
      tx.oncomplete = () => {
        db.close();
        done();
      };
    };
  });

function setUpInEnglish(key: string): void {
  localStorage.setItem(key, 'en');
  location.reload();
}
function inOwnLanguage(key: string): void {
  localStorage.removeItem(key);
  location.reload();
}

interface Situation {
  name: string;
  /** Answers the page it is seen on where that is another. */
  reach: (page: Page) => Promise<Page | void>;
  /** What it says: in both languages where everybody sees it, in the own one where a hand is. */
  says: readonly [en: RegExp, zh: RegExp] | null;
  isOwn?: true;
}
const SITUATIONS: Situation[] = [
  {
    name: 'first start',
    reach: async page => {
      await page.route(/\/assets\/.*\.js$/, () => undefined);
      await page.goto(`${bare.origin}/player`, { waitUntil: 'commit' });
      await expect(page.getByRole('img', { name: 'Wayside' })).toBeVisible();
      /** Its first word would cost a start a tenth of a second. */
      await expect(page.locator('body')).toHaveText('');
    },
    says: null,
  },
  { name: 'not paired', reach: unpaired, says: [/Pair this screen/, /配对此屏幕/] },
  {
    name: 'offline, nothing kept',
    reach: async page => {
      await unpaired(page);
      await page.context().setOffline(true);
    },
    says: [/Waiting for connection, next try in \d+ s|Offline/, /等待网络连接，\d+ 秒后重试|离线/],
  },
  {
    name: 'nothing scheduled',
    reach: async page => {
      await unpaired(page);
      const text = (await code(page).innerText()).replace('-', '');
      await api.call('POST', '/api/devices/pair', { code: text });
      await expect(code(page)).toBeHidden();
    },
    says: [/Nothing scheduled/, /暂无排期/],
  },
  {
    name: 'downloading',
    reach: async page => {
      proxy.faults.bytesPerSecond = BYTES_PER_SECOND;
      await page.goto(`${proxy.origin}/player`);
    },
    says: [/Downloading 0 of 3/, /正在下载 0 \/ 3/],
  },
  {
    name: 'each item fails',
    reach: async page => {
      await page.addInitScript(noPictures);
      const isOfIt = (text: string | null) => text?.includes('"playback"') ?? false;
      const told = page.waitForRequest(sent => isOfIt(sent.postData()), { timeout: 60_000 });
      await page.goto(`${looped.origin}/player`);
      const noted = expect
        .poll(() => recordOf(page, 'incidents', DATABASE_NAME), { timeout: 60_000 })
        .toMatchObject([{ kind: 'playback' }]);
      /** What the server has heard of lies here no more. */
      await Promise.any([told, noted]);
      await expect(page.locator('.slides')).toBeVisible();
    },
    says: null,
  },
  {
    name: 'safe mode',
    reach: async page => {
      await page.goto(`${looped.origin}/player`);
      await playing(page);
      await page.evaluate(afterCrashes, DATABASE_NAME);
      await page.reload();
      await playing(page);
    },
    says: [/Service code E-204/, /服务代码 E-204/],
  },
  {
    name: 'offline with content',
    reach: async page => {
      await page.clock.install();
      await page.goto(`${looped.origin}/player`);
      await playing(page);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.context().setOffline(true);
      await page.waitForFunction(() => !navigator.onLine);
      await page.clock.fastForward(MARK_MS);
      await expect(page.locator('.corner')).toBeVisible();
      await playing(page);
    },
    says: [/Offline/, /离线/],
  },
  {
    name: 'another tab plays already',
    reach: async page => {
      await unpaired(page);
      const second = await page.context().newPage();
      await second.goto(`${bare.origin}/player`);
      return second;
    },
    says: [/Already playing in another tab/, /播放器已在另一个标签页中运行/],
  },
  {
    name: 'service panel',
    reach: async page => {
      await unpaired(page);
      await wake(page);
      await knob(page).click();
      await expect(panel(page)).toBeVisible();
    },
    says: [/Service panel/, /维护面板/],
    isOwn: true,
  },
  {
    name: 'PIN pad',
    reach: async page => {
      await unpaired(page);
      await anew(page, () => page.evaluate(setUpInEnglish, LANGUAGE_KEY));
      await turnOn(page);
      await anew(page, () => page.evaluate(inOwnLanguage, LANGUAGE_KEY));
      await askForPin(page);
    },
    says: [/Enter PIN/, /输入密码/],
    isOwn: true,
  },
];

/** All of the screen is the player's, nothing scrolls, nothing sticks out, and each text can be read. */
async function isWhole(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const isFull = (await page.locator('#stage[data-full]').count()) > 0;
  const screen = page.locator(isFull ? '#stage' : '#ground');
  // Of a page that has just come the sheet of styles is still to come: nothing is drawn until then.
  await expect.poll(() => screen.boundingBox()).toMatchObject({ width, height });
  const size = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ]);
  expect(size).toEqual([width, height]);
  expect(await cutOf(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: join(SHOTS, `${name.replaceAll(/\W+/g, '-')}.png`) });
}

/** Both languages stand on most of them: `npm test` sees the first, `npm run test:long -- again` the second, too. */
for (const [nth, language] of LANGUAGES.entries())
  test.describe(language, { tag: nth === 0 ? [] : ['@again'] }, () => {
    test.use({ locale: language, viewport: { width: 1280, height: 720 } });
    test.afterEach(() => void (proxy.faults.bytesPerSecond = null));

    for (const { name, reach, says, isOwn } of SITUATIONS)
      test(`${name}, in ${language}: the whole screen, in words that can be read`, async ({ page }) => {
        const seen = (await reach(page)) ?? page;
        const spoken = isOwn ? [says?.[LANGUAGES.indexOf(language)]] : (says ?? []);
        for (const text of spoken)
          if (text) await expect(seen.getByText(text).first()).toBeVisible({ timeout: 30_000 });
        await isWhole(seen, `${name}-${language}`);
      });
  });

test('an open service panel tells of each item as it comes', async ({ page }) => {
  const busy = { status: 503, headers: {}, body: '' };
  proxy.faults.instead = ({ url }) => (url?.startsWith('/media/') ? busy : null);
  try {
    await page.goto(`${proxy.origin}/player`);
    await expect(page.getByText('Downloading 0 of 3')).toBeVisible({ timeout: 30_000 });
    await wake(page);
    await knob(page).click();
    await panel(page).getByText('Items on this screen').click();
    await expect(panel(page).getByText('missing', { exact: true })).toHaveCount(3);
    proxy.faults.instead = null;
    await expect(panel(page).getByText('ready', { exact: true })).toHaveCount(3, { timeout: 30_000 });
  } finally {
    proxy.faults.instead = null;
  }
});
