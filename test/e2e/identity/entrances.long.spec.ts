import { expect, type Page } from '@playwright/test';
import { Api, OWN_PASSWORD } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { emailTo } from '../support/server/mailbox.ts';
import type { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let staff: Api;
test.beforeAll(({ demoServer, staff: first }) => {
  server = demoServer;
  staff = first;
});
test.use({ locale: 'en-US' });

const PASSWORD = 'Wayside-test-1';
const NEW_PASSWORD = 'Newly-chosen-2';

const linkIn = (email: string) => /http:\/\/\S+\/auth#\w+=[\w-]{43}/.exec(email)?.[0] ?? '';

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

async function fillCompany(page: Page) {
  await page.getByLabel('Company', { exact: true }).fill('Harbour Cabs Lda');
  await page.getByLabel('Country').selectOption('PT');
  await page.getByLabel('Website').fill('https://harbour.example/');
  await page.getByLabel('Tax number').fill('509123456');
  await page.getByLabel('Phone').fill('+351 21 123 4567');
  await page.getByRole('button', { name: 'Continue' }).click();
}
async function fillAccount(page: Page, email: string) {
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('ROUTE-PUB-03 PUBLIC-05 OPEN-REG-03 AMBIG-REG-01 ADMIN-12 a business registers, is approved into a new tenant, reads its e-mail and signs in', async ({
  page,
  browser,
}) => {
  const email = 'company@harbour.example';
  await page.goto(`${server.origin}/register`);
  await titled(page, 'Register your business');
  await expect(page).toHaveURL(`${server.origin}/register`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter the name of your company')).toBeVisible();
  await page.getByLabel('Company', { exact: true }).fill('Harbour Cabs Lda');
  await page.reload();
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('Harbour Cabs Lda');
  await fillCompany(page);
  await fillAccount(page, email);
  await expect(page.getByText('Harbour Cabs Lda')).toBeVisible();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Accept the terms to continue')).toBeVisible();
  await page.getByRole('checkbox').check();
  const sent: [string, object][] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && /register$|registrations$/.test(pathname))
      sent.push([pathname, request.postDataJSON() as object]);
  });
  const registered = page.waitForResponse(/\/api\/auth\/register$/);
  await page.getByRole('button', { name: 'Create Account' }).dblclick();
  const { user } = (await (await registered).json()) as { user: { id: string; role: string } };
  expect(user.role).toBe('viewer');
  expect(sent).toMatchObject([
    ['/api/business/registrations', { email, company: 'Harbour Cabs Lda' }],
    ['/api/auth/register', { email, role: 'viewer' }],
  ]);
  await expect(
    page.getByText(/pending admin approval\. You will be notified once approved\./).first(),
  ).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/auth`);

  const admin = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  await admin.goto(`${server.origin}/auth`);
  await signIn(admin, server.firstAdmin().email, OWN_PASSWORD);
  await expect(admin).not.toHaveURL(/\/auth/);
  await admin.goto(`${server.origin}/admin/pending-users?q=${email}`);
  await expect(admin.getByRole('row').filter({ hasText: email })).toContainText('Harbour Cabs Lda');
  await admin.getByRole('link', { name: email }).click();
  const sheet = admin.getByRole('dialog', { name: email });
  for (const fact of ['https://harbour.example/', '509123456', '+351211234567'])
    await expect(sheet.getByText(fact, { exact: true })).toBeVisible();
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: `Actions for ${email}` }).click();
  await admin.getByRole('menuitem', { name: 'Approve' }).click();
  const dialog = admin.getByRole('dialog', { name: `Approve ${email}?` });
  await expect(dialog.getByLabel('New tenant')).toHaveValue('Harbour Cabs Lda');
  await dialog.getByLabel('Business portal').check();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText(`Approved: ${email}`, { exact: true })).toBeVisible();
  await admin.close();

  const message = await emailTo(server, email);
  expect(message).toContain('Your Wayside account is approved');
  expect(message).toContain('Harbour Cabs Lda');
  expect(server.output).not.toContain('Your Wayside account is approved');
  await page.goto(/http:\/\/\S+\/auth(?=\s)/.exec(message)?.[0] ?? '');
  await signIn(page, email);
  await expect(page).not.toHaveURL(/\/auth/);
  const found = await staff.call<{ items: object[] }>('GET', '/api/tenants?q=Harbour Cabs Lda');
  expect(found.items).toMatchObject([{ tax_id: '509123456', country: 'PT', portal_business: true }]);
});

const tokensIn = (page: Page) =>
  page.evaluate(() => ['access_token', 'refresh_token'].filter(key => localStorage.getItem(key) !== null));

test('AMBIG-ROLE-01 AUTH-04 AUTH-40 who is approved as a device owner lands at his vehicles with both tokens, and loses them when they end', async ({
  page,
  browser,
}) => {
  const email = 'driver@fleet.example';
  await staff.call('POST', '/api/auth/register', { email, password: PASSWORD });
  const admin = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  await admin.goto(`${server.origin}/auth`);
  await signIn(admin, server.firstAdmin().email, OWN_PASSWORD);
  await expect(admin).not.toHaveURL(/\/auth/);
  await admin.goto(`${server.origin}/admin/pending-users?q=${email}`);
  await admin.getByRole('button', { name: `Actions for ${email}` }).click();
  await admin.getByRole('menuitem', { name: 'Approve' }).click();
  const dialog = admin.getByRole('dialog', { name: `Approve ${email}?` });
  await dialog.getByLabel('Role').selectOption('Device owner');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText(`Approved: ${email}`, { exact: true })).toBeVisible();
  await admin.close();

  await page.goto(`${server.origin}/auth`);
  expect(await tokensIn(page)).toEqual([]);
  await signIn(page, email);
  await expect(page).toHaveURL(`${server.origin}/owner/dashboard`);
  expect(await tokensIn(page)).toEqual(['access_token', 'refresh_token']);
  const { items } = await staff.call<{ items: { id: string }[] }>('GET', `/api/users?q=${email}`);
  await staff.call('POST', `/api/users/${items[0]?.id ?? ''}/sign-out`, {});
  await page.goto(`${server.origin}/admin`);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/auth`);
  await expect.poll(() => tokensIn(page)).toEqual([]);
});

test('AUTH-06 staff of each rank land in the admin area', async ({ browser }) => {
  const first = server.firstAdmin().email;
  const { tenant_id } = (await staff.call<{ user: { tenant_id: string } }>('GET', '/api/auth/me')).user;
  const people = [{ email: first, password: OWN_PASSWORD }];
  for (const role of ['staff_admin', 'staff_support']) {
    const email = `${role}@platform.example`;
    const body = { email, password: PASSWORD };
    const { user } = await staff.call<{ user: { id: string } }>('POST', '/api/auth/register', body);
    await staff.call('POST', `/api/users/${user.id}/approve`, { role, tenant_id });
    people.push(body);
  }
  for (const { email, password } of people) {
    const page = await browser.newPage({ locale: 'en-US' });
    await page.goto(`${server.origin}/auth`);
    await signIn(page, email, password);
    await expect(page).toHaveURL(`${server.origin}/admin`);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Denied|Insufficient/);
    await page.close();
  }
});

test('OPEN-USER-05 a forgotten password is set by a link that works once, and an unknown account looks the same', async ({
  page,
}) => {
  const email = 'forgetful@fleet.example';
  await staff.call('POST', '/api/auth/register', { email, password: PASSWORD });
  const { items } = await staff.call<{ items: { id: string; tenant_id: string }[] }>(
    'GET',
    `/api/pending-users?q=${email}`,
  );
  const { id = '', tenant_id = '' } = items[0] ?? {};
  await staff.call('POST', `/api/users/${id}/approve`, { role: 'viewer', tenant_id });

  const ask = async (address: string) => {
    await page.goto(`${server.origin}/auth`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await titled(page, 'Forgot password');
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Send link' }).click();
    return (await page.getByRole('alert').first().innerText()).replace(address, '');
  };
  expect(await ask('nobody@fleet.example')).toBe(await ask(email));
  const link = linkIn(await emailTo(server, email, 2));
  await page.goto(link);
  await page.reload();
  await titled(page, 'Set a new password');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill('Something-else-3');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Sign in with your new password.')).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/auth`);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await signIn(page, email, NEW_PASSWORD);
  await expect(page).not.toHaveURL(/\/auth/);

  await page.goto(link);
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill('Yet-another-4');
  await page.getByLabel('Confirm new password').fill('Yet-another-4');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
});

test('somebody is invited, accepts in his language with name and password, and is signed in', async ({
  page,
  browser,
}) => {
  const email = 'invited@fleet.example';
  const inviter = 'inviter@fleet.example';
  await staff.call('POST', '/api/auth/register', { email: inviter, password: PASSWORD });
  const { items } = await staff.call<{ items: { id: string; tenant_id: string }[] }>(
    'GET',
    `/api/pending-users?q=${inviter}`,
  );
  const { id = '', tenant_id = '' } = items[0] ?? {};
  await staff.call('POST', `/api/users/${id}/approve`, { role: 'admin', tenant_id });
  await page.goto(`${server.origin}/auth`);
  await signIn(page, inviter);
  await expect(page).not.toHaveURL(/\/auth/);
  await page.goto(`${server.origin}/admin/users`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption('Analyst');
  await form.getByLabel('Language').selectOption('中文');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Sent');

  const other = await browser.newPage({ locale: 'zh-CN' });
  await other.goto(linkIn(await emailTo(server, email)));
  await titled(other, '接受邀请');
  await expect(other.getByLabel(/邮箱/)).toHaveValue(email);
  await expect(other.getByRole('link', { name: '使用条款' })).toHaveAttribute('href', '/terms');
  await other.getByLabel('名', { exact: true }).fill('Rui');
  await other.getByLabel('新密码', { exact: true }).fill(PASSWORD);
  await other.getByLabel('确认新密码').fill(PASSWORD);
  await other.getByRole('button', { name: '接受并登录' }).click();
  await expect(other).not.toHaveURL(/\/auth/);
  await other.close();
  await page.reload();
  await expect(
    page.getByRole('row').filter({ hasText: email }).filter({ hasText: 'Accepted' }),
  ).toBeVisible();
});

test('an owner approves a registration into a tenant below his own', async ({ page }) => {
  const [owner, email] = ['owner-of-branches@fleet.example', 'of-the-quay@fleet.example'];
  const register = (who: string) =>
    staff.call<{ user: { id: string; tenant_id: string } }>('POST', '/api/auth/register', {
      ...{ email: who, password: PASSWORD },
    });
  const { id, tenant_id } = (await register(owner)).user;
  await staff.call('POST', `/api/users/${id}/approve`, { role: 'owner', tenant_id });
  const branch = { name: 'Quay branch', slug: 'quay-branch', kind: 'fleet', parent_id: tenant_id };
  const { id: below } = await staff.call<{ id: string }>('POST', '/api/tenants', branch);
  await register(email);
  await page.goto(`${server.origin}/auth`);
  await signIn(page, owner);
  await expect(page).not.toHaveURL(/\/auth/);
  await page.goto(`${server.origin}/admin/pending-users?q=of-the-quay`);
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Approve', exact: true }).click();
  const form = page.getByRole('dialog', { name: `Approve ${email}?` });
  /** The tenant that was named, whatever it is called by now. */
  await expect(form.getByLabel('Tenant')).toHaveValue(/./);
  await form.getByLabel('Tenant').fill('Quay');
  await page.getByRole('option', { name: 'Quay branch' }).click();
  await form.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText(`Approved: ${email}`, { exact: true })).toBeVisible();
  const signedIn = new Api(server.origin).call('POST', '/api/auth/login', { email, password: PASSWORD });
  expect(await signedIn).toMatchObject({ user: { email, role: 'viewer', tenant_id: below } });
});
