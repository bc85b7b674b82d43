import { expect, type Page } from '@playwright/test';
import { cachedPaths, readPaths, recordOf } from '../support/pages/kept.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';
import { enterAs } from '../support/pages/demoRole.ts';

/** These pages also work without their server. */
test.use({ serviceWorkers: 'allow' });

let server: Wayside;
test.beforeAll(async () => {
  server = await Wayside.start();
});
test.afterAll(() => server.remove());

const row = (page: Page) => page.getByRole('row').filter({ hasText: 'City loop' });
const bar = (page: Page) => page.getByText('You see data from');

async function opened(page: Page): Promise<void> {
  await page.goto(`${server.origin}/auth`);
  await enterAs(page, 'Manager');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goto(`${server.origin}/playlists`);
  await expect(row(page)).toBeVisible();
  await expect.poll(() => readPaths(page), { timeout: 20_000 }).toContain('/api/playlists');
  await expect.poll(() => cachedPaths(page)).toContain('/theme.js');
  // A sign-out without a link ends on the sign-in page.
  await expect.poll(() => cachedPaths(page)).toContain('/locales/en/auth.json');
  await expect
    .poll(async () => (await cachedPaths(page)).some(path => path.includes('/assets/OfflineBanner-')))
    .toBe(true);
}
const statusOf = async (token: string) =>
  (await fetch(`${server.origin}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

test('C6 a console opened once reloads without its server, shows its list and how old it is, and goes on', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', told => void (told.text().includes('Security') && complaints.push(told.text())));
  await opened(page);
  await server.stop();
  await page.reload();
  await expect(row(page)).toBeVisible();
  await expect(bar(page)).toBeVisible();
  await expect(page.getByText('No connection to the server')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('offline.png') });
  await server.up();
  await expect(bar(page)).toBeHidden({ timeout: 20_000 });
  await expect(row(page)).toBeVisible();
  expect(await recordOf(page, 'tokens')).not.toEqual({ tokens: null });
  expect(complaints).toEqual([]);
});

test(
  'a sign-out without a link ends here at once, keeps nothing, and there as soon as it is heard',
  { tag: '@again' },
  async ({ page }) => {
    await opened(page);
    const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '');
    expect(await statusOf(token)).toBe(200);
    await server.stop();
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible({ timeout: 2_000 });
    expect(await recordOf(page, 'tokens')).toEqual({ tokens: null });
    for (const name of ['query-cache', 'last_user']) expect(await recordOf(page, name)).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull();
    await server.up();
    expect(await statusOf(token)).toBe(200);
    await page.reload();
    await expect.poll(() => statusOf(token), { timeout: 20_000 }).toBe(401);
  },
);
