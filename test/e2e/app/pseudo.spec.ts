import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { routes } from '../../../console/app/routes/index.ts';
import { launching } from '../support/pages/browser.ts';
import { cutOf, stickingOut } from '../support/server/cut.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let dir: string;
test.beforeAll(async () => {
  server = await Wayside.start();
  dir = mkdtempSync(join(tmpdir(), 'wayside-fonts-'));
});
test.afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await server.remove();
});

/** Fonts of the system without any that knows Chinese. */
const LATIN_ONLY = `<?xml version="1.0"?><fontconfig>
<dir>/usr/share/fonts</dir><cachedir>CACHE</cachedir>
<selectfont><rejectfont><pattern><patelt name="lang"><string>zh-cn</string></patelt></pattern>
<pattern><patelt name="lang"><string>zh-tw</string></patelt></pattern>
<pattern><patelt name="lang"><string>ja</string></patelt></pattern></rejectfont></selectfont>
</fontconfig>`;

/** Two signs look different in the type of that element; without a font for them both are the same box. */
const tellsApart = (page: Page, selector: string, family?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(async (element, given) => {
      await document.fonts.ready;
      const font = `32px ${given ?? getComputedStyle(element).fontFamily}`;
      await document.fonts.load(font, '登录');
      const drawn = (sign: string) => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 48;
        const pen = canvas.getContext('2d')!;
        pen.font = font;
        pen.fillText(sign, 4, 36);
        return canvas.toDataURL();
      };
      return drawn('登') !== drawn('录');
    }, family);

test('Chinese is drawn in the console and on the player where the machine has no Chinese font', async () => {
  const file = join(dir, 'fonts.conf');
  writeFileSync(file, LATIN_ONLY.replace('CACHE', join(dir, 'cache')));
  const browser = await chromium.launch({
    ...launching(),
    env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: file },
  });
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await page.goto(`${server.origin}/auth`);
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible();
  expect(await tellsApart(page, 'h1', 'sans-serif')).toBe(false);
  expect(await tellsApart(page, 'h1')).toBe(true);
  await page.goto(`${server.origin}/player`);
  await expect(page.getByText('配对此屏幕').first()).toBeVisible();
  expect(await tellsApart(page, '[lang=zh]')).toBe(true);
  await browser.close();
});

test('texts a third longer overflow nothing at 1280 px', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const found: string[] = [];
  const measured = (path: string) => stickingOut(page, server.origin, path);
  for (const path of ['/auth', '/auth?mode=register', '/pricing']) found.push(...(await measured(path)));
  await page.goto(`${server.origin}/auth`);
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  const main = routes.filter(route => !route.path.includes(':')).map(route => route.path);
  for (const path of main) found.push(...(await measured(path)));
  expect(found).toEqual([]);
  // And a text that does stick out would have been found.
  await page
    .locator('h1')
    .evaluate(title => Object.assign(title.style, { width: '40px', whiteSpace: 'nowrap' }));
  expect(await cutOf(page, 'h1')).not.toEqual([]);
  await context.close();
});
