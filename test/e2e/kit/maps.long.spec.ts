/** Maps: areas are drawn by hand, typed by keyboard and read as a picture, and nobody else is asked for anything. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import type { Location } from '../../../shared/contract/fleet/location.ts';
import type { Fence } from '../../../shared/contract/playout/fence.ts';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { violations } from '../support/pages/axe.ts';
import { launchingWithWebGl } from '../support/pages/browser.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { watched } from '../support/pages/everyPage.ts';
import { pmtilesFile } from '../../support/pmtiles.ts';
import { test } from '../support/server/demoServer.ts';

test.use({ launchOptions: launchingWithWebGl() });

const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const DAY_MS = 86_400_000;
const LISBON = { shape: 'circle', lat: 38.7223, lng: -9.1393, radius_m: 2_000 } as const;
const PIER = { address: '', lat: 38.7, lng: -9.1, radius_m: 200, tz: 'Europe/Lisbon', external_id: null };
const draft = (name: string, fences: readonly Fence[]) => ({
  ...{ name, advertiser: 'Harbour Coffee', tz: 'Europe/Lisbon', goal_amount: 900 },
  flights: [{ starts_at: at(DAY_MS), ends_at: at(8 * DAY_MS) }],
  targeting: { fences },
});
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const idle = (page: Page) => expect(page.locator('.map [aria-busy=false]')).toBeVisible();

/** Presses on the map, each a share of its width and height. */
async function draw(page: Page, tool: string, points: readonly [number, number][], last?: string) {
  await page.getByRole('group', { name: 'Drawing tools' }).getByRole('button', { name: tool }).click();
  const canvas = page.getByRole('region', { name: 'Map of the areas' });
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  for (const [right, down] of points) {
    await page.mouse.move(box.x + right * box.width, box.y + down * box.height, { steps: 3 });
    await page.mouse.down();
    await page.mouse.up();
  }
  if (last) await page.keyboard.press(last);
}
async function openTargeting(page: Page, origin: string, id: string) {
  await page.goto(`${origin}/campaigns/${id}/edit`);
  await press(page, 'Continue');
}
async function save(page: Page, name: string) {
  for (let step = 2; step < 5; step++) await press(page, 'Continue');
  await press(page, 'Save');
  // The form's own heading has the name too; only what was saved leaves its page.
  await expect(page).not.toHaveURL(/\/edit$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a circle and a polygon are drawn on the map of a campaign, undone, saved and found again as they were, and nothing leaves the origin', async ({
  browser,
  demoServer,
  staff,
}) => {
  const { origin } = demoServer;
  const users = new DemoUsers(browser, origin, { viewport: { width: 1440, height: 1000 } });
  const made = await staff.call<Campaign>('POST', '/api/campaigns', draft('Drawn areas', [LISBON]));
  const page = await users.as('Manager');
  const { refused, complaints } = await watched(page);
  const elsewhere: string[] = [];
  page.on('request', request => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) elsewhere.push(request.url());
  });
  await openTargeting(page, origin, made.id);
  await idle(page);
  await draw(page, 'Polygon', [[0.2, 0.2], [0.3, 0.2], [0.3, 0.5]], 'Enter'); // oxfmt-ignore
  await expect(page.getByRole('listitem', { name: 'Polygon 1' })).toBeVisible();
  await draw(page, 'Circle', [[0.7, 0.6], [0.75, 0.6]]); // oxfmt-ignore
  await expect(page.getByRole('listitem', { name: 'Circle 2' })).toBeVisible();
  await press(page, 'Undo');
  await expect(page.getByRole('listitem', { name: 'Circle 2' })).toHaveCount(0);
  await draw(page, 'Circle', [[0.7, 0.6], [0.76, 0.6]]); // oxfmt-ignore
  const radius = page.getByRole('listitem', { name: 'Circle 2' }).getByLabel('Radius in metres');
  await expect(radius).toBeVisible();
  const drawn = Number(await radius.inputValue());
  expect(await violations(page)).toEqual([]);
  await save(page, 'Drawn areas');
  await expect(page.getByRole('region', { name: 'Areas' }).getByRole('row')).toHaveCount(4);
  await idle(page);

  const { targeting } = await staff.call<Campaign>('GET', `/api/campaigns/${made.id}`);
  expect(targeting.fences).toEqual([
    LISBON,
    { shape: 'polygon', rings: [expect.arrayContaining([expect.objectContaining({})])] },
    expect.objectContaining({ shape: 'circle', radius_m: drawn }),
  ]);
  expect(targeting.fences[1]).toMatchObject({ rings: [{ length: 3 }] });
  await openTargeting(page, origin, made.id);
  await expect(radius).toHaveValue(String(drawn));
  expect({ refused, complaints, elsewhere }).toEqual({ refused: [], complaints: [], elsewhere: [] });
  await users.close();
});

test(
  'the same areas are made by keyboard alone, and arrows and signs move the map',
  { tag: '@again' },
  async ({ browser, demoServer, staff }) => {
    const { origin } = demoServer;
    const users = new DemoUsers(browser, origin, { viewport: { width: 1440, height: 1000 } });
    const made = await staff.call<Campaign>('POST', '/api/campaigns', draft('Typed areas', [LISBON]));
    const page = await users.as('Manager');
    await openTargeting(page, origin, made.id);
    await idle(page);
    const add = (shape: string) =>
      page
        .getByRole('group', { name: 'Add by coordinates' })
        .getByRole('button', { name: shape })
        .press('Enter');
    await add('Circle');
    await expect(page.getByRole('listitem', { name: 'Circle 2' }).getByLabel('Latitude')).toBeFocused();
    await page.keyboard.type('38.7, -9.2');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('listitem', { name: 'Circle 2' }).getByLabel('Longitude')).toHaveValue(
      '-9.2',
    );
    await add('Polygon');
    await page.keyboard.type('38.7, -9.2\n38.8, -9.2\n38.8, -9.1');
    await press(page, 'Exclude an area inside');
    await page
      .getByRole('textbox', { name: 'Excluded area 1' })
      .fill('38.75, -9.18\n38.78, -9.18\n38.78, -9.15');
    await add('Route corridor');
    await page.getByLabel('Points along the route', { exact: false }).fill('38.70, -9.20\n38.72');
    await expect(page.getByText('Line 2 is not a position', { exact: false }).first()).toBeVisible();
    await page.getByLabel('Points along the route', { exact: false }).fill('38.70, -9.20\n38.72, -9.15');
    const map = page.getByRole('region', { name: 'Map of the areas' });
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('+');
    await idle(page);
    await save(page, 'Typed areas');
    const { targeting } = await staff.call<Campaign>('GET', `/api/campaigns/${made.id}`);
    const place = (lat: number, lng: number) => ({ lat, lng });
    expect(targeting.fences).toEqual([
      LISBON,
      { shape: 'circle', lat: 38.7, lng: -9.2, radius_m: 500 },
      {
        shape: 'polygon',
        rings: [
          [place(38.7, -9.2), place(38.8, -9.2), place(38.8, -9.1)],
          [place(38.75, -9.18), place(38.78, -9.18), place(38.78, -9.15)],
        ],
      },
      { shape: 'corridor', path: [place(38.7, -9.2), place(38.72, -9.15)], width_m: 100 },
    ]);
    await users.close();
  },
);

test('without WebGL, and where the files of the map do not come, an outline in SVG shows the same', async ({
  browser,
  demoServer,
  staff,
}) => {
  const { origin } = demoServer;
  const users = new DemoUsers(browser, origin, { viewport: { width: 1440, height: 1000 } });
  const made = await staff.call<Campaign>('POST', '/api/campaigns', draft('Plain areas', [LISBON]));
  const page = await users.as('Manager');
  const areas = page.getByRole('region', { name: 'Areas', exact: true });
  await page.route('**/maplibre-gl-csp-worker-*.js', route => route.abort());
  await page.goto(`${origin}/campaigns/${made.id}`);
  await expect(areas.locator('svg [data-shape=circle]')).toBeVisible();
  await page.unroute('**/maplibre-gl-csp-worker-*.js');
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  await expect(areas.locator('svg [data-shape=circle]')).toBeVisible();
  await expect(areas.getByRole('row')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await users.close();
});

test(
  'a .pmtiles file of the data folder is the base map, read piece by piece, and thanks whom it names',
  { tag: '@again' },
  async ({ browser, demoServer, staff }) => {
    const { origin, dataDir } = demoServer;
    const users = new DemoUsers(browser, origin, { viewport: { width: 1440, height: 1000 } });
    const made = await staff.call<Campaign>('POST', '/api/campaigns', draft('Street areas', [LISBON]));
    const file = join(dataDir, 'map.pmtiles');
    const thanks = '<a href="https://maps.example.net">&copy; Map makers</a>';
    writeFileSync(file, pmtilesFile({ attribution: thanks }));
    try {
      const page = await users.as('Manager');
      const { refused, complaints } = await watched(page);
      const pieces: [number, string | undefined][] = [];
      page.on('response', answer => {
        if (answer.url() === `${origin}/map.pmtiles`)
          pieces.push([answer.status(), answer.request().headers()['range']]);
      });
      await page.goto(`${origin}/campaigns/${made.id}`);
      await idle(page);
      await expect(page.getByText('© Map makers', { exact: true })).toBeVisible();
      expect(pieces[0]).toEqual([206, 'bytes=0-16383']);
      expect(pieces.every(([status]) => status === 206)).toBe(true);
      expect({ refused, complaints }).toEqual({ refused: [], complaints: [] });
    } finally {
      rmSync(file);
      await users.close();
    }
  },
);

test(
  'the last place of each screen stands beside the list, unknown ones apart, and leads to the screen',
  { tag: '@again' },
  async ({ browser, demoServer, staff }) => {
    const { origin } = demoServer;
    await staff.setPortal(true);
    const pier = await staff.call<Location>('POST', '/api/locations', { ...PIER, name: 'Ferry pier' });
    const { items } = await staff.call<{ items: Device[] }>('GET', '/api/devices?q=0417');
    const cab = items[0]!;
    await staff.call('PATCH', `/api/devices/${cab.id}`, { location_id: pier.id }, cab.version);
    const users = new DemoUsers(browser, origin, { viewport: { width: 1440, height: 1000 } });
    const page = await users.as('Admin');
    await page.goto(`${origin}/admin/devices`);
    await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Map' }).click();
    await expect(page).toHaveURL(/view=map/);
    const placed = page.getByRole('region', { name: 'Screens on the map' });
    await expect(placed.getByRole('heading', { name: '1 screen on the map' })).toBeVisible();
    await expect(placed.getByRole('heading', { name: '5 screens without a position' })).toBeVisible();
    await idle(page);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Search').first().fill('0417');
    await expect(placed.getByRole('heading', { name: 'without a position' })).toHaveCount(0);
    await expect(placed.getByText('At its location Ferry pier')).toBeVisible();
    /** Fitted to a single screen, it stands in the middle. */
    await page.getByRole('button', { name: 'Show everything' }).click();
    await idle(page);
    const map = page.getByRole('region', { name: 'Map of the last known positions' });
    await map.click();
    await expect(page.getByRole('dialog', { name: 'Cab 0417' })).toBeVisible();
    await users.close();
  },
);

test(
  'the place of a location is pressed on the map, moved by numbers, and kept',
  { tag: '@again' },
  async ({ browser, demoServer, staff }) => {
    const { origin } = demoServer;
    const users = new DemoUsers(browser, origin, { viewport: { width: 1440, height: 1000 } });
    await staff.setPortal(true);
    const made = await staff.call<Location>('POST', '/api/locations', { ...PIER, name: 'Pier 3' });
    const page = await users.as('Admin');
    await page.goto(`${origin}/business/locations?id=${made.id}`);
    const sheet = page.getByRole('dialog', { name: 'Pier 3' });
    await idle(page);
    const map = sheet.getByRole('region', { name: '200 m around 38.7, -9.1' });
    await map.click({ position: { x: 60, y: 60 } });
    await expect(sheet.getByLabel('Latitude')).not.toHaveValue('38.7');
    const lat = Number(await sheet.getByLabel('Latitude').inputValue());
    await sheet.getByLabel('Radius in metres').fill('350');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => staff.call<Location>('GET', `/api/locations/${made.id}`))
      .toMatchObject({ lat, radius_m: 350 });
    await users.close();
  },
);
