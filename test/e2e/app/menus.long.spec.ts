/** OPEN-UI-01: the trees of design/console.md §2.1, written down by hand, and pages that everybody can use. */
import { expect, type Page } from '@playwright/test';
import { isDue } from '../../support/dailyShare.ts';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { enter, realPaths, tour } from '../support/pages/everyPage.ts';
import { test } from '../support/server/demoServer.ts';

let users: DemoUsers;
let origin: string;
test.beforeAll(({ browser, demoServer }) => {
  origin = demoServer.origin;
  users = new DemoUsers(browser, origin);
});
test.afterAll(async ({ staff }) => {
  await users.close();
  await staff.setPortal(false);
});

/** By group, each entry with the roles that see it: O owner, A admin, M manager, N analyst; staff sees all. */
const ADMIN_MENU: Record<string, readonly [path: string, roles: string][]> = {
  top: [['', 'OAMN']],
  network: [
    ['/devices', 'OAMN'],
    ['/devices/monitor', 'OAMN'],
    ['/devices/groups', 'OAMN'],
    ['/earnings', 'OA'],
    ['/listings', 'OAMN'],
    ['/player-config/weights', 'OAMN'],
    ['/player-config/pacing', 'OAMN'],
    ['/player-config/qr-rules', 'OAMN'],
    ['/player-config/weather', 'OAMN'],
    ['/player-config/age-gender', 'OA'],
  ],
  content: [
    ['/content', 'OAMN'],
    ['/media', 'OAMN'],
    ['/playlists', 'OAMN'],
  ],
  campaigns: [
    ['/submissions', 'OAMN'],
    ['/content-validation', 'OAMN'],
    ['/campaigns', 'OAMN'],
  ],
  analytics: [
    ['/analytics', 'OAMN'],
    ['/analytics/campaigns', 'OAMN'],
    ['/analytics/creatives', 'OAMN'],
    ['/analytics/audience', 'OAMN'],
    ['/analytics/map', 'OAMN'],
  ],
  programmatic: [
    ['/programmatic/partners', 'OAMN'],
    ['/programmatic/deals', 'OAMN'],
    ['/programmatic/delivery-mapping', 'OAMN'],
    ['/programmatic/proof-of-play', 'OAMN'],
    ['/programmatic/bid-logs', 'OAMN'],
    ['/programmatic/adapter-health', 'OAMN'],
    ['/programmatic/openrtb-tester', 'OAM'],
    ['/programmatic/reports', 'OAMN'],
  ],
  customers: [
    ['/support', 'OAMN'],
    ['/users', 'OA'],
    ['/pending-users', 'OA'],
    ['/tenants', 'OA'],
    ['/billing', 'OA'],
    ['/contracts', 'OAM'],
    ['/contracts/templates', 'OAM'],
  ],
  trust: [
    ['/compliance', 'OA'],
    ['/audit', 'OA'],
    ['/emergency-alerts', 'OAMN'],
    ['/police-api-keys', ''],
  ],
  system: [
    ['/system', 'OA'],
    ['/data-migration', 'OA'],
    ['/settings', 'OA'],
  ],
};
const WORKSPACE = ['/creatives', '/playlists', '/campaigns'];
const OWNER_PORTAL = ['/dashboard', '/device', '/earnings', '/support'].map(path => `/owner${path}`);

const LETTERS = { Owner: 'O', Admin: 'A', Manager: 'M', Analyst: 'N' } as const;
const adminMenu = (letter: string) =>
  Object.values(ADMIN_MENU)
    .flat()
    .filter(([, roles]) => letter === 'staff' || roles.includes(letter))
    .map(([path]) => `/admin${path}`);

const menuOf = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''));
const sorted = (paths: readonly string[]) => [...paths].sort();
/** A menu is drawn a moment after its page. */
const expectMenu = (page: Page, expected: readonly string[], below = '/') =>
  expect
    .poll(async () => sorted((await menuOf(page)).filter(path => path.startsWith(below))))
    .toEqual(sorted(expected));

test('OPEN-UI-01 each role has the menu that the design gives it, and sees no entry of another', async ({
  staff,
}) => {
  await staff.setPortal(false);
  for (const [role, letter] of Object.entries(LETTERS)) {
    const portal = role === 'Admin' ? OWNER_PORTAL : [];
    const expected = [...adminMenu(letter), '/creatives', ...portal];
    await expectMenu(await users.as(role), expected);
  }
  await expectMenu(await users.as('Viewer'), WORKSPACE);
  await expectMenu(await users.as('Device owner'), [...OWNER_PORTAL, ...WORKSPACE]);

  await staff.setPortal(true);
  const advertiser = await users.signIn('Viewer');
  const business = (...pages: string[]) => pages.map(page => `/business/${page}`);
  const ofViewer = ['dashboard', 'submit', 'submissions', 'budget', 'support', 'contracts'];
  await expectMenu(advertiser, business(...ofViewer), '/business/');
  const ofOwner = ['dashboard', 'submit', 'submissions', 'analytics', 'reports', 'budget', 'profile'];
  const more = ['locations', 'white-label/settings', 'white-label/sub-tenants', 'support', 'contracts'];
  await expectMenu(await users.signIn('Owner'), business(...ofOwner, ...more), '/business/');

  const page = await users.newPage();
  await enter(page, origin, staff.email);
  expect(await menuOf(page)).toEqual(expect.arrayContaining(adminMenu('staff')));
});

test('a page just opened is gone through from its beginning, though the menu has scrolled to its entry', async () => {
  const page = await users.as('Owner');
  await page.setViewportSize({ width: 1366, height: 600 });
  await page.goto(`${origin}/admin/system`);
  await expect(page.getByRole('heading', { level: 1, name: 'System status' })).toBeVisible();
  await expect(page.locator('nav [aria-current=page]')).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

/** All of them are looked at together with harmful texts, in the long lane; here another share each day. */
const SHARE = 14;

test('OPEN-UI-01 pages have no fault that axe calls serious, in both themes and languages', async ({
  browser,
  staff,
}) => {
  test.setTimeout(180_000);
  await staff.setPortal(true);
  const due = [...realPaths()].filter((path, nth) => !path.includes(':') && isDue(nth, SHARE));
  const faults: unknown[] = [];
  for (const locale of ['en-US', 'zh-CN']) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await enter(page, origin, staff.email);
    const look = async (path: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const fault of await violations(page)) faults.push([locale, path, colorScheme, fault]);
      }
    };
    const open = new Set(due);
    await tour({ origin, page, open, look });
    expect(due.length - open.size).toBeGreaterThan(due.length / 2);
    await context.close();
  }
  expect(faults).toEqual([]);
});
