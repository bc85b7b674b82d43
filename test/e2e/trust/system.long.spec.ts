/** The status page: what somebody who runs the platform sees there, and what he starts from it. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { SystemStatus } from '../../../shared/contract/trust/system.ts';
import { violations } from '../support/pages/axe.ts';
import { OWN_PASSWORD } from '../support/server/api.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
test.beforeAll(({ browser, demoServer }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(() => users.close());

const PATH = '/admin/system';
const open = (page: Page) => page.goto(`${server.origin}${PATH}`);

test('ROUTE-ADMIN-08 ADMIN-18 OPEN-ADMIN-03 the status page shows components, sizes, queues, tasks and versions, and who may runs a task', async ({
  staff: _staff,
}) => {
  const stranger = await users.stranger();
  await open(stranger);
  await expect(stranger).toHaveURL(`${server.origin}/auth`);
  const driver = await users.as('Device owner');
  await open(driver);
  await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);

  const page = await users.as('Admin');
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: 'System status', exact: true })).toBeVisible();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const components = page.getByRole('region', { name: 'Components' });
  await expect(components).toContainText(`Wayside version${version}`);
  await expect(components).toContainText('Database migrations');
  await expect(page.getByRole('region', { name: 'Largest tables' })).toContainText('media_assets');
  await expect(page.getByRole('group', { name: 'Queues' })).toContainText('Videos to convert');
  const retention = page.getByRole('row', { name: /^Retention/ });
  await expect(retention).toContainText('Not since the start');
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run now: Retention' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download diagnostics' }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { status: SystemStatus };
  expect(file.status.server.version).toBe(version);

  const desk = await users.newPage();
  await desk.goto(`${server.origin}/auth`);
  await desk.getByLabel('Email').fill(server.firstAdmin().email);
  await desk.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await desk.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(desk).not.toHaveURL(/\/auth/);
  await open(desk);
  await desk.getByRole('button', { name: 'Run now: Retention' }).click();
  await expect(desk.getByRole('row', { name: /^Retention/ })).toContainText('Done in');
  await page.reload();
  await expect(retention).toContainText('Done in');

  /** Of anybody's browser: it is told without a sign-in, and without saying whose it was. */
  const answer = await stranger.request.post(`${server.origin}/api/analytics/errors`, {
    data: {
      ...{ url: '/player', error_type: 'unknown', error_message: 'The wall is out of memory' },
      ...{ http_status_code: 503, ttfb_ms: null, retry_attempt: null, max_attempts: null },
      ...{ context_type: 'worker', section_context: 'player' },
    },
  });
  expect(answer.status()).toBe(204);
  await page.reload();
  const ofBrowsers = page.getByRole('row').filter({ hasText: '503 · The wall is out of memory' });
  await expect(ofBrowsers).toContainText('Service worker · player');
});
