/** What a kiosk does for who stands before it: it cannot be left by a swipe or Back, can be read, and turns with its screen. */
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { launching } from '../support/pages/browser.ts';
import { pinDialog, turnOn } from '../support/screen/kiosk.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

/** These pages also work without their server. */
test.use({ serviceWorkers: 'allow' });

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 3840, height: 2160 },
] as const;
/** The smallest letters that are seen, px. */
const smallest = (page: Page, selector: string) =>
  page.locator(selector).evaluate(root => {
    const sizes = [root, ...root.querySelectorAll<HTMLElement>('*')]
      .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim()))
      .filter(one => (one as HTMLElement).checkVisibility())
      .map(one => parseFloat(getComputedStyle(one).fontSize));
    return Math.min(...sizes);
  });

test(
  'P10 a kiosk that was entered from another page is left by neither Back nor a swipe; its letters can be read and all of it turns',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--demo', 'off', '--play', LOOP, '--seconds', '2');
    const browser = await chromium.launch(launching());
    try {
      const context = await browser.newContext({ hasTouch: true, viewport: SIZES[0], locale: 'zh-CN' });
      const page = await context.newPage();
      await page.goto(`${server.origin}/auth`);
      await page.goto(`${server.origin}/player`);
      await expect(page.locator('#stage [data-layer="front"]')).toBeVisible({ timeout: 30_000 });
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
      await page.evaluate(() => localStorage.setItem('i18nextLng', 'en'));
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await turnOn(page);
      await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();

      /** The very first touch may hold the corner. */
      await expect(page.locator('.knob')).toHaveCount(1);
      const knob = (await page.locator('.knob').boundingBox())!;
      await page.mouse.move(knob.x + 10, knob.y + 10);
      await page.mouse.down();
      await expect(pinDialog(page)).toBeVisible({ timeout: 10_000 });
      await page.mouse.up();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        expect(await smallest(page, 'dialog.pin')).toBeGreaterThanOrEqual(size.height / 40);
        expect(await smallest(page, '.rider')).toBeGreaterThanOrEqual(size.height / 40);
      }
      await page.setViewportSize(SIZES[0]);
      await page.keyboard.press('Escape');

      await page.touchscreen.tap(640, 300);
      for (let n = 0; n < 4; n++) {
        await page.evaluate(() => history.back());
        await page.waitForTimeout(100);
      }
      expect(new URL(page.url()).pathname).toBe('/player');
      const isHeld = await page.evaluate(() => {
        const move = new Event('touchmove', { bubbles: true, cancelable: true });
        document.getElementById('stage')?.dispatchEvent(move);
        return move.defaultPrevented;
      });
      expect(isHeld).toBe(true);

      await page.evaluate(() => (document.documentElement.dataset['rotation'] = '90'));
      const bar = (await page.locator('.rider').boundingBox())!;
      expect(bar.height).toBeGreaterThan(bar.width);
      expect([bar.x, bar.y].every(at => at < 60)).toBe(true);
      await page.touchscreen.tap(640, 300);
      await page.getByRole('button', { name: 'Why this?' }).tap();
      const dialog = (await page.getByRole('dialog').boundingBox())!;
      expect(dialog.height).toBeGreaterThan(dialog.width);
      expect(dialog.x).toBeGreaterThanOrEqual(0);
      expect(dialog.y).toBeGreaterThanOrEqual(0);
    } finally {
      await browser.close();
      await server.remove();
    }
  },
);
