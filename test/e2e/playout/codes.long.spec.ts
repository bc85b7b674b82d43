/** A code over what leads somewhere: drawn by a rule, scanned on the street, counted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import type { Submission } from '../../../shared/contract/content/submission.ts';
import { Api } from '../support/server/api.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/markers', name));
const TARGET = 'https://shop.example/tram';
const ROUND_MS = 90_000;
interface Row {
  id: string;
  version: number;
}

/** Its address is approved by somebody, as that of any creative that is on screens. */
async function leadTo(api: Api, creative: Row): Promise<void> {
  await api.call('PATCH', `/api/creatives/${creative.id}`, { qr_target: TARGET }, creative.version);
  const { items } = await api.call<{ items: Submission[] }>('GET', '/api/submissions?limit=100');
  const submission = items.find(({ creative_id }) => creative_id === creative.id);
  const reviewer = await new Api(api.origin).enterAs('admin');
  const { user } = await reviewer.call<{ user: Row }>('GET', '/api/auth/me');
  const path = `/api/submissions/${submission!.id}`;
  await reviewer.call('POST', `${path}/assign`, { user_id: user.id });
  await reviewer.call('POST', `${path}/approve`, { reason: 'The shop is theirs.' });
}

/** contract §8 by hand: the fields of a rule, as their labels say them. */
const FIELDS = [
  ...['Name', 'On creatives of kind', 'Only in these campaigns', 'Position', 'Size (% of the shorter side)'],
  ...['Shown at least (s)', 'Target address', 'UTM source', 'UTM medium', 'UTM campaign'],
];
const DAY_MS = 86_400_000;
const LARGE = { width: 2_560, height: 1_600 };

/** Two pictures in turn on a screen that is new; the first leads somewhere. */
async function play(api: Api, screen: Screen, origin: string): Promise<void> {
  const ids: string[] = [];
  for (const name of ['i1.jpg', 'i2.jpg']) {
    const blob = new Blob([file(name)]);
    ids.push(await api.upload(blob, blob.size, name));
  }
  await leadTo(api, await api.call<Row>('GET', `/api/creatives/${ids[0]}`));
  const playlist = await api.call<Row>('POST', '/api/playlists', { name: 'Codes' });
  const path = `/api/playlists/${playlist.id}`;
  const items = ids.map(creative_id => ({ creative_id, duration_ms: 6_000 }));
  await api.call('PUT', `${path}/items`, { items }, playlist.version);
  await api.call('POST', `${path}/publish`, {});
  await screen.open(`${origin}/player`);
  const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
  const device = await api.call<Row>('POST', '/api/devices/pair', { code, name: 'Taxi 2045' });
  await api.call('POST', `${path}/assign`, { device_ids: [device.id] });
}

test('ROUTE-PCFG-03 PCFG-03 OPEN-PCFG-01 OPEN-PLAYER-02 a rule is made on its page, draws a code on the screen that a reader finds, and a scan of it leads to the target', async ({
  browser,
}) => {
  const server = await Wayside.start();
  const screen = new Screen();
  const users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  try {
    const api = await new Api(server.origin).enter(server.firstAdmin());
    await play(api, screen, server.origin);
    await screen.sees(['red', 'green'], ROUND_MS);
    await expect(screen.page.locator('.scan')).toHaveCount(0);

    const page = await users.as('Admin');
    await page.goto(`${server.origin}/admin/player-config`);
    await expect(page).toHaveURL(`${server.origin}/admin/player-config/weights`);
    await page.goto(`${server.origin}/admin/player-config/qr-rules`);
    await expect(page.getByRole('heading', { level: 1, name: 'QR rules' })).toBeVisible();
    await page.getByRole('button', { name: 'New rule' }).first().click();
    const form = page.getByRole('dialog');
    for (const label of FIELDS) await expect(form.getByLabel(label, { exact: true })).toBeVisible();
    await expect(form.getByRole('group', { name: 'At these times' })).toBeVisible();
    await form.getByLabel('Name', { exact: true }).fill('Corner');
    await form.getByLabel('Position', { exact: true }).selectOption('Top left');
    await form.getByLabel('UTM source', { exact: true }).fill('wayside');
    await form.getByRole('button', { name: 'Add rule' }).click();
    /** Once it is made its own sheet lies over the list. */
    await expect(page.getByRole('button', { name: 'Add rule' })).toHaveCount(0, { timeout: ROUND_MS });
    await page.goto(`${server.origin}/admin/player-config/qr-rules`);
    const made = page.getByRole('row').filter({ hasText: 'Corner' });
    await expect(made).toContainText('Top left');
    await expect(made).toContainText('Active');

    const code = screen.page.locator('#stage > .scan > canvas');
    await expect(code).toBeVisible({ timeout: ROUND_MS });
    const box = (await code.boundingBox())!;
    expect(box.x).toBeLessThan(40);
    expect(box.y).toBeLessThan(40);
    expect([Math.round(box.width), Math.round(box.height)]).toEqual([130, 130]);
    const { width, data } = PNG.sync.read(await code.screenshot());
    /** Its quiet zone is white over a red picture. */
    expect([...data.subarray(4 * (3 * width + 3), 4 * (3 * width + 3) + 3)]).toEqual([255, 255, 255]);
    const address = (await code.getAttribute('aria-label'))!;
    expect(address).toMatch(new RegExp(`^${server.origin}/q/[\\w-]+$`));

    /** Found in a picture of the whole screen, as by somebody who holds up a phone. */
    const seen = PNG.sync.read(await screen.page.screenshot());
    expect(jsQR(new Uint8ClampedArray(seen.data), seen.width, seen.height)?.data).toBe(address);

    const answer = await fetch(address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${TARGET}?utm_source=wayside`]);
    const rules = await api.call<{ items: { scans: number }[] }>('GET', '/api/player-config/qr-rules');
    expect(rules.items.map(({ scans }) => scans)).toEqual([1]);
    /** The next item leads nowhere. */
    await expect(code).toHaveCount(0, { timeout: ROUND_MS });

    /** As small as a rule lets it be: 8 % of the height of the picture, where that is more than 120 pixels. */
    const { items } = await api.call<{ items: Row[] }>('GET', '/api/player-config/qr-rules');
    await api.call(
      'PATCH',
      `/api/player-config/qr-rules/${items[0]!.id}`,
      { size_pct: 8 },
      items[0]!.version,
    );
    const usual = screen.page.viewportSize()!;
    await screen.page.setViewportSize(LARGE);
    await expect
      .poll(async () => (await code.boundingBox().catch(() => null))?.height, { timeout: ROUND_MS })
      .toBe(0.08 * LARGE.height);
    const large = PNG.sync.read(await screen.page.screenshot());
    expect(large.height).toBe(LARGE.height);
    expect(jsQR(new Uint8ClampedArray(large.data), large.width, large.height)?.data).toBe(address);
    await screen.page.setViewportSize(usual);

    /** From now on over what plays for a campaign, and the picture plays for none. */
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await api.call('POST', '/api/campaigns', {
      ...{ name: 'Tram week', advertiser: 'Tram Museum', tz: 'Europe/Lisbon', goal_amount: 900 },
      flights: [{ starts_at: at(DAY_MS), ends_at: at(8 * DAY_MS) }],
    });
    await expect(code).toBeVisible({ timeout: ROUND_MS });
    await page.getByRole('row').filter({ hasText: 'Corner' }).getByRole('link').first().click();
    await form.getByLabel('Only in these campaigns', { exact: true }).fill('Tram');
    await page.getByRole('option', { name: 'Tram week' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('disabled');
    await page.reload();
    await expect(form.getByText('Tram week')).toBeVisible();
    await expect(code).toHaveCount(0, { timeout: ROUND_MS });
    await screen.sees(['red', 'green'], ROUND_MS);
    await expect(code).toHaveCount(0);

    const driver = await users.as('Device owner');
    await driver.goto(`${server.origin}/admin/player-config/qr-rules`);
    await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);
  } finally {
    await users.close();
    await screen.remove();
    await server.remove();
  }
});
