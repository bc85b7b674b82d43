/** Changes nobody has saved are not lost by the browser's own Back. */
import { expect } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { test } from '../support/server/demoServer.ts';

test.use({ locale: 'en-US' });

test('Back asks before it leaves a playlist that is not saved; who stays keeps his changes, who leaves is back where he was', async ({
  browser,
  demoServer,
}) => {
  const users = new DemoUsers(browser, demoServer.origin, { viewport: { width: 1366, height: 900 } });
  try {
    const page = await users.as('Manager');
    await page.goto(`${demoServer.origin}/playlists`);
    await page.getByRole('link', { name: 'City loop' }).first().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page).toHaveURL(/\/edit$/);
    const first = page.getByRole('listitem').filter({ hasText: 'Tram 28' }).last();
    await first.getByRole('button').first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await page.evaluate(() => history.back());
    const question = page.getByRole('dialog');
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(/\/edit$/);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: /^(Discard|Leave)/ }).click();
    await expect(page).toHaveURL(/\/playlists\/[0-9a-f-]{36}$/);
  } finally {
    await users.close();
  }
});
