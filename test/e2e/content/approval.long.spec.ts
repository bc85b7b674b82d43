/** From the advertiser's phone to a creative that may be shown, and back once for a change. */
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { enter } from '../support/pages/everyPage.ts';
import { Screen } from '../support/screen/screen.ts';
import type { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';

const file = (name: string) => join(import.meta.dirname, '../../fixtures/markers', name);
const choose = (page: Page, name: string) =>
  page.locator('input[type=file]').last().setInputFiles(file(name));
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
interface Row {
  id: string;
  version: number;
}
/** The newest creative of this name, on a screen that is new. */
async function showOnScreen(api: Api, screen: Screen, origin: string, name: string): Promise<void> {
  const query = `?q=${encodeURIComponent(name)}&sort=-created_at`;
  const { items } = await api.call<{ items: Row[] }>('GET', `/api/creatives${query}`);
  const playlist = await api.call<Row>('POST', '/api/playlists', { name });
  const path = `/api/playlists/${playlist.id}`;
  const item = { creative_id: items[0]?.id, duration_ms: 3_000 };
  await api.call('PUT', `${path}/items`, { items: [item] }, playlist.version);
  await api.call('POST', `${path}/publish`, {});
  await screen.open(`${origin}/player`);
  const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
  const device = await api.call<Row>('POST', '/api/devices/pair', { code, name: 'Taxi 2044' });
  await api.call('POST', `${path}/assign`, { device_ids: [device.id] });
}
/** What was just done is said beside the buttons that decide, not over them. */
async function keepsButtonsClear(page: Page): Promise<void> {
  const toast = page.locator('.toasts > li').first();
  const buttons = page.locator('[data-sticky-actions]');
  for (const [width, height] of [
    [390, 844],
    [1_366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const [above, below] = [await toast.boundingBox(), await buttons.boundingBox()];
    if (!above || !below) throw new Error('a toast and buttons are in sight');
    const isBeside = above.x + above.width <= below.x;
    expect([width, isBeside || above.y + above.height <= below.y]).toEqual([width, true]);
  }
}
const REASON = 'Please show the price with tax, as the law asks for.';

test('BIZ-01 BIZ-02 BIZ-14 ADMIN-09 OPEN-ADMIN-02 ROUTE-BIZ-03 ROUTE-BIZ-04 ROUTE-ADMIN-20 an advertiser submits over a link that drops twice, fixes what the reviewer names, and it stands on a screen once approved', async ({
  browser,
  demoServer,
  staff,
}) => {
  test.setTimeout(120_000);
  await staff.setPortal(true);
  const proxy = await FaultProxy.before(() => demoServer.port);
  const phone = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } });
  const desk = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const [advertiser, reviewer] = [await phone.newPage(), await desk.newPage()];
  const screen = new Screen();
  try {
    await enter(advertiser, proxy.origin, 'Viewer');
    await advertiser.goto(`${proxy.origin}/business/submit`);
    await expect(advertiser.getByRole('heading', { level: 1, name: 'Submit content' })).toBeVisible();
    let drops = 0;
    proxy.faults.instead = ({ method, socket }) => {
      if (method !== 'PATCH' || drops >= 2) return null;
      drops++;
      socket.destroy();
      return 'silence';
    };
    await choose(advertiser, 'i1.jpg');
    const draft = advertiser.getByRole('region', { name: 'To submit' }).getByRole('listitem');
    await expect(draft).toContainText('i1.jpg', { timeout: 30_000 });
    expect(drops).toBe(2);
    await draft.getByLabel('Name').fill('Winter sale');
    await draft.getByLabel('Alternative text').fill('A red square on white');
    await expect
      .poll(() => advertiser.evaluate(() => JSON.stringify(localStorage).includes('Winter sale')))
      .toBe(true);
    await advertiser.reload();
    await expect(draft.getByLabel('Name')).toHaveValue('Winter sale');
    await draft.getByLabel('Note to the reviewer').fill('For December');
    await draft.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(draft).toHaveCount(0);
    await choose(advertiser, 'i3.jpg');
    await draft.getByRole('button', { name: 'Submit for approval' }).click({ timeout: 30_000 });
    await expect(draft.getByLabel('Alternative text')).toBeFocused();
    await draft.getByLabel('Alternative text').fill('A blue square');
    await draft.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(draft).toHaveCount(0);

    await enter(reviewer, demoServer.origin, 'Manager');
    await reviewer.goto(`${demoServer.origin}/admin/submissions`);
    await expect(row(reviewer, 'Winter sale').locator('img')).toBeVisible();
    await row(reviewer, 'Winter sale').getByRole('link').click();
    const sheet = reviewer.getByRole('dialog', { name: 'Winter sale' });
    await expect(sheet).toContainText('For December');
    await sheet.press('s');
    await expect(sheet.getByRole('button', { name: 'Request changes' })).toBeVisible();
    await keepsButtonsClear(reviewer);
    await sheet.press('c');
    const asked = reviewer.getByRole('dialog', { name: 'Request changes to Winter sale?' });
    await expect(asked.getByLabel('Reason')).toHaveCount(0);
    await asked.getByLabel('Type of problem').selectOption('Misleading');
    await expect(asked.getByLabel('Reason')).toHaveValue(/cannot be verified/);
    await asked.getByLabel('Reason').fill('Short');
    await asked.getByRole('button', { name: 'Request changes' }).click();
    await expect(asked.getByText(/at least 10/)).toBeVisible();
    await asked.getByLabel('Reason').fill(REASON);
    await asked.getByRole('button', { name: 'Request changes' }).click();
    /** The next that waits stands there by itself. */
    const next = reviewer.getByRole('dialog', { name: 'i3' });
    await expect(next).toContainText('A blue square');
    await expect(sheet).toHaveCount(0);

    await advertiser.goto(`${proxy.origin}/business/submissions`);
    await expect(row(advertiser, 'Winter sale').getByText(REASON).first()).toBeVisible();
    await row(advertiser, 'Winter sale').getByRole('link').click();
    const own = advertiser.getByRole('dialog', { name: 'Winter sale' });
    await expect(own).toContainText(REASON);
    await expect(own.getByLabel('Alternative text')).toBeDisabled();
    await own.getByRole('button', { name: 'Fix and resubmit' }).click();
    const fix = advertiser.getByRole('dialog', { name: 'Resubmit Winter sale' });
    await expect(fix).toContainText(REASON);
    await fix.getByRole('button', { name: 'Fix and resubmit' }).click();
    await expect(fix).toContainText("Nothing has changed since the reviewer's answer.");
    await fix.getByLabel('Alternative text').fill('A red square, with the price on it');
    await choose(advertiser, 'i2.jpg');
    await expect(fix).toContainText('Uploaded and checked', { timeout: 30_000 });
    await fix.getByRole('button', { name: 'Fix and resubmit' }).click();
    await expect(own).toContainText('Waiting');
    await expect(own.getByLabel('Alternative text')).toHaveValue('A red square, with the price on it');

    await reviewer.goto(`${demoServer.origin}/admin/submissions`);
    await row(reviewer, 'Winter sale').getByRole('link').click();
    await expect(sheet).toContainText('Waiting');
    const compared = sheet.getByRole('region', { name: 'Since the last decision' });
    await expect(compared.getByRole('figure')).toHaveText(['Before', 'Now']);
    await expect(compared.getByRole('row')).toHaveText([
      /Field/,
      /A red square.*A red square, with the price on it/,
    ]);
    await expect(sheet).not.toContainText('Changed since you opened it');
    await sheet.press('s');
    await expect(sheet.getByRole('button', { name: 'Approve' })).toBeVisible();
    await sheet.press('a');
    const approval = reviewer.getByRole('dialog', { name: 'Approve Winter sale?' });
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(next).toBeVisible();

    await advertiser.reload();
    await expect(own).toContainText('Approved');
    await reviewer.goto(`${demoServer.origin}/creatives?q=Winter`);
    await expect(reviewer.getByRole('link', { name: 'Winter sale' }).first()).toBeVisible();
    await showOnScreen(staff, screen, demoServer.origin, 'Winter sale');
    /** The file that was approved, not the one before it. */
    await screen.sees(['green']);
    expect(screen.frames.some(({ seen }) => seen === 'red')).toBe(false);
  } finally {
    await screen.remove();
    await staff.setPortal(false);
    await phone.close();
    await desk.close();
    await proxy.close();
  }
});
