import type { Locator, Page } from '@playwright/test';

/** Reaches it by keyboard only. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    if (await target.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${String(target)}`);
}
