/** From a business that nobody knows to its first published playlist, as one person goes it: in both languages, on a telephone and on a laptop. */
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { stepAt, totpCode } from '../../../server/identity/secondFactor/totp.ts';
import { fromBase32 } from '../../support/base32.ts';
import { textsOf } from '../support/pages/texts.ts';
import { OWN_PASSWORD } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { emailTo } from '../support/server/mailbox.ts';
import type { Wayside } from '../support/server/wayside.ts';

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1366, height: 768 };
const PASSWORD = 'Wayside-test-1';
const PICTURE = join(import.meta.dirname, '../../../server/demo/media/museum-pass.webp');

interface Way {
  server: Wayside;
  page: Page;
  language: 'en' | 'zh';
  email: string;
  company: string;
}
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notWider = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

async function signIn(page: Page, t: ReturnType<typeof textsOf>, [email, password]: [string, string]) {
  await page.getByLabel(t('auth:email'), { exact: true }).fill(email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(password);
  await buttonOf(page, t('auth:submit')).click();
}

async function register({ server, page, language, email, company }: Way) {
  const t = textsOf(language);
  const next = buttonOf(page, t('businessRegister:next'));
  await page.goto(`${server.origin}/register`);
  await page.getByLabel(t('businessRegister:fields.company'), { exact: true }).fill(company);
  await page.getByLabel(t('businessRegister:fields.country')).selectOption('PT');
  await notWider(page);
  await next.click();
  await page.getByLabel(t('register:fields.email')).fill(email);
  await page.getByLabel(t('register:fields.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t('register:fields.confirmPassword')).fill(PASSWORD);
  await notWider(page);
  await next.click();
  await page.getByRole('checkbox').check();
  await notWider(page);
  await buttonOf(page, t('businessRegister:submit')).click();
  await expect(page).toHaveURL(`${server.origin}/auth`);
}

/** By an administrator of the platform at his laptop. */
async function approve({ server, language, email, company }: Way, browser: Browser) {
  const t = textsOf(language);
  const admin = await browser.newPage({ locale: localeOf(language), viewport: LAPTOP });
  await admin.goto(`${server.origin}/auth`);
  await signIn(admin, t, [server.firstAdmin().email, OWN_PASSWORD]);
  await expect(admin).not.toHaveURL(/\/auth/);
  await admin.goto(`${server.origin}/admin/pending-users?q=${email}`);
  await buttonOf(admin, t('screens:list.actionsOf', { name: email })).click();
  await admin.getByRole('menuitem', { name: t('pendingUsers:actions.approve') }).click();
  const dialog = admin.getByRole('dialog', { name: t('pendingUsers:ask.approve.title', { name: email }) });
  await expect(dialog.getByLabel(t('pendingUsers:fields.new_tenant'))).toHaveValue(company);
  await dialog.getByRole('button', { name: t('pendingUsers:actions.approve') }).click();
  await expect(
    admin.getByText(t('pendingUsers:done.approve', { name: email }), { exact: true }),
  ).toBeVisible();
  await admin.close();
}

/** Set up in the profile, and asked for at the next sign-in. */
async function secondFactor({ server, page, language, email }: Way) {
  const t = textsOf(language);
  await page.goto(`${server.origin}/admin/profile`);
  await buttonOf(page, t('secondFactor:profile.begin')).click();
  const dialog = page.getByRole('dialog', { name: t('secondFactor:title') });
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const code = (away: number) => totpCode(fromBase32(secret), stepAt(Date.now()) + away);
  await dialog.getByLabel(t('secondFactor:code'), { exact: true }).fill(code(0));
  await dialog.getByRole('button', { name: t('secondFactor:setUp.confirm') }).click();
  await buttonOf(page, t('secondFactor:codes.done')).click();
  await buttonOf(page, t('sessions:everywhere.action')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('sessions:everywhere.action') })
    .click();
  await signIn(page, t, [email, PASSWORD]);
  await page.getByLabel(t('secondFactor:code'), { exact: true }).fill(code(1));
  await buttonOf(page, t('secondFactor:signIn.submit')).click();
}

/** The first page after a sign-in offers them. */
async function firstSteps({ server, page, language }: Way) {
  const t = textsOf(language);
  await page.getByRole('link', { name: t('onboarding:offer.open'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('onboarding:title') })).toBeVisible();
  const step = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^${t(`onboarding:steps.${name}.title`)}`) });
  await step('upload').click();
  await notWider(page);
  await page.locator('input[type=file]').first().setInputFiles(PICTURE);
  await expect(page.getByRole('list', { name: t('creatives:upload.list') })).toContainText(
    t('creatives:upload.status.done'),
  );
  const act = buttonOf(page, t('onboarding:steps.playlist.act'));
  await step('playlist').click();
  await expect(act).toBeVisible();
  await notWider(page);
  await act.click();
  await expect(page.getByText(t('onboarding:steps.playlist.made'), { exact: true })).toBeVisible();
  await page.goto(`${server.origin}/admin/playlists`);
  await expect(page.getByRole('link', { name: t('onboarding:steps.playlist.name') })).toBeVisible();
}
const localeOf = (language: Way['language']) => (language === 'en' ? 'en-US' : 'zh-CN');

const WAYS = [
  { language: 'en', viewport: PHONE, device: 'a telephone', again: '' },
  { language: 'zh', viewport: LAPTOP, device: 'a laptop', again: '' },
  { language: 'zh', viewport: PHONE, device: 'a telephone', again: ' @again' },
  { language: 'en', viewport: LAPTOP, device: 'a laptop', again: ' @again' },
] as const;

for (const { language, viewport, device, again } of WAYS)
  test(`a business registers, is approved into a tenant of its own, signs in with a second factor and publishes its first playlist: ${language}, on ${device}${again}`, async ({
    browser,
    demoServer: server,
    staff: _signedInOnce,
  }) => {
    const page = await browser.newPage({ locale: localeOf(language), viewport });
    const n = crypto.randomUUID().slice(0, 8);
    const way = { server, page, language, email: `${n}@quay.example`, company: `Quay Trams ${n}` };
    await register(way);
    await approve(way, browser);
    const message = await emailTo(server, way.email);
    await page.goto(/http:\/\/\S+\/auth(?=\s)/.exec(message)?.[0] ?? '');
    await signIn(page, textsOf(language), [way.email, PASSWORD]);
    await expect(page).not.toHaveURL(/\/auth/);
    await secondFactor(way);
    await expect(page).not.toHaveURL(/\/auth/);
    await firstSteps(way);
    await page.close();
  });
