/** Tiles of the media library: what is pressed on them covers nothing of what they show. */
import { expect, type Locator } from '@playwright/test';
import { enter } from '../support/pages/everyPage.ts';
import { test } from '../support/server/demoServer.ts';

const SHOTS = process.env['SHOTS'];
const boxOf = async (of: Locator) => (await of.boundingBox())!;

for (const [width, height] of [
  [390, 844],
  [1_440, 900],
] as const)
  test(`a tile's checkbox and menu lie below its picture and words at ${width} px`, async ({
    browser,
    demoServer,
  }) => {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width, height } });
    const page = await context.newPage();
    await enter(page, demoServer.origin, 'Admin');
    await page.goto(`${demoServer.origin}/admin/media`);
    const tile = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox') })
      .first();
    const words = await boxOf(tile.locator('[data-row-link]'));
    for (const control of [tile.getByRole('checkbox'), tile.getByRole('button')])
      expect((await boxOf(control)).y).toBeGreaterThanOrEqual(words.y + words.height);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/tiles-${width}.png` });
    await context.close();
  });
