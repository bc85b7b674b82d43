/** Changes that wait for the network, as a manager makes them on the locations of the business. */
import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { Location } from '../../../../shared/contract/fleet/location.ts';
import type { FaultProxy } from '../../../support/server/faultProxy.ts';
import type { Api } from '../server/api.ts';
import { cachedPaths, readPaths } from './kept.ts';

export const LIST = '/business/locations';
export const KEPT = 'No network: kept on this device and sent later';

/** The row as the server has it, under a name no other has. */
export async function place(api: Api, name: string): Promise<Location> {
  const where = { lat: 38.7, lng: -9.1, radius_m: 200, tz: 'Europe/Lisbon', external_id: null };
  return api.call<Location>('POST', '/api/locations', { ...where, name, address: 'As it was' });
}
export const standing = (api: Api, { id }: Location) => api.call<Location>('GET', `/api/locations/${id}`);

/** Writes to one place that have crossed the link. */
export const writesTo = (proxy: FaultProxy, { id }: Location) =>
  proxy.log.filter(({ method, url }) => method !== 'GET' && url.startsWith(`/api/locations/${id}`));

/** Home, or where he was sent to sign in from; if not, what the page was answered meanwhile. */
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
  await page.getByRole('button', { name: 'Manager', exact: true }).click();
  met.push('pressed');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.waitFor({ timeout: 15_000 }).catch(async (cause: unknown) => {
    met.push(await page.locator('body').ariaSnapshot());
    throw new Error(`nobody was signed in:\n${met.join('\n')}`, { cause });
  });
}
/** The list, and all that is needed to keep a change where there is no link. */
export async function openList(page: Page, proxy: FaultProxy): Promise<void> {
  await page.goto(`${proxy.origin}${LIST}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/SignOutDialog-')),
    null,
    { timeout: 30_000 },
  );
}
export async function signInToList(page: Page, proxy: FaultProxy): Promise<void> {
  await signIn(page, proxy);
  await openList(page, proxy);
}
/** On the disk, too, with all that a console is made of which opens without a server. */
export async function settledOnDisk(page: Page): Promise<void> {
  await expect.poll(() => readPaths(page), { timeout: 30_000 }).toContain('/api/locations');
  const holds = async (part: string) => (await cachedPaths(page)).some(path => path.includes(part));
  for (const part of ['/KnownBar-', '/PendingSheet-', '/SignOutDialog-', '/pending.json'])
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
/** Its sheet, filled in but not saved: it can be read only while there is a link. */
export async function begin(page: Page, which: Location, address: string): Promise<void> {
  await rowOf(page, which).getByRole('link').first().click();
  await sheetOf(page, which).getByLabel('Address').fill(address);
}
/** Seen once, it can be opened without a link, too. */
export async function look(page: Page, which: Location): Promise<void> {
  await rowOf(page, which).getByRole('link').first().click();
  await expect(sheetOf(page, which).getByLabel('Address')).toHaveValue(which.address);
  await sheetOf(page, which).getByRole('button', { name: 'Close' }).click();
  await expect(sheetOf(page, which)).toBeHidden();
}
/** And saved without one. */
export async function keep(page: Page, which: Location): Promise<void> {
  const save = sheetOf(page, which).getByRole('button', { name: 'Save' });
  await save.click();
  // Nothing is left to save: the word alone may still be that of the change before.
  await expect(save).toHaveAttribute('disabled');
  await expect(page.getByText(KEPT, { exact: true })).toBeVisible();
  await sheetOf(page, which).getByRole('button', { name: 'Close' }).click();
  await expect(sheetOf(page, which)).toBeHidden();
}
/** From the list, which the console shows without a server, too. */
export async function archive(page: Page, which: Location): Promise<void> {
  await rowOf(page, which)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
}

export const button = (page: Page) =>
  page.locator('header').getByRole('button', { name: /pending|not taken|待同步|未被接受/ });
export async function openSheet(page: Page) {
  await button(page).click();
  return page.getByRole('dialog', { name: /Pending changes|待同步的更改/ });
}
