/** The OpenRTB tester: a request is repaired, sent, its answer judged, and the whole kept as a case. */
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Partner } from '../../../shared/contract/programmatic/partner.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
/** Its own: elsewhere the only partner of the demo is stopped for good. */
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  server = await Wayside.start();
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});

const TESTER = '/admin/programmatic/openrtb-tester';
const PREBID = join(import.meta.dirname, '../../fixtures/openrtb');
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const at = (page: Page, path: string) => expect(page).toHaveURL(`${server.origin}${path}`);
const request = (page: Page) => page.getByLabel('Bid request as JSON');
const findings = (page: Page) => page.getByRole('list', { name: 'Findings' });

/** Whoever has no business here ends where his own pages begin. */
async function keptFrom(path: string) {
  const out = await users.stranger();
  await open(out, path);
  await at(out, '/auth');
  const driver = await users.as('Device owner');
  await open(driver, path);
  await at(driver, '/owner/dashboard');
}

test('PROG-04 ROUTE-PROG-08 OPEN-PROG-02 a request is repaired line by line, sent to the mock bidder, and its answer is judged as an auction would', async () => {
  await keptFrom(TESTER);
  const page = await users.as('Admin');
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'OpenRTB tester' })
    .click();
  await at(page, TESTER);
  await expect(page.getByRole('heading', { level: 1, name: 'OpenRTB tester', exact: true })).toBeVisible();
  await expect(page.getByText('Valid: nothing to report')).toBeVisible();

  await page.getByLabel('Template').selectOption({ label: 'Common mistakes (IAB example)' });
  await expect(findings(page).getByText('“long” is not a field of Geo. Did you mean “lon”?')).toBeVisible();
  await findings(page)
    .getByRole('listitem')
    .filter({ hasText: '“long”' })
    .getByRole('button', { name: /^Line \d+ · \/device\/geo\/long$/ })
    .click();
  await expect(request(page)).toBeFocused();
  await findings(page).getByRole('button', { name: 'Rename to lon', exact: true }).click();
  await expect(request(page)).toHaveValue(/"lon": -0.09043/);
  await page.getByRole('button', { name: 'Apply all repairs' }).click();
  await page.getByRole('button', { name: 'Change to ["30101"]' }).click();
  await expect(request(page)).toHaveValue(/"tmax": 300/);
  await expect(page.getByText('Valid: nothing to report')).toBeVisible();
  await request(page).fill('{"id": oops}');
  await expect(findings(page).getByText('This is not valid JSON from line 1, column 8 on.')).toBeVisible();

  await page.getByLabel('Template').selectOption({ label: 'Video on a taxi screen' });
  await page.getByRole('button', { name: 'Send to mock bidder' }).click();
  const auction = page.getByRole('region', { name: 'Auction' }).last();
  await expect(auction.getByText('Won', { exact: true })).toBeVisible();
  await expect(page.getByText(/^HTTP 200 · /)).toBeVisible();
  await expect(page.getByText(/price=[\d.]+&cur=EUR/).first()).toBeVisible();
  await page.getByRole('button', { name: 'AUDIT' }).click();
  await expect(page.getByText(/price=AUDIT&cur=AUDIT/).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByLabel('Mock bidder answers with').selectOption({ label: 'A price below the floor' });
  await page.getByRole('button', { name: 'Send to mock bidder' }).click();
  await expect(auction.getByText('100 Below the floor')).toBeVisible();
  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByLabel('Mock bidder answers with').selectOption({ label: 'No bid with a reason' });
  await page.getByRole('button', { name: 'Send to mock bidder' }).click();
  await expect(page.getByText('No-bid reason 6')).toBeVisible();
});

/** The mock of the demo sells; requests by hand go to those alone that only test. */
async function mockOnlyTests(): Promise<void> {
  const staff = await new Api(server.origin).enter(server.firstAdmin());
  const { items } = await staff.call<{ items: Partner[] }>('GET', '/api/programmatic/partners');
  const mock = items.find(({ kind }) => kind === 'mock');
  await staff.call('PATCH', `/api/programmatic/partners/${mock?.id}`, { test_mode: true }, mock?.version);
}

test('PROG-04 the request of a placement is written as its partner would be sent it, and goes to that partner as a test', async () => {
  await mockOnlyTests();
  const page = await users.as('Admin');
  await open(page, TESTER);
  await page.getByRole('button', { name: 'From a placement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bid request of a placement' });
  await dialog.getByLabel('Placement', { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel('Partner', { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel('Minutes until it plays').fill('30');
  await dialog.getByRole('button', { name: 'Write request' }).click();
  await expect(dialog).toBeHidden();
  await expect(request(page)).toHaveValue(/"test": 1,[\s\S]*"venuetype"[\s\S]*"w": \d+/);
  await page.getByLabel('Send to').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Send as a test' }).click();
  await expect(page.getByText(/^HTTP 200 · /)).toBeVisible();
});

test('PROG-04 a request is kept as a case, case files of Prebid Server are added, and all are run', async () => {
  const page = await users.as('Admin');
  await open(page, TESTER);
  await page.getByRole('button', { name: 'Save as test case' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as test case' });
  await dialog.getByLabel('Name').fill('Taxi image');
  await dialog.getByLabel('Tags').fill('harbour, taxi');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('tab', { name: 'Test cases' }).click();
  await expect(page.getByRole('button', { name: 'Taxi image', exact: true })).toBeVisible();
  const files = [
    'prebid-endpoint/invalid-whole/tmax-negative.json',
    'prebid-adapter/smaato/exemplary/simple-banner-dooh.json',
    'prebid-adapter/smaato/supplemental/no-publisher-id-request.json',
    'iab-spec/01-spec-6-2-1-example-1-simple-banner.json',
  ];
  await page.locator('input[type=file]').setInputFiles(files.map(file => join(PREBID, file)));
  await expect(page.getByText('These files are no case files of Prebid Server')).toBeVisible();
  await expect(page.getByText('01-spec-6-2-1-example-1-simple-banner.json')).toBeVisible();
  await page.getByRole('button', { name: 'Run all (strict)' }).click();
  const run = page.getByRole('region', { name: 'Test run' });
  await expect(run.getByText('Finished: 5 of 5')).toBeVisible();
  await expect(run.getByText('Failed 0')).toBeVisible();
  await run.getByRole('button', { name: 'Not judged', exact: true }).click();
  await expect(run.getByText(/not judged: Missing publisherId parameter/)).toBeVisible();
  await page.getByRole('button', { name: 'Lenient', exact: true }).click();
  await page.getByRole('button', { name: 'Run all (lenient)' }).click();
  await expect(run.getByText('0 results changed since the run before')).toBeVisible();
  await run.getByRole('button', { name: 'Not judged', exact: true }).click();
  await run.getByRole('button', { name: 'no-publisher-id-request' }).click();
  await expect(request(page)).toHaveValue(/"imp"/);
});
