import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { OWN_PASSWORD } from '../support/server/api.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const MARKERS = join(import.meta.dirname, '../../fixtures/markers');
const FILES = ['i1.jpg', 'v1.mp4', 'i3.jpg'].map(name => join(MARKERS, name));

async function signInFirst(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Set your own password' })).toBeVisible();
  await expect(page.getByLabel('One-time password')).toHaveCount(0);
  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel('Confirm new password').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
}

test('OPEN-PLAYER-01 SW-01 a newcomer pairs a screen, uploads, builds a playlist, and the screen plays it', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await Wayside.first();
  const screen = new Screen();
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(20_000);
  const broken: string[] = [];
  page.on('pageerror', error => broken.push(error.message));
  page.on('console', message => {
    if (/Content Security Policy|violat/i.test(message.text())) broken.push(message.text());
  });
  const bearers: string[] = [];

  try {
    await screen.open(`${server.origin}/player`);
    screen.context.on('request', request => {
      if ('authorization' in request.headers()) bearers.push(request.url());
    });
    const shown = screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/);
    await expect(shown).toBeVisible();
    const code = await shown.innerText();

    await page.goto(`${server.origin}/admin/devices`);
    await expect(page).toHaveURL(/\/auth$/);
    await signInFirst(page, server.firstAdmin());
    await expect(page).toHaveURL(/\/admin\/devices/);
    await page
      .getByRole('link', { name: 'Pair a screen' })
      .or(page.getByRole('button', { name: 'Pair a screen' }))
      .first()
      .click();
    await page.getByLabel('Code on the screen').fill(code.toLowerCase().replace('-', ''));
    await page.getByLabel('Name', { exact: true }).fill('Cab 2001');
    await page.getByRole('button', { name: 'Pair screen' }).click();
    await expect(page.getByRole('heading', { name: 'Cab 2001' })).toBeVisible();

    // The key the screen signs with is not to be had, and without it nothing is.
    const key = await screen.page.evaluate(
      () =>
        new Promise(done => {
          const opening = indexedDB.open('wayside');
          opening.onsuccess = () => {
            const reading = opening.result.transaction('values').objectStore('values').get('key');
            reading.onsuccess = () => {
              const { privateKey } = (reading.result as { pair: CryptoKeyPair }).pair;
              opening.result.close();
              done([privateKey.extractable, privateKey.algorithm]);
            };
          };
        }),
    );
    expect(key).toEqual([false, { name: 'ECDSA', namedCurve: 'P-256' }]);
    expect((await screen.page.request.get(`${server.origin}/api/player/manifest`)).status()).toBe(401);

    await page.goto(`${server.origin}/creatives/upload`);
    await page.locator('input[type=file]').setInputFiles(FILES);
    await expect(page.getByText('Uploaded and checked')).toHaveCount(FILES.length, { timeout: 30_000 });

    await page.goto(`${server.origin}/playlists/new`);
    await page.getByLabel('Name', { exact: true }).fill('Evening shift');
    await page.getByRole('button', { name: 'Create and add creatives' }).click();
    await expect(page).toHaveURL(/\/playlists\/[0-9a-f-]{36}\/edit/);
    for (const name of ['i1', 'v1', 'i3'])
      await page.getByRole('button', { name: new RegExp(`^Add ${name} `) }).click();
    for (const name of ['i1', 'i3']) await page.getByLabel(`Duration of ${name} in seconds`).fill('3');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText(/^Published\./).first()).toBeVisible();

    await page.getByRole('button', { name: 'Assign to screens' }).click();
    await page.getByRole('checkbox', { name: /Cab 2001/ }).check();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();

    for (const colour of ['red', 'yellow', 'blue'])
      await expect
        .poll(() => screen.frames.some(frame => frame.seen === colour), { timeout: 60_000 })
        .toBe(true);

    await page.goto(`${server.origin}/admin/programmatic/proof-of-play`);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('cell', { name: 'v1' }).first()).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 90_000 });

    const worker = await screen.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return { script: registration?.active?.scriptURL, scope: registration?.scope };
    });
    expect(worker).toEqual({ script: `${server.origin}/sw.js`, scope: `${server.origin}/` });
    expect(bearers).toEqual([]);
    expect(broken).toEqual([]);
  } finally {
    await page.close();
    await screen.remove();
    await server.remove();
  }
});
