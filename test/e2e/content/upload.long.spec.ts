/** A file on its way over a link that fails: it is sent again by the rule of all calls, waits for the link, and outlives a reload. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { enter } from '../support/pages/everyPage.ts';
import { test } from '../support/server/demoServer.ts';

/** A picture that the library does not have, whatever other stories have uploaded: a known one is not sent. */
function newPicture(name: string, testInfo: TestInfo): string {
  const file = testInfo.outputPath(name);
  const picture = readFileSync(join(import.meta.dirname, '../../fixtures/markers', name));
  writeFileSync(file, Buffer.concat([picture, Buffer.from(randomUUID())]));
  return file;
}

const BUSY = JSON.stringify({ error: 'UNAVAILABLE', message: 'Busy.', details: {} });
const choose = (page: Page, file: string) => page.locator('input[type=file]').setInputFiles(file);
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test(
  'a file that was chosen without a link and never sent is named after a reload, until it is chosen again',
  { tag: '@again' },
  async ({ page, demoServer, staff }, testInfo) => {
    await staff.setPortal(true);
    const picture = newPicture('i2.jpg', testInfo);
    const proxy = await FaultProxy.before(() => demoServer.port);
    try {
      await enter(page, proxy.origin, 'Viewer');
      await page.goto(`${proxy.origin}/business/submit`);
      await expect(page.getByRole('heading', { level: 1, name: 'Submit content' })).toBeVisible();
      await page.clock.install();
      proxy.faults.down = true;
      await choose(page, picture);
      await expect(async () => {
        await page.clock.runFor(5_000);
        await expect(row(page, 'i2.jpg')).toContainText('Keep this page open', { timeout: 500 });
      }).toPass({ timeout: 60_000 });

      proxy.faults.down = false;
      page.once('dialog', dialog => void dialog.accept());
      await page.reload();
      const notice = page.getByText(/^Not finished: i2\.jpg/);
      await expect(notice).toBeVisible();
      await expect(page.getByText('closed before anything was sent. Choose the file again.')).toBeVisible();
      await choose(page, picture);
      await expect(notice).toHaveCount(0);
      const drafts = page.getByRole('region', { name: 'To submit' });
      await expect(drafts.getByText('i2.jpg').first()).toBeVisible();
      await page.reload();
      await expect(drafts.getByText('i2.jpg').first()).toBeVisible();
      await expect(notice).toHaveCount(0);
    } finally {
      await proxy.close();
      await staff.setPortal(false);
    }
  },
);

test('API-28 OPEN-RETRY-01 an upload waits as long as it is asked to, goes on by itself after a lost link, and is offered again after a reload', async ({
  page,
  demoServer,
}, testInfo) => {
  const [first, second, third] = ['i1.jpg', 'i2.jpg', 'i3.jpg'].map(name => newPicture(name, testInfo)) as [
    string,
    string,
    string,
  ];
  const proxy = await FaultProxy.before(() => demoServer.port);
  const sent = () =>
    proxy.log.filter(({ method, url }) => method === 'PATCH' && url.startsWith('/api/uploads'));
  try {
    await enter(page, proxy.origin, 'Admin');
    await page.clock.install();
    await page.goto(`${proxy.origin}/creatives/upload`);

    proxy.faults.instead = ({ method }) =>
      method === 'PATCH' && sent().length === 1
        ? { status: 503, headers: { 'content-type': 'application/json', 'retry-after': '25' }, body: BUSY }
        : null;
    await choose(page, first);
    await expect.poll(() => sent().length).toBe(1);
    await page.clock.runFor(20_000);
    expect(sent()).toHaveLength(1);
    await page.clock.runFor(6_000);
    await expect(row(page, 'i1.jpg')).toContainText('Uploaded and checked');
    expect(sent()).toHaveLength(2);

    proxy.faults.instead = ({ method, socket }) => {
      if (method !== 'PATCH') return null;
      proxy.faults.down = true;
      socket.destroy();
      return 'silence';
    };
    await choose(page, second);
    await expect.poll(() => proxy.faults.down).toBe(true);
    await expect(async () => {
      await page.clock.runFor(5_000);
      await expect(row(page, 'i2.jpg')).toContainText('No connection.', { timeout: 500 });
    }).toPass({ timeout: 60_000 });
    Object.assign(proxy.faults, { down: false, instead: null });
    await expect(async () => {
      await page.clock.runFor(5_000);
      await expect(row(page, 'i2.jpg')).toContainText('Uploaded and checked', { timeout: 500 });
    }).toPass({ timeout: 60_000 });

    proxy.faults.instead = ({ method }) => (method === 'PATCH' ? 'silence' : null);
    const before = sent().length;
    await choose(page, third);
    await expect.poll(() => sent().length).toBeGreaterThan(before);
    page.once('dialog', dialog => void dialog.accept());
    await page.reload();
    proxy.faults.instead = null;
    await expect(page.getByText(/^Not finished: i3\.jpg/)).toBeVisible();
    await choose(page, third);
    await expect(row(page, 'i3.jpg')).toContainText('Uploaded and checked');
    await expect(page.getByText(/^Not finished/)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Not finished/)).toHaveCount(0);
  } finally {
    await proxy.close();
  }
});
