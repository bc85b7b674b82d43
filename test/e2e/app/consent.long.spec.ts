import { expect, type Page } from '@playwright/test';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
test.beforeAll(({ demoServer }) => void (server = demoServer));
test.use({ locale: 'en-US', viewport: { width: 1280, height: 800 } });

const KEY = 'taxi-privacy-consent';
const REPORT = '/api/analytics/errors';

interface Kept {
  hasConsented: boolean;
  purposes: { errors: boolean };
}
const mirror = (page: Page) =>
  page.evaluate(key => JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null, KEY);
const question = (page: Page) =>
  page.getByRole('region', { name: 'Send error reports to help us fix problems?' });
const answer = (page: Page, name: 'Accept' | 'Decline') =>
  question(page).getByRole('button', { name }).click();
const control = (page: Page) =>
  page.getByRole('switch', { name: 'Send error reports to help us fix problems?' });

function reports(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', request => {
    if (request.url().endsWith(REPORT)) sent.push(request.postData() ?? '');
  });
  return sent;
}
/** As an error of ours that nobody catches. */
const breakDown = (page: Page, message: string) =>
  page.evaluate(text => {
    setTimeout(() => void Promise.reject(new Error(text)));
  }, message);
async function signedIn(page: Page) {
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

test('OPEN-ANALYTICS-04 ANALYTICS-23 STORE-04 the bar asks once at the first visit, leaves the sign-in free, and a no is kept and means no call', async ({
  page,
}) => {
  await page.clock.install();
  const sent = reports(page);
  await page.goto(`${server.origin}/auth`);
  await expect(question(page)).toContainText('Send error reports to help us fix problems?');
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/bar.png` });
  const bar = (await question(page).boundingBox())!;
  const signIn = (await page.getByRole('button', { name: 'Sign In', exact: true }).boundingBox())!;
  expect(bar.y + bar.height).toBeCloseTo(800, 0);
  expect(signIn.y + signIn.height).toBeLessThan(bar.y);
  expect(await mirror(page)).toBeNull();

  await answer(page, 'Decline');
  await expect(question(page)).toBeHidden();
  await expect.poll(() => mirror(page)).toMatchObject({ hasConsented: false, purposes: { errors: false } });
  await signedIn(page);
  await breakDown(page, 'told to nobody');
  await page.clock.runFor(120_000);
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(question(page)).toBeHidden();
  expect(sent).toEqual([]);
});

test('OPEN-ANALYTICS-04 STORE-04 ANALYTICS-16 a yes sends an error once, without its secrets; the switch in Profile takes it back', async ({
  page,
}) => {
  await page.clock.install();
  const sent = reports(page);
  await page.goto(`${server.origin}/auth`);
  await expect(question(page)).toBeVisible();
  await page.getByRole('button', { name: 'Sign In', exact: true }).focus();
  for (let tabs = 0; tabs < 30; tabs++) {
    await page.keyboard.press('Tab');
    if (
      await question(page)
        .getByRole('button', { name: 'Accept' })
        .evaluate(b => b === document.activeElement)
    )
      break;
  }
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect.poll(() => mirror(page)).toMatchObject({ hasConsented: true, purposes: { errors: true } });
  await signedIn(page);
  await page.goto(`${server.origin}/admin/profile?token=canary-1`);
  await expect(control(page)).toBeChecked();
  await page.waitForLoadState('networkidle');

  const taken = page.waitForResponse(response => response.url().endsWith(REPORT));
  await breakDown(page, 'Bearer canary-2 failed for anna@fleet.example');
  await page.clock.runFor(31_000);
  expect((await taken).status()).toBe(204);
  await page.clock.runFor(120_000);
  /** Calls that the page repeats by itself may run out of the time that was moved. */
  expect(sent.filter(one => one.includes('"error_type":"unknown"'))).toHaveLength(1);
  expect(JSON.parse(sent[0]!)).toMatchObject({
    url: `${server.origin}/admin/profile`,
    error_type: 'unknown',
    error_message: 'Bearer [hidden] failed for [hidden]',
    context_type: 'page',
    section_context: 'profile',
  });

  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/profile.png` });
  await control(page).click();
  await expect(control(page)).not.toBeChecked();
  await expect.poll(() => mirror(page)).toMatchObject({ hasConsented: false });
  await breakDown(page, 'told to nobody');
  await page.clock.runFor(120_000);
  /** Calls that the page repeats by itself may run out of the time that was moved. */
  expect(sent.filter(one => one.includes('"error_type":"unknown"'))).toHaveLength(1);
});

test('fault 86: consent that was taken back is still taken back after the power is cut at once', async () => {
  const screen = new Screen();
  try {
    await screen.open(`${server.origin}/auth`, { watch: false });
    await answer(screen.page, 'Accept');
    await signedIn(screen.page);
    await screen.page.goto(`${server.origin}/admin/profile`);
    await expect(control(screen.page)).toBeChecked();
    await expect.poll(() => mirror(screen.page)).toMatchObject({ hasConsented: true });
    await control(screen.page).click();
    await expect(control(screen.page)).not.toBeChecked();
    await expect(control(screen.page)).toHaveAttribute('aria-busy', 'false');
    await screen.kill();

    await screen.open(`${server.origin}/admin/profile`, { watch: false });
    const sent = reports(screen.page);
    await expect(control(screen.page)).toBeVisible();
    await expect(control(screen.page)).not.toBeChecked();
    await expect(question(screen.page)).toBeHidden();
    expect(await mirror(screen.page)).toMatchObject({ hasConsented: false });
    expect(sent).toEqual([]);
  } finally {
    await screen.remove();
  }
});

test('OPEN-ANALYTICS-04 the line in the screen’s own dialog asks too, and its answer is the console’s', async ({
  page,
}) => {
  await page.goto(`${server.origin}/player`);
  await expect(page.getByText('Pair this screen').first()).toBeVisible();
  await page.mouse.move(300, 300);
  await page.mouse.move(400, 400);
  await page.getByRole('button', { name: 'Service panel' }).click();
  const line = page.getByRole('group', { name: 'Send error reports to help us fix problems?' });
  await line.getByRole('button', { name: 'Decline' }).click();
  await expect(line.getByRole('button', { name: 'Decline' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => mirror(page)).toMatchObject({ hasConsented: false });
  await line.getByRole('button', { name: 'Accept' }).click();
  await expect(line.getByRole('button', { name: 'Accept' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => mirror(page)).toMatchObject({ hasConsented: true });
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/player.png` });
  await page.goto(`${server.origin}/auth`);
  await page.waitForLoadState('networkidle');
  await expect(question(page)).toBeHidden();
});
