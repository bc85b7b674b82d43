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

test('a draft that is published without a link says that it waits, is unsaved again where it is cancelled, and is published once', async ({
  browser,
  demoServer,
}) => {
  const users = new DemoUsers(browser, demoServer.origin, { viewport: { width: 1366, height: 900 } });
  try {
    const page = await users.as('Manager');
    const published: string[] = [];
    page.on('response', answer => {
      if (answer.url().endsWith('/publish')) published.push(String(answer.status()));
    });
    await page.goto(`${demoServer.origin}/playlists`);
    await page.getByRole('link', { name: 'City loop' }).first().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page).toHaveURL(/\/edit$/);
    const rows = page.getByRole('listitem').filter({ has: page.locator('[data-grip]') });
    const order = () => rows.evaluateAll(all => all.map(row => row.getAttribute('aria-label')));
    await expect(rows.nth(1)).toBeVisible();
    const before = await order();
    /** The server is out of reach, what the page is made of is not. */
    await page.context().route('**/api/**', route => route.abort());
    await rows.first().locator('[data-grip]').focus();
    await page.keyboard.press('Alt+ArrowDown');
    const [publish, save] = ['Publish', 'Save draft'].map(name =>
      page.getByRole('button', { name, exact: true }),
    );
    await publish!.click();
    await expect(page.getByText('Waits for a connection')).toBeVisible();
    await expect(publish!).toBeDisabled();
    /** The list itself may not be here yet: the page goes on without it. */
    const everything = '**/*';
    await page.context().route(everything, route => route.abort());
    await page.getByRole('button', { name: '2 pending changes' }).click();
    await expect(page.getByText(/^This list needs a connection once/)).toBeVisible();
    await page.context().unroute(everything);
    await page.getByRole('button', { name: '2 pending changes' }).click();
    const sheet = page.getByRole('dialog');
    /** What is being tried at this moment cannot be cancelled: without a link nothing is tried. */
    await expect(page.locator('header [data-link]')).toHaveAttribute('data-link', 'offline');
    await sheet
      .getByRole('listitem')
      .filter({ hasText: 'Draft of' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await expect(page.getByText('Change cancelled', { exact: true })).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    /** What would have been published is not there any more. */
    await expect(page.getByRole('button', { name: /pending change/ })).toHaveCount(0);
    await expect(save!).toBeEnabled();
    await publish!.click();
    await expect(page.getByRole('button', { name: '2 pending changes' })).toBeVisible();
    await expect(page.getByText('Waits for a connection')).toBeVisible();
    await page.context().unroute('**/api/**');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 });
    await page.reload();
    await expect(rows.nth(1)).toBeVisible();
    expect(await order()).not.toEqual(before);
    expect(published).toEqual(['200']);
  } finally {
    await users.close();
  }
});
