import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { launching } from '../support/pages/browser.ts';
import { turnOn } from '../support/screen/kiosk.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

/** These pages also work without their server. */
test.use({ serviceWorkers: 'allow' });

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const SHOTS = process.env['SHOTS'];
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Of the video that is seen. */
const sound = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('video[data-layer="front"]');
    return video && { muted: video.muted, volume: video.volume };
  });
const light = (page: Page) =>
  page.evaluate(() => {
    const layer = document.getElementById('dim')!;
    return layer.hidden ? 1 : 1 - Number(layer.style.opacity);
  });

test(
  'a rider has sound and light in one touch, content overrides neither, and the next ride begins without them',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--demo', 'off', '--play', LOOP, '--seconds', '2');
    const browser = await chromium.launch(launching('--autoplay-policy=no-user-gesture-required'));
    try {
      const context = await browser.newContext({ hasTouch: true, viewport: { width: 1280, height: 720 } });
      const page = await context.newPage();
      await page.goto(`${server.origin}/player`);
      await expect(page.locator('#stage [data-layer="front"]')).toBeVisible({ timeout: 30_000 });
      await expect(button(page, 'Mute')).toHaveCount(0);
      await turnOn(page);
      await expect(button(page, 'Mute')).toBeVisible();
      await expect(button(page, 'Louder')).toBeHidden();
      await shot(page, 'rider-rest');

      await button(page, 'Mute').tap();
      await expect(button(page, 'Sound on')).toHaveAttribute('aria-pressed', 'true');
      await page.touchscreen.tap(640, 200);
      await expect(button(page, 'Louder')).toBeVisible();
      await shot(page, 'rider-awake');
      expect(await violations(page)).toEqual([]);
      for (const size of await page.locator('.rider button').all()) {
        const box = (await size.boundingBox())!;
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(48);
      }
      await button(page, 'Dim').tap();
      expect(await light(page)).toBeCloseTo(0.4);
      await expect.poll(() => sound(page), { timeout: 30_000 }).toEqual({ muted: true, volume: 0 });
      await button(page, 'Screen off').tap();
      expect(await light(page)).toBe(0);
      await shot(page, 'rider-dark');
      await button(page, 'Bright').tap();

      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await context.setOffline(true);
      await page.touchscreen.tap(640, 200);
      await button(page, '中文').tap();
      await expect(button(page, '打开声音')).toBeVisible();
      await shot(page, 'rider-zh');
      await button(page, '为什么看到它？').tap();
      await expect(page.getByRole('dialog', { name: '为什么您会看到它' })).toContainText('没有摄像头');
      await shot(page, 'why-zh');
      await button(page, '关闭').tap();

      await page.touchscreen.tap(640, 200);
      await button(page, '司机').tap();
      await button(page, 'Yes, it is parked').tap();
      const driver = page.getByRole('dialog', { name: 'Driver' });
      await expect(driver).toContainText('Somebody rides');
      await shot(page, 'driver');
      await driver.getByRole('button', { name: 'Passenger out' }).click();
      await expect(driver).toContainText('Empty');
      await driver.getByRole('button', { name: 'Passenger in' }).click();
      await driver.getByRole('button', { name: 'Close' }).click();
      await expect(button(page, 'Mute')).toHaveAttribute('aria-pressed', 'false');
      expect(await light(page)).toBe(1);
    } finally {
      await browser.close();
      await server.remove();
    }
  },
);
