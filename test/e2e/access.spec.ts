import { chromium, expect, test } from '@playwright/test';
import { violations } from './support/axe.ts';
import { Wayside } from './support/wayside.ts';

const PAGES = [
  '/admin',
  '/admin/devices',
  '/admin/devices?pair=1',
  '/creatives',
  '/creatives/upload',
  '/playlists',
  '/playlists/new',
  '/admin/programmatic/proof-of-play',
  '/admin/users',
  '/admin/users?new=1',
  '/admin/pending-users',
  '/admin/tenants',
  '/admin/audit',
  '/admin/audit?verify=1',
  '/admin/profile',
];

test('every page of the console can be used by everybody, in both languages and themes', async () => {
  const server = await Wayside.start();
  const browser = await chromium.launch({
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: ['--no-sandbox'],
  });
  try {
    for (const [locale, colorScheme] of [
      ['en-US', 'light'],
      ['zh-CN', 'dark'],
    ] as const) {
      const page = await browser.newPage({ locale, colorScheme, viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(20_000);
      await page.goto(`${server.origin}/auth`);
      await page.locator('input[type=email]').waitFor();
      expect([locale, '/auth', await violations(page)]).toEqual([locale, '/auth', []]);
      await page.getByRole('button', { name: locale === 'en-US' ? 'Owner' : '所有者', exact: true }).click();
      await page.waitForURL(/\/admin/);
      for (const path of PAGES) {
        await page.goto(`${server.origin}${path}`);
        await page
          .getByRole('heading', { level: path.includes('=1') ? 2 : 1 })
          .first()
          .waitFor();
        await page.waitForLoadState('networkidle');
        expect([locale, path, await violations(page)]).toEqual([locale, path, []]);
        const titles = await page.locator('h1').count();
        expect([path, titles]).toEqual([path, 1]);
      }
      await page.close();
    }
  } finally {
    await browser.close();
    await server.remove();
  }
});
