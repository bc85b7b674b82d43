/** Each page once, at its address, as whoever it is for: it has its heading, and nothing it asks for or does fails. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { enter } from '../support/pages/everyPage.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
test.beforeAll(({ browser, demoServer }) => {
  server = demoServer;
  users = new DemoUsers(browser, server.origin);
});
test.afterAll(() => users.close());

/** As a link of the console leads there: the page is not loaded anew. */
const follow = (page: Page, path: string) =>
  page.evaluate(to => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** What failed on a page from now on: answers of the API, and scripts. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => void faults.push(message));
  page.on('response', answer => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/api/') && answer.status() >= 400) faults.push(`${pathname} ${answer.status()}`);
  });
  return faults;
}

async function expectPages(page: Page, pages: Record<string, string>): Promise<void> {
  const faults = faultsOf(page);
  for (const [path, title] of Object.entries(pages)) {
    await follow(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${server.origin}${path}`);
    await page.waitForLoadState('networkidle');
    expect(faults, path).toEqual([]);
  }
}

test('ROUTE-ADMIN-08 ROUTE-ADMIN-22 ROUTE-ADMIN-23 ROUTE-ADMIN-28 ROUTE-ADMIN-29 ROUTE-ADMIN-36 pages that staff work at open', async ({
  staff,
}) => {
  const page = await users.newPage();
  await enter(page, server.origin, staff.email);
  await expectPages(page, {
    '/admin/tenants': 'Tenants',
    '/admin/compliance': 'Compliance',
    '/admin/system': 'System status',
    '/admin/police-api-keys': 'Police API keys',
    '/admin/support': 'Support desk',
    '/admin/data-migration': 'Data migration',
  });
});

test('ROUTE-ADMIN-13 ROUTE-ADMIN-14 ROUTE-ADMIN-15 ROUTE-ADMIN-16 ROUTE-ADMIN-17 ROUTE-ADMIN-18 ROUTE-ADMIN-19 ROUTE-ADMIN-35 ROUTE-ADMIN-37 ROUTE-ADMIN-43 ROUTE-ADMIN-44 ROUTE-PCFG-01 ROUTE-PCFG-02 ROUTE-PCFG-03 ROUTE-PCFG-05 pages of content and of what screens play open for an admin', async () => {
  await expectPages(await users.as('Admin'), {
    '/admin/content': 'Local content',
    '/admin/content/local-discovery': 'Local discovery',
    '/admin/content/entertainment': 'Entertainment',
    '/admin/content/tourism': 'Tourism',
    '/admin/content/deals': 'Deals',
    '/admin/content/jobs': 'Job posts',
    '/admin/content/news': 'News',
    '/admin/emergency-alerts': 'Emergency alerts',
    '/admin/media': 'Media',
    '/admin/playlists': 'Playlists',
    '/admin/playlists/new': 'New playlist',
    '/admin/player-config/weights': 'Content weights',
    '/admin/player-config/pacing': 'Pacing',
    '/admin/player-config/qr-rules': 'QR rules',
    '/admin/player-config/age-gender': 'Age and gender',
  });
});

test('ROUTE-ADMIN-25 ROUTE-ADMIN-26 ROUTE-ADMIN-27 ROUTE-ADMIN-30 ROUTE-ADMIN-34 ROUTE-USER-12 pages of people and settings open for an admin', async () => {
  await expectPages(await users.as('Admin'), {
    '/admin/users': 'Users',
    '/admin/pending-users': 'Pending users',
    '/admin/profile': 'Profile',
    '/admin/settings': 'Settings',
    '/admin/audit': 'Audit log',
    '/onboarding': 'Getting started',
  });
});

test('ROUTE-ADMIN-02 ROUTE-ADMIN-03 ROUTE-ADMIN-04 ROUTE-ADMIN-05 ROUTE-ADMIN-06 ROUTE-ADMIN-11 ROUTE-ADMIN-12 ROUTE-ADMIN-31 ROUTE-ADMIN-32 ROUTE-ADMIN-33 pages of figures and money open for an admin', async () => {
  await expectPages(await users.as('Admin'), {
    '/admin/analytics': 'Analytics',
    '/admin/analytics/campaigns': 'Campaign analytics',
    '/admin/analytics/creatives': 'Creative analytics',
    '/admin/analytics/audience': 'Audience',
    '/admin/analytics/map': 'Map',
    '/admin/earnings': 'Earnings',
    '/admin/listings': 'Listings',
    '/admin/billing': 'Billing',
    '/admin/contracts': 'Contracts',
    '/admin/contracts/templates': 'Contract templates',
  });
});

test('ROUTE-PROG-02 ROUTE-PROG-05 ROUTE-PROG-06 ROUTE-PROG-08 ROUTE-PROG-09 ROUTE-PROG-10 ROUTE-PROG-11 pages of programmatic sales open for an admin', async () => {
  await expectPages(await users.as('Admin'), {
    '/admin/programmatic/partners': 'Partners',
    '/admin/programmatic/deals': 'Deals',
    '/admin/programmatic/delivery-mapping': 'Delivery mapping',
    '/admin/programmatic/openrtb-tester': 'OpenRTB tester',
    '/admin/programmatic/bid-logs': 'Bid logs',
    '/admin/programmatic/adapter-health': 'Adapter health',
    '/admin/programmatic/reports': 'Programmatic reports',
  });
});

test('ROUTE-BIZ-05 ROUTE-BIZ-06 ROUTE-BIZ-07 ROUTE-BIZ-08 ROUTE-BIZ-09 ROUTE-BIZ-10 ROUTE-BIZ-11 ROUTE-BIZ-12 ROUTE-BIZ-13 pages of the business portal open for its owner', async ({
  staff,
}) => {
  await staff.setPortal(true);
  const page = await users.newPage();
  await page.goto(`${server.origin}/business/profile`);
  await page.getByRole('button', { name: 'Owner', exact: true }).click();
  await expect(page).toHaveURL(`${server.origin}/business/profile`);
  await expectPages(page, {
    '/business/profile': 'Business profile',
    '/business/locations': 'Locations',
    '/business/white-label/settings': 'White-label',
    '/business/white-label/sub-tenants': 'Sub-tenants',
    '/business/analytics': 'Analytics',
    '/business/reports': 'Reports',
    '/business/budget': 'Budgets',
    '/business/contracts': 'Contracts',
    '/business/support': 'Support',
  });
  await staff.setPortal(false);
});

test('ROUTE-OWNER-03 ROUTE-OWNER-04 ROUTE-OWNER-05 pages of a device owner open for him', async () => {
  await expectPages(await users.as('Device owner'), {
    '/owner/device': 'My devices',
    '/owner/earnings': 'My earnings',
    '/owner/support': 'Support',
  });
});

test('ROUTE-PUB-02 ROUTE-PUB-03 ROUTE-PUB-04 ROUTE-PUB-05 ROUTE-PUB-06 ROUTE-PUB-07 ROUTE-PUB-08 ROUTE-PUB-09 public pages open for a stranger', async () => {
  const page = await users.stranger();
  for (const [path, title] of Object.entries({
    '/pricing': 'Pricing',
    '/register': 'Register your business',
    '/terms': 'Terms of use',
    '/privacy': 'Privacy policy',
    '/dpa': 'Data processing agreement',
    '/contact': 'Contact',
    '/jobs': 'Jobs',
    '/translate': 'Phrasebook',
  })) {
    await page.goto(`${server.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }
});
