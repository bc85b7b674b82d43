/** Somebody looks after a fleet from afar: what he asks of a screen happens there, and he sees that it did. */
import { expect, type Browser, type Page } from '@playwright/test';
import { Api, OWN_PASSWORD } from '../support/server/api.ts';
import { violations } from '../support/pages/axe.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { Wayside } from '../support/server/wayside.ts';

/** A heartbeat takes what waits with it: the clock of the screen is moved to the next one. */
const HEARTBEAT_MS = 30_000;
const nextBeat = (screen: Screen) => screen.page.clock.fastForward(HEARTBEAT_MS);
const NARROW = { width: 320, height: 256 };
const WIDE = { width: 1280, height: 900 };

async function usable(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await page.setViewportSize(NARROW);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(WIDE);
}

async function aFleet(browser: Browser) {
  const server = await Wayside.start('--demo', 'off');
  const { email, password } = server.firstAdmin();
  const api = await new Api(server.origin).enter({ email, password });
  const screen = new Screen();
  await screen.open(`${server.origin}/player`, { watch: false, first: page => page.clock.install() });
  const shown = screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/);
  await expect(shown).toBeVisible();
  const code = await shown.innerText();

  const page = await browser.newPage({ locale: 'en-US', viewport: WIDE });
  page.setDefaultTimeout(20_000);
  await page.goto(`${server.origin}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto(`${server.origin}/admin/devices?pair=${code}`);
  await page.getByLabel('Name', { exact: true }).fill('Cab 2000');
  await page.getByRole('button', { name: 'Pair screen' }).click();
  await expect(page).toHaveURL(/\?id=[0-9a-f-]{36}$/);
  const id = page.url().slice(-36);
  const close = async () => {
    await page.close();
    await screen.remove();
    await server.remove();
  };
  return { server, api, screen, page, id, close };
}
let fleet: Awaited<ReturnType<typeof aFleet>>;
test.beforeAll(async ({ browser }) => void (fleet = await aFleet(browser)));
test.afterAll(() => fleet.close());

test('ADMIN-01 a screen is asked to identify itself, to report and to reload, and the console shows that it did', async () => {
  test.setTimeout(300_000);
  const { api, screen, page, id } = fleet;
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Screen', { exact: true }).fill('Cab 2001');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Cab 2001' })).toBeVisible();
  await page.getByRole('tab', { name: 'Remote control' }).click();
  await page.reload();
  const panel = page.getByRole('region', { name: 'Remote control' });
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click();
  const line = (name: string) =>
    panel.getByRole('region', { name: 'Recent commands' }).getByRole('listitem').filter({ hasText: name });
  await expect(panel.getByText('No commands yet.')).toBeVisible();
  await usable(page);

  /** By then the screen has its new name. */
  const { manifest_version: version } = await api.call<Device>('GET', `/api/devices/${id}`);
  await nextBeat(screen);
  await expect
    .poll(async () => (await api.call<Device>('GET', `/api/devices/${id}`)).reported?.config_version)
    .toBe(version);
  /** The screen listens: no heartbeat is waited for. */
  await press('Identify');
  await expect(screen.page.getByText('This screen is')).toBeVisible();
  await expect(screen.page.locator('.identify')).toContainText('Cab 2001');
  await expect(screen.page.locator('.identify')).toContainText(id.slice(-6).toUpperCase());
  await expect(line('Identify')).toContainText('Done');
  await nextBeat(screen);
  await expect(screen.page.locator('.identify')).toBeHidden();

  await screen.page.evaluate(() => void Object.assign(window, { before: true }));
  await press('Request logs');
  await press('Reload');
  await expect.poll(() => screen.page.evaluate(() => 'before' in window).catch(() => true)).toBe(false);
  await expect(line('Reload')).toContainText('Done');
  await expect(line('Request logs')).toContainText('Done');
  await line('Request logs').getByText('Reply from the screen').click();
  await expect(line('Request logs').locator('pre')).toContainText('"version"');
  expect(await violations(page)).toEqual([]);

  await press('Reset PIN');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset PIN' }).click();
  await expect(line('Reset PIN')).toContainText('Done');
  await line('Reset PIN').getByText('Show the PIN').click();
  await expect(line('Reset PIN').locator('pre')).toHaveText(/^[1-9]\d{3}$/);
});

test('ROUTE-ADMIN-10 ADMIN-19 a wall shows every screen as it is now; who cannot be reached is waited for, or given up on', async () => {
  test.setTimeout(240_000);
  const { server, api, screen, page, id } = fleet;
  const stranger = await page.context().browser()!.newPage();
  await stranger.goto(`${server.origin}/admin/devices/monitor`);
  await expect(stranger).toHaveURL(/\/auth$/);
  await stranger.close();
  await page.goto(`${server.origin}/admin/devices/monitor`);
  await expect(page.getByRole('heading', { level: 1, name: 'Live monitor' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.locator('[aria-current=page]')).toHaveText('Live monitor');
  const tile = page.getByRole('link', { name: /Cab 200\d/ });
  await nextBeat(screen);
  await expect(tile).toContainText('Online');
  await usable(page);

  const { version } = await api.call<{ version: number }>('GET', `/api/devices/${id}`);
  await api.call('PATCH', `/api/devices/${id}`, { name: 'Cab 2002' }, version);
  await expect(tile).toContainText('Cab 2002', { timeout: 6_000 });

  const build = page.getByRole('combobox', { name: 'Version' });
  const build_now = (await build.getByRole('option').nth(1).textContent()) ?? '';
  await build.selectOption(build_now);
  await expect(page).toHaveURL(
    `${server.origin}/admin/devices/monitor?version=${encodeURIComponent(build_now)}`,
  );
  await expect(tile).toContainText('Online');
  await page.goto(`${server.origin}/admin/devices/monitor?version=0.0.1`);
  await expect(page.getByText('No screens are in this state.')).toBeVisible();
  await page.goto(`${server.origin}/admin/devices?app_version=${encodeURIComponent(build_now)}`);
  await expect(page.getByRole('row', { name: /Cab 2002/ })).toBeVisible();
  await page.goto(`${server.origin}/admin/devices/monitor`);
  await expect(tile).toContainText('Online');

  await server.kill();
  await expect(page.getByRole('status').filter({ hasText: 'Connecting' })).toBeVisible();
  await server.up();
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible({ timeout: 50_000 });

  await screen.context.setOffline(true);
  await tile.click();
  await page.getByRole('tab', { name: 'Remote control' }).click();
  const panel = page.getByRole('region', { name: 'Remote control' });
  await panel.getByRole('button', { name: 'Refresh content' }).click();
  const line = panel.getByRole('listitem').filter({ hasText: 'Refresh content' });
  await expect(line).toContainText('Waiting for the screen');
  await line.getByRole('button', { name: 'Cancel: Refresh content' }).click();
  await expect(line).toContainText('Cancelled');
});
