/** An advertiser's way from his figures to the picture of a play, to the paper of it, and to its proof. */
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Api } from '../support/server/api.ts';
import { Wayside } from '../support/server/wayside.ts';

const DAY_MS = 86_400_000;
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const at = (daysAgo: number) => new Date(midnight - daysAgo * DAY_MS).toISOString();
const PERIOD = `from=${at(12)}&to=${at(4)}`;
const SEARCH = 'Screen, creative, campaign, ID';

let server: Wayside;
let users: DemoUsers;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await Wayside.first('--demo', 'on');
  users = new DemoUsers(browser, server.origin);
  const staff = await new Api(server.origin).enter(server.firstAdmin());
  await staff.setPortal(true);
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});

const tiles = (page: Page) => page.getByRole('list', { name: 'Plays with stills' }).getByRole('listitem');
const figure = async (page: Page, label: string) => {
  const tile = page.locator('.lane').filter({ hasText: label }).locator('[data-figure]').first();
  await expect(tile).toHaveText(/\d/);
  return Number((await tile.innerText()).replaceAll(/[^0-9]/g, ''));
};

test('BIZ-09 an advertiser turns from figures to pictures of his plays, prints them and opens the proof of one', async () => {
  const page = await users.signIn('Analyst');
  await page.goto(`${server.origin}/business/analytics?${PERIOD}`);
  await page.getByRole('button', { name: 'Proof gallery' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proof gallery' })).toBeVisible();
  await expect(tiles(page)).toHaveCount(24);
  /** The still of a video comes when its conversion is done; a picture has one from the start. */
  const still = tiles(page).filter({ hasText: 'Night market' }).first().getByRole('img').first();
  await expect(still).toBeVisible();
  expect(await still.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);

  await page.getByLabel(SEARCH).fill('Tram 28');
  await expect(page).toHaveURL(/q=Tram\+28|q=Tram%2028/);
  await expect(tiles(page).filter({ hasNotText: 'Tram 28' })).toHaveCount(0);
  const firstProof = await tiles(page).first().getByRole('link').getAttribute('href');
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(tiles(page).first().getByRole('link')).not.toHaveAttribute('href', firstProof ?? '');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel(SEARCH)).toBeHidden();
  await expect(tiles(page).first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await tiles(page).first().getByRole('link', { name: 'Proof of this play' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proof of play' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await figure(page, 'Plays')).toBe(1);
});

test(
  'what is searched on the page of plays is what its figures, its file and analytics count',
  { tag: '@again' },
  async () => {
    const page = await users.as('Admin');
    await page.goto(`${server.origin}/admin/programmatic/proof-of-play?${PERIOD}`);
    const all = await figure(page, 'Plays');
    await page.getByLabel(SEARCH).fill('cab 0417');
    await expect.poll(() => figure(page, 'Plays')).toBeLessThan(all);
    const found = await figure(page, 'Plays');
    expect(found).toBeGreaterThan(0);
    await page.reload();
    expect(await figure(page, 'Plays')).toBe(found);
    await page.goto(`${server.origin}/admin/analytics?${PERIOD}&q=cab+0417`);
    expect(await figure(page, 'Plays')).toBe(found);
  },
);

test('an empty gallery says so', { tag: '@again' }, async () => {
  const page = await users.as('Analyst');
  await page.goto(`${server.origin}/business/analytics?show=gallery&${PERIOD}&q=nothing-is-called-so`);
  await expect(page.getByRole('heading', { name: 'No plays to show' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
