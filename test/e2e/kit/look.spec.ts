/** The pages as they are seen: pictures for looking at, in both themes and languages, and what can be measured of them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { small } from '../support/pages/small.ts';
import { launching } from '../support/pages/browser.ts';
import { Wayside } from '../support/server/wayside.ts';

const PICTURES = join(import.meta.dirname, '../../reports/look');
const PAGES = {
  home: '/admin',
  devices: '/admin/devices',
  sheet: '/admin/devices',
  creatives: '/creatives',
  upload: '/creatives/upload',
  builder: '/playlists',
} as const;
const LOOKS = [
  { locale: 'en-US', colorScheme: 'light', manager: 'Manager' },
  { locale: 'en-US', colorScheme: 'dark', manager: 'Manager' },
  { locale: 'zh-CN', colorScheme: 'light', manager: '经理' },
  { locale: 'zh-CN', colorScheme: 'dark', manager: '经理' },
] as const;

/** A4 within its margins, at 96 px to the inch. */
const A4_PX = { width: 703, height: 1016 };

let server: Wayside;
let browser: Browser;
test.beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  server = await Wayside.start();
  browser = await chromium.launch(launching());
});
test.afterAll(async () => {
  await browser.close();
  await server.remove();
});

async function manager({ locale, colorScheme, manager: name }: (typeof LOOKS)[number]): Promise<Page> {
  const page = await browser.newPage({ locale, colorScheme, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(20_000);
  await page.goto(`${server.origin}/auth`);
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForURL(/\/admin/);
  return page;
}

/** Opens a page and what belongs to it: the sheet of the first screen, the builder of the first loop. */
async function show(page: Page, name: keyof typeof PAGES) {
  await page.goto(`${server.origin}${PAGES[name]}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (name === 'sheet') {
    await page.getByRole('link', { name: 'Cab 1182' }).click();
    await page.getByRole('dialog').waitFor();
  }
  if (name === 'builder') {
    await page.getByRole('link', { name: 'City loop' }).click();
    await page.waitForURL(/\/playlists\/[0-9a-f-]{36}$/);
    await page.goto(`${page.url()}/edit`);
    await page.getByRole('heading', { level: 1, name: 'City loop' }).waitFor();
  }
  if (name === 'home') await page.getByRole('figure').waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** The demo has played nothing yet: a week of plays stands in for it. */
async function withPlays(page: Page) {
  await page.route('**/api/programmatic/plays/summary?**', async route => {
    const url = new URL(route.request().url());
    const answer = (await (await route.fetch()).json()) as { groups?: { at: string; plays: number }[] };
    const busy = (at: string) =>
      Math.max(0, Math.round(90 * Math.sin(((Number(at.slice(11, 13)) - 5) / 18) * Math.PI)));
    const groups = answer.groups?.map(group => ({ ...group, plays: busy(group.at) }));
    const plays = url.searchParams.has('group_by') ? 1 : 812;
    await route.fulfill({
      json: { ...answer, plays, duration_ms: plays * 9_000, ...(groups ? { groups } : {}) },
    });
  });
}

for (const look of LOOKS)
  test(`AMBIG-UI-01 the pages are seen in ${look.colorScheme} and ${look.locale}, every button at least 48 by 48`, async () => {
    const page = await manager(look);
    await withPlays(page);
    for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
      await show(page, name);
      await page.screenshot({
        path: join(PICTURES, `${name}-${look.locale.slice(0, 2)}-${look.colorScheme}.png`),
      });
      expect([name, await small(page)]).toEqual([name, []]);
    }
    await page.close();
  });

test('on paper a list has neither shell nor buttons, is light in the dark theme, and fits the sheet', async () => {
  const page = await manager(LOOKS[1]);
  await show(page, 'devices');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByText('Cab 1182').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Screen' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Never seen/ })).toBeVisible();
  const seen = await page.evaluate(() => ({
    ground: getComputedStyle(document.documentElement).backgroundColor,
    ink: getComputedStyle(document.body).color,
    buttons: [...document.querySelectorAll('main button')].filter(
      button => button.closest('th, .lane') === null && button.getBoundingClientRect().width > 0,
    ).length,
  }));
  expect(seen).toEqual({ ground: 'rgba(0, 0, 0, 0)', ink: 'rgb(22, 25, 29)', buttons: 0 });
  await page.setViewportSize(A4_PX);
  await page.screenshot({ path: join(PICTURES, 'devices-print.png') });
  const paper = await page.pdf({
    path: join(PICTURES, 'devices.pdf'),
    preferCSSPageSize: true,
    printBackground: true,
  });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.close();
});
