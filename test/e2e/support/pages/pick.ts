import type { Locator } from '@playwright/test';

/** Picks the first that a field with a list finds for what is typed. */
export async function pick(field: Locator, typed: string): Promise<void> {
  await field.click();
  await field.fill(typed);
  await field.press('Enter');
}
