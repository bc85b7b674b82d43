import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { hasAskedForCamera, noteCamera } from '../support/screen/camera.ts';
import {
  anew,
  askForPin,
  flag,
  hold,
  knob,
  panel,
  PIN,
  pinDialog,
  turnOn,
  type,
  wake,
  WRONG,
} from '../support/screen/kiosk.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

/** These pages also work without their server. */
test.use({ serviceWorkers: 'allow' });

const LOOP = join(import.meta.dirname, '../../fixtures/markers');

let server: Wayside;
test.beforeAll(({ demoServer }) => void (server = demoServer));

const open = async (page: Page) => {
  await page.goto(`${server.origin}/player`);
  await expect(page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/)).toBeVisible();
};

test('KIOSK-01 KIOSK-02 KIOSK-03 KIOSK-09 KIOSK-12 STORE-21 AMBIG-KIOSK-01 AMBIG-ROUTE-01 a kiosk is left by a hold of three seconds and its PIN, and by nothing less', async ({
  page,
}) => {
  await page.goto(server.origin);
  await expect(page).toHaveURL(`${server.origin}/player`);
  await open(page);
  await page.getByRole('link', { name: 'Sign in to the console' }).click({ trial: true });
  await turnOn(page);
  await page.reload();
  expect(await flag(page)).toBe('true');
  await expect(page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to the console' })).toHaveCount(0);

  await wake(page);
  await knob(page).click();
  await hold(page, 2_500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await askForPin(page);
  expect(await violations(page)).toEqual([]);
  await type(page, WRONG);
  await expect(pinDialog(page).getByText('Wrong PIN. 4 tries left.')).toBeVisible();
  await pinDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await askForPin(page);
  await anew(page, () => page.keyboard.type(PIN));
  expect(await flag(page)).toBeNull();
  await expect(page.getByRole('link', { name: 'Sign in to the console' })).toBeVisible();
});

test(
  'the same PIN opens the service panel where the switch is set, and the screen stays a kiosk',
  { tag: '@again' },
  async ({ page }) => {
    await open(page);
    await turnOn(page);
    await askForPin(page);
    await pinDialog(page).getByRole('button', { name: 'Open the service panel' }).click();
    await type(page, PIN);
    await expect(panel(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect(panel(page).getByRole('group', { name: /error reports/ })).toHaveCount(0);
    await panel(page).getByRole('button', { name: 'Test the connection' }).click();
    await expect(panel(page).getByText(/The server answers in \d+ ms/)).toBeVisible();
    await panel(page).getByLabel('Brightness').fill('40');
    await expect(page.locator('#dim')).toHaveCSS('opacity', '0.6');
    await panel(page).getByRole('button', { name: 'Close' }).click();
    expect(await flag(page)).toBe('true');

    await page.reload();
    await expect(page.locator('#dim')).toHaveCSS('opacity', '0.6');
    await askForPin(page);
    await pinDialog(page).getByRole('button', { name: 'Open the service panel' }).click();
    await type(page, PIN);
    await panel(page).getByRole('button', { name: 'Identify' }).click();
    await expect(page.getByRole('status').getByText('Not paired')).toBeVisible();
    await askForPin(page);
    await pinDialog(page).getByRole('button', { name: 'Open the service panel' }).click();
    await type(page, PIN);
    await anew(page, () => panel(page).getByRole('button', { name: 'Exit kiosk mode' }).click());
    expect(await flag(page)).toBeNull();
  },
);

test('KIOSK-10 KIOSK-11 OPEN-KIOSK-03 a kiosk fills the screen, stays awake, and keeps menus, selection, zoom and shortcuts away', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    const lock = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = kind => {
      asked.push('wake');
      return lock(kind);
    };
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page);
  await turnOn(page);
  await expect(async () => {
    await page.mouse.click(300, 300);
    expect(await page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML');
  }).toPass();
  for (const layer of ['#ground', '#stage', '#over']) {
    const box = await page.locator(layer).evaluate(element => [element.clientWidth, element.clientHeight]);
    const whole = await page.evaluate(() => [innerWidth, innerHeight]);
    expect([layer, ...box]).toEqual([layer, ...whole]);
  }
  expect(
    await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return [scrollHeight > innerHeight, scrollWidth > innerWidth];
    }),
  ).toEqual([false, false]);
  await expect(page.locator('nav, header, a')).toHaveCount(0);

  const refused = await page.evaluate(() => {
    const events: [string, Event][] = [
      ['contextmenu', new MouseEvent('contextmenu', { bubbles: true, cancelable: true })],
      ['selectstart', new Event('selectstart', { bubbles: true, cancelable: true })],
      ['dragstart', new Event('dragstart', { bubbles: true, cancelable: true })],
      ['zoom', new WheelEvent('wheel', { ctrlKey: true, bubbles: true, cancelable: true })],
      ['scroll', new WheelEvent('wheel', { bubbles: true, cancelable: true })],
      ['F5', new KeyboardEvent('keydown', { key: 'F5', bubbles: true, cancelable: true })],
      ['ctrl+l', new KeyboardEvent('keydown', { key: 'l', ctrlKey: true, bubbles: true, cancelable: true })],
      [
        'alt+left',
        new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }),
      ],
      ['digit', new KeyboardEvent('keydown', { key: '4', bubbles: true, cancelable: true })],
    ];
    return events.filter(([, event]) => !document.body.dispatchEvent(event)).map(([name]) => name);
  });
  expect(refused).toEqual(['contextmenu', 'selectstart', 'dragstart', 'zoom', 'F5', 'ctrl+l', 'alt+left']);
  const style = await page.evaluate(() => {
    const { userSelect, overscrollBehavior } = getComputedStyle(document.documentElement);
    return { userSelect, overscrollBehavior };
  });
  expect(style).toEqual({ userSelect: 'none', overscrollBehavior: 'none' });

  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked.length);
  expect(await asked()).toBeGreaterThan(0);
  const before = await asked();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(asked).toBeGreaterThan(before);
});

test('KIOSK-13 SW-03 kiosk mode is turned on and off without a connection', async ({ page, context }) => {
  await open(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(async () => (await caches.keys()).some(name => name.startsWith('shell-')));
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('.house')).toBeVisible();
  // The worker answers the page without a link, and the health check never.
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const health = (method: string) => page.evaluate(how => fetch('/api/health', { method: how }), method);
  for (const method of ['HEAD', 'GET']) await expect(health(method)).rejects.toThrow('Failed to fetch');
  await turnOn(page);
  await expect(page.locator('.house')).toBeVisible();
  await askForPin(page);
  await anew(page, () => page.keyboard.type(PIN));
  expect(await flag(page)).toBeNull();
  await expect(page.locator('.house')).toBeVisible();
});

test('OPEN-KIOSK-04 the dialog in Chinese, and the panel', { tag: '@again' }, async ({ browser }) => {
  const page = await browser.newPage({ locale: 'zh-CN' });
  await page.goto(`${server.origin}/player`);
  await wake(page);
  await knob(page).click();
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: '开启展示模式' }).click();
  const setup = page.getByRole('dialog', { name: '展示模式' });
  await setup.getByRole('button', { name: '下一步' }).click();
  const shown = await setup.getByText(/^\d{4}$/).innerText();
  expect(Number(shown)).toBeGreaterThanOrEqual(1_000);
  await anew(page, () => setup.getByRole('button', { name: '开启展示模式' }).click());
  await page.setViewportSize({ width: 800, height: 480 });
  await askForPin(page);
  for (const key of await pinDialog(page).locator('.key').all()) {
    const box = (await key.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(72);
    expect(box.y + box.height).toBeLessThanOrEqual(480);
  }
  await page.keyboard.type(WRONG === shown ? '1111' : WRONG);
  await expect(pinDialog(page).getByText('密码错误，还可尝试 4 次。')).toBeVisible();
  await expect(pinDialog(page).getByRole('button', { name: '取消' })).toBeVisible();
  await anew(page, () => page.keyboard.type(shown));
  expect(await page.evaluate(() => localStorage.getItem('kiosk_mode'))).toBeNull();
  await page.close();
});

test('OPEN-KIOSK-01 OPEN-KIOSK-04 five wrong PINs lock the screen; a killed browser, a moved clock, a reload and a second tab do not open it', async () => {
  const screen = new Screen();
  const url = `${server.origin}/player`;
  const left = async () =>
    Number(/Locked\. Try again in (\d+) s\./.exec(await pinDialog(screen.page).innerText())?.[1] ?? 0);
  try {
    await screen.open(url, { watch: false });
    await turnOn(screen.page);
    await askForPin(screen.page);
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await type(screen.page, WRONG);
      await expect(pinDialog(screen.page).getByText(`Wrong PIN. ${left} left.`)).toBeVisible();
    }
    await type(screen.page, WRONG);
    await expect.poll(left).toBeGreaterThan(25);
    await screen.page.keyboard.type(PIN);
    await screen.wait(500);
    expect(await flag(screen.page)).toBe('true');
    await screen.kill();

    await screen.open(url, { watch: false });
    await askForPin(screen.page);
    expect(await left()).toBeGreaterThan(20);

    await screen.context.addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 400 * 24 * 60 * 60_000;
    });
    await screen.page.reload();
    await screen.page.evaluate(() => localStorage.clear());
    const second = await screen.context.newPage();
    await second.goto(url);
    await expect(second.getByText('Already playing in another tab')).toBeVisible();
    await second.mouse.move(300, 300);
    await second.mouse.move(310, 310);
    await expect(knob(second)).toHaveCount(0);
    await screen.page.close();
    screen.page = second;
    await askForPin(second);
    expect(await left()).toBeGreaterThan(10);
    expect(await flag(second)).toBe('true');
    await expect.poll(left, { timeout: 40_000 }).toBe(0);
    await anew(second, () => second.keyboard.type(PIN));
    expect(await flag(second)).toBeNull();
  } finally {
    await screen.remove();
  }
});

test('OPEN-KIOSK-03 OPEN-PLAYER-03 whoever has just paired a screen is asked whether to lock it, and what plays goes on without a camera', async () => {
  const own = await Wayside.start('--play', LOOP, '--seconds', '1');
  const screen = new Screen();
  try {
    await screen.open(`${own.origin}/player`, { first: noteCamera });
    const asked = screen.page.getByRole('dialog', { name: 'Turn this screen into a kiosk?' });
    await screen.content(30_000);
    await expect(asked).toHaveCount(0);
    await screen.page.mouse.click(300, 300);
    await expect(asked).toBeVisible({ timeout: 30_000 });
    await asked.getByRole('button', { name: 'Set up kiosk mode' }).click();
    await expect(screen.page.getByRole('dialog', { name: 'Kiosk mode' })).toBeVisible();
    expect(await violations(screen.page)).toEqual([]);
    await screen.page.keyboard.press('Escape');

    const loudest = () =>
      screen.page.evaluate(() => [...document.querySelectorAll('video')].map(({ volume }) => volume));
    await wake(screen.page);
    await knob(screen.page).click();
    await expect(panel(screen.page).getByText(/Paired with/)).toBeVisible();
    await panel(screen.page).getByRole('button', { name: 'Sync now' }).click();
    await expect(panel(screen.page).getByText('Synced.')).toBeVisible();
    await panel(screen.page).getByText('Items on this screen').click();
    await expect(panel(screen.page).getByText('ready', { exact: true })).toHaveCount(5, { timeout: 40_000 });
    await panel(screen.page).getByLabel('Volume').fill('35');
    await expect.poll(loudest).toContain(0.35);
    await screen.page.reload();
    await expect.poll(loudest).toContain(0.35);
    expect(await hasAskedForCamera(screen.page)).toBe(false);
  } finally {
    await screen.remove();
    await own.remove();
  }
});
