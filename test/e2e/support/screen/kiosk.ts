/** Simulates touch at a screen: shows the knob, sets up kiosk mode, long-presses and types. */
import { expect, type Page } from '@playwright/test';

export const PIN = '4711';
export const WRONG = '0000';

export const knob = (page: Page) =>
  page.getByRole('button', { name: /^(Service panel|Hold for 3 seconds|维护面板|按住 3 秒)/ });
export const pinDialog = (page: Page) => page.getByRole('dialog', { name: /^(Enter PIN|输入密码)$/ });
export const panel = (page: Page) => page.getByRole('dialog', { name: /^(Service panel|维护面板)$/ });

export async function wake(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.move(300, 300);
    await page.mouse.move(310, 310);
    await expect(knob(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}
export async function hold(page: Page, ms: number): Promise<void> {
  await wake(page);
  const box = (await knob(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(ms);
  await page.mouse.up();
}
export async function type(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await pinDialog(page).getByRole('button', { name: digit, exact: true }).click();
}
export async function askForPin(page: Page): Promise<void> {
  await hold(page, 3_200);
  await expect(pinDialog(page)).toBeVisible();
}

/** Enables kiosk mode from the panel and waits until the page has reloaded. */
export async function turnOn(page: Page, pin = PIN): Promise<void> {
  await wake(page);
  await knob(page).click();
  await panel(page).getByRole('button', { name: 'Turn on kiosk mode' }).click();
  const setup = page.getByRole('dialog', { name: 'Kiosk mode' });
  await setup.getByLabel('PIN of your own').fill(pin);
  await setup.getByLabel('The same PIN again').fill(pin);
  await setup.getByRole('button', { name: 'Next' }).click();
  await expect(setup.getByText(pin, { exact: true })).toBeVisible();
  await anew(page, () => setup.getByRole('button', { name: 'Turn on kiosk mode' }).click());
  expect(await flag(page)).toBe('true');
}
/** Every action ends in a reload. */
export async function anew(page: Page, act: () => Promise<unknown>): Promise<void> {
  const begun = page.waitForEvent('load');
  await act();
  await begun;
}
export const flag = (page: Page) => page.evaluate(() => localStorage.getItem('kiosk_mode'));
