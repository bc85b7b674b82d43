import { expect, test } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { enter, realPaths, tour, visit, watched, writeHarm } from '../support/pages/everyPage.ts';
import { small } from '../support/pages/small.ts';
import { Wayside } from '../support/server/wayside.ts';

test.describe.configure({ mode: 'parallel' });

const WIDE = { width: 1280, height: 800 };
/** 1280 × 1024 at 400 %. */
const NARROW = { width: 320, height: 256 };
const ROLES = {
  'en-US': ['Owner', 'Device owner', 'Viewer'],
  'zh-CN': ['所有者', '设备所有者', '查看者'],
} as const;

for (const locale of ['en-US', 'zh-CN'] as const)
  test(`AMBIG-UI-01 C5 every real page in ${locale} is safe from the texts it shows, can be used by everybody, and fits 320 px`, async ({
    browser,
  }) => {
    test.setTimeout(400_000);
    const server = await Wayside.start();
    const { origin } = server;
    const faults: unknown[] = [];
    try {
      const { email: staff, links } = await writeHarm(server);
      const open = realPaths();
      const total = open.size;
      for (const who of [staff, ...ROLES[locale]]) {
        const context = await browser.newContext({ locale, viewport: WIDE });
        const page = await context.newPage();
        page.setDefaultTimeout(20_000);
        const { refused, complaints } = await watched(page);
        const look = async (path: string) => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            for (const fault of await violations(page)) faults.push([path, colorScheme, fault]);
          }
          await page.setViewportSize(NARROW);
          // A table that has just become too wide for its box scrolls in it from the next frame on.
          await page
            .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, {
              timeout: 2_000,
            })
            .catch(() => undefined);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (over > 0) faults.push([path, `${over} px too wide at 320 px`]);
          await page.setViewportSize(WIDE);
          for (const button of await small(page)) faults.push([path, `too small: ${button}`]);
          if ((await page.locator('h1').count()) !== 1) faults.push([path, 'not one h1']);
          if ((await page.title()) === 'harmed') faults.push([path, 'harmed']);
        };
        if (who === staff)
          for (const path of ['/auth', '/auth?mode=register']) {
            await visit(page, origin + path);
            await look(path);
          }
        await enter(page, origin, who);
        await tour({ origin, page, open, more: links, look });
        if (who === staff) {
          await page.goto(`${origin}/player`);
          await expect(page.locator('#over, #stage').first()).toBeAttached();
          await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        }
        faults.push(...refused, ...complaints);
        await context.close();
      }
      process.stdout.write(
        `${locale}: ${total - open.size} of ${total} pages seen, ${faults.length} faults\n`,
      );
      expect(faults).toEqual([]);
      expect([...open]).toEqual([]);
    } finally {
      await server.remove();
    }
  });
