/** Creates offline changes as a manager makes them on the business locations. */
import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { Location } from '../../../../shared/contract/fleet/location.ts';
import type { FaultProxy } from '../../../support/server/faultProxy.ts';
import type { Api } from '../server/api.ts';
import { cachedPaths, readPaths } from './kept.ts';
import { enterAs } from './demoRole.ts';

export const LIST = '/business/locations';
export const KEPT = 'No connection: saved on this device, will be sent later';

/** The row on the server, by a unique name. */
export async function place(api: Api, name: string): Promise<Location> {
  const where = { lat: 38.7, lng: -9.1, radius_m: 200, tz: 'Europe/Lisbon', external_id: null };
  return api.call<Location>('POST', '/api/locations', { ...where, name, address: 'As it was' });
}
export const standing = (api: Api, { id }: Location) => api.call<Location>('GET', `/api/locations/${id}`);

/** Writes to one location that have reached the server. */
export const writesTo = (proxy: FaultProxy, { id }: Location) =>
  proxy.log.filter(({ method, url }) => method !== 'GET' && url.startsWith(`/api/locations/${id}`));

/** Waits for the home page or the return path after sign-in; on failure reports the responses so far. */
export async function signIn(page: Page, proxy: FaultProxy): Promise<void> {
  const met: string[] = [];
  page.on('request', sent => void met.push(`${sent.method()} ${new URL(sent.url()).pathname}`));
  page.on('response', answer => void met.push(`${answer.status()} ${new URL(answer.url()).pathname}`));
  page.on(
    'requestfailed',
    sent => void met.push(`${sent.failure()?.errorText} ${new URL(sent.url()).pathname}`),
  );
  page.on('console', said => void met.push(said.text()));
  await page.goto(`${proxy.origin}/auth`);
  await enterAs(page, 'Manager');
  met.push('pressed');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.waitFor({ timeout: 15_000 }).catch(async (cause: unknown) => {
    met.push(await page.locator('body').ariaSnapshot());
    throw new Error(`nobody was signed in:\n${met.join('\n')}`, { cause });
  });
}
/** Opens the list and waits until everything needed to queue a change offline is loaded. */
export async function openList(page: Page, proxy: FaultProxy): Promise<void> {
  await page.goto(`${proxy.origin}${LIST}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.waitForFunction(
    parts => {
      const loaded = performance.getEntriesByType('resource');
      return parts.every(part => loaded.some(({ name }) => name.includes(part)));
    },
    ['/SignOutDialog-', '/auth.json'],
    { timeout: 30_000 },
  );
}
export async function signInToList(page: Page, proxy: FaultProxy): Promise<void> {
  await signIn(page, proxy);
  await openList(page, proxy);
}
/** Waits until the files an offline console needs are cached on disk, too. */
export async function settledOnDisk(page: Page): Promise<void> {
  await expect.poll(() => readPaths(page), { timeout: 30_000 }).toContain('/api/locations');
  const holds = async (part: string) => (await cachedPaths(page)).some(path => path.includes(part));
  for (const part of ['/OfflineBanner-', '/PendingSheet-', '/SignOutDialog-', '/auth.json', '/pending.json'])
    await expect.poll(() => holds(part), { timeout: 30_000 }).toBe(true);
}

export async function cut(context: BrowserContext, proxy: FaultProxy): Promise<void> {
  proxy.faults.down = true;
  await context.setOffline(true);
}
export async function joined(context: BrowserContext, proxy: FaultProxy): Promise<void> {
  proxy.faults.down = false;
  await context.setOffline(false);
}

const rowOf = (page: Page, { name }: Location) => page.getByRole('row').filter({ hasText: name });
const sheetOf = (page: Page, { name }: Location) => page.getByRole('dialog', { name });
/** Opens the sheet and fills it in without saving; reading the row needs the network. */
export async function begin(page: Page, which: Location, address: string): Promise<void> {
  await rowOf(page, which).getByRole('link').first().click();
  await sheetOf(page, which).getByLabel('Address').fill(address);
}
/** Opened once, it can be opened offline, too. */
export async function look(page: Page, which: Location): Promise<void> {
  await rowOf(page, which).getByRole('link').first().click();
  await expect(sheetOf(page, which).getByLabel('Address')).toHaveValue(which.address);
  await sheetOf(page, which).getByRole('button', { name: 'Close' }).click();
  await expect(sheetOf(page, which)).toBeHidden();
}
/** Saves it offline; on failure reports what stands on the page instead. */
export async function keep(page: Page, which: Location): Promise<void> {
  const save = sheetOf(page, which).getByRole('button', { name: 'Save' });
  await save.click().catch(async (cause: unknown) => {
    throw new Error(`nothing was saved:\n${await page.locator('body').ariaSnapshot()}`, { cause });
  });
  // Waits until nothing is left to save, because the toast may still be that of the previous change.
  await expect(save).toHaveAttribute('disabled');
  await expect(page.getByText(KEPT, { exact: true })).toBeVisible();
  await sheetOf(page, which).getByRole('button', { name: 'Close' }).click();
  await expect(sheetOf(page, which)).toBeHidden();
}
/** From the list, which works offline, too. */
export async function archive(page: Page, which: Location): Promise<void> {
  await rowOf(page, which)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
}

export const button = (page: Page) =>
  page.locator('header').getByRole('button', { name: /pending|failed|待同步|失败/ });
export async function openSheet(page: Page) {
  await button(page).click();
  return page.getByRole('dialog', { name: /Pending changes|待同步的更改/ });
}
