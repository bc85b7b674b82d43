/** What is checked by itself, decided on its page, and taken off a screen that plays. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import type { Validation } from '../../../shared/contract/content/validation.ts';
import { Api } from '../support/server/api.ts';
import { enter } from '../support/pages/everyPage.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const SQUARE = Uint8Array.from(PNG.sync.write(new PNG({ width: 64, height: 64 })));
const WITHIN_MS = 60_000;
const REASON = 'The advertiser has shown his licence.';

test('ADMIN-23 whoever decides sees what a creative was found to be, waives it with a reason, and edits the rule', async ({
  browser,
  demoServer,
  staff,
}) => {
  const square = await staff.upload(new Blob([SQUARE]), SQUARE.length, 'square.png');
  const desk = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await desk.newPage();
  try {
    await enter(page, demoServer.origin, 'Manager');
    await page.goto(`${demoServer.origin}/admin/content-validation?status=warn`);
    const first = page.getByRole('row').filter({ hasText: 'square' });
    await expect(first).toContainText('Shape', { timeout: WITHIN_MS });
    await first.getByRole('link').first().click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('% off 16:9');
    await sheet.getByRole('button', { name: 'Waive' }).click();
    const question = page.getByRole('dialog', { name: /^Waive this check/ });
    await question.getByLabel('Reason').fill(REASON);
    await question.getByRole('button', { name: 'Waive' }).click();
    await expect(sheet).toContainText('Waived');
    await expect(sheet).toContainText(REASON);
    await sheet.press('Escape');
    await expect(sheet).toBeHidden();

    await page.getByRole('button', { name: 'Edit rules' }).click();
    const rules = page.getByRole('dialog', { name: 'Validation rules' });
    await rules.getByLabel('Rule', { exact: true }).selectOption('Banned words');
    await rules.getByLabel('Banned words').fill('casino');
    await rules.getByLabel('Banned words').press('Enter');
    await rules.getByRole('button', { name: 'Save rule' }).click();
    await expect(page.getByText('Rule saved: Banned words').first()).toBeVisible();
  } finally {
    const { version } = await staff.call<{ version: number }>('GET', `/api/creatives/${square}`);
    await staff.call('DELETE', `/api/creatives/${square}`, undefined, version);
    await desk.close();
  }
});

test(
  'a creative in quarantine leaves the screen that plays it within a minute, and comes back when it is released',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const screen = new Screen();
    try {
      const api = await new Api(server.origin).enter(server.firstAdmin());
      await screen.open(`${server.origin}/player`);
      await screen.sees(['red', 'yellow', 'green']);
      const found = async () =>
        (await api.call<{ items: Validation[] }>('GET', '/api/validations?limit=100&rule=broken')).items;
      const red = (items: Validation[]) => items.find(({ asset }) => asset.filename === 'i1.jpg');
      await expect.poll(async () => red(await found())?.state, { timeout: WITHIN_MS }).toBe('pass');
      const { id } = red(await found())!;
      await api.call('POST', `/api/validations/${id}/quarantine`, { reason: 'Its licence is in dispute.' });
      /** A whole round without it. */
      const round = async () => {
        screen.frames = [];
        await screen.sees(['green', 'blue']);
        screen.frames = screen.frames.slice(-1);
        await screen.sees(['green', 'blue', 'yellow']);
        return screen.frames.some(({ seen }) => seen === 'red');
      };
      await expect.poll(round, { timeout: WITHIN_MS }).toBe(false);
      await api.call('POST', `/api/validations/${id}/release`, {});
      screen.frames = [];
      await screen.sees(['red'], WITHIN_MS);
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);
