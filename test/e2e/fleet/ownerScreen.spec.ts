/** A driver with his phone before his own screen: paired, asked, and with a new PIN. */
import { expect, test } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Screen } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

/** A heartbeat takes what waits with it: the clock of the screen is moved to the next one. */
const HEARTBEAT_MS = 30_000;

test.use({ locale: 'en-US' });

test(
  'OWNER-03 an owner pairs a screen on his phone, sees it refresh, and gets its new PIN',
  { tag: '@again' },
  async ({ browser }) => {
    const server = await Wayside.first('--demo', 'on');
    const phone = new DemoUsers(browser, server.origin, { viewport: { width: 390, height: 844 } });
    const screen = new Screen();
    try {
      await screen.open(`${server.origin}/player`, { watch: false, first: page => page.clock.install() });
      const code = screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/);
      await expect(code).toBeVisible();
      const page = await phone.as('Device owner');
      await page.goto(`${server.origin}/owner/device`);
      await page.getByRole('button', { name: 'Pair a screen' }).click();
      const dialog = page.getByRole('dialog', { name: 'Pair a screen' });
      await dialog.getByLabel('Code on the screen').fill('abc-def');
      await dialog.getByRole('button', { name: 'Pair screen' }).click();
      await expect(dialog.getByText(/^No screen shows this code\./)).toBeVisible();
      await dialog.getByLabel('Code on the screen').fill((await code.innerText()).toLowerCase());
      await dialog.getByLabel('Screen', { exact: true }).fill('Night cab');
      await dialog.getByRole('button', { name: 'Pair screen' }).click();
      const sheet = page.getByRole('dialog', { name: 'Night cab' });
      const log = sheet.getByRole('region', { name: 'Recent commands' });
      await expect(log.getByText('No commands yet.')).toBeVisible();

      const line = (name: string) => log.getByRole('listitem').filter({ hasText: name });
      await sheet.getByRole('button', { name: 'Refresh content' }).click();
      await expect(line('Refresh content')).toBeVisible();
      await screen.page.clock.fastForward(HEARTBEAT_MS);
      await expect(line('Refresh content').getByText('Done')).toBeVisible();

      await sheet.getByRole('button', { name: 'Reset PIN' }).click();
      const ask = page.getByRole('dialog', { name: 'Reset the PIN of Night cab?' });
      await ask.getByRole('button', { name: 'Reset PIN' }).click();
      await expect(line('Reset PIN')).toBeVisible();
      await screen.page.clock.fastForward(HEARTBEAT_MS);
      await expect(line('Reset PIN').getByText(/^\d{4,8}$/)).toBeVisible();
    } finally {
      await phone.close();
      await screen.remove();
      await server.remove();
    }
  },
);
