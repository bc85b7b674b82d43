import { expect, type Page } from '@playwright/test';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  APPLE,
  startProvider,
  type TestProvider,
} from '../../support/oauth/provider.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let staff: Api;
let google: TestProvider;
let apple: TestProvider;
/** The providers stand on 127.0.0.1 and the product on localhost: for a browser these are two sites. */
test.beforeAll(async () => {
  server = await Wayside.start();
  staff = await new Api(server.origin).enter(server.firstAdmin());
  const callback = (name: string) => ({
    redirect_uris: [`${server.origin}/api/auth/oauth/${name}/callback`],
  });
  google = await startProvider('google', callback('google'));
  apple = await startProvider('apple', callback('apple'));
  google.add({ sub: 'ana', email: 'ana@provided.example', email_verified: true, given_name: 'Ana' });
  apple.add({ sub: 'bo', email: 'ana@provided.example', email_verified: 'true' });
  await server.stop();
  server.env = { GOOGLE_ISSUER: google.issuer, APPLE_ISSUER: apple.issuer };
  await server.up();
});
test.afterAll(async () => {
  await server.remove();
  await google.close();
  await apple.close();
});
test.use({ locale: 'en-US' });

const path = '/api/settings/integrations';
async function setUp(payload: object) {
  const { version } = await staff.call<{ version: number }>('GET', path);
  await staff.call('PATCH', path, payload, version);
}
const button = (page: Page, name: 'Google' | 'Apple') =>
  page.getByRole('button', { name: `Sign in with ${name}` });
/** The next time that the whole page goes to this path. */
const navigationTo = (page: Page, wanted: string) =>
  page.waitForRequest(request => request.isNavigationRequest() && new URL(request.url()).pathname === wanted);
const pending = (page: Page) =>
  expect(page.getByRole('alert').getByText('Your account is pending admin approval.')).toBeVisible();

test('AUTH-30 AUTH-31 OPEN-USER-03 OPEN-USER-07 somebody comes by Google, waits for approval, and signs in by Google and by Apple', async ({
  page,
}) => {
  await page.goto(`${server.origin}/auth`);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Sign in with (Google|Apple)/ })).toHaveCount(0);
  await setUp({
    ...{ google_client_id: CLIENT_ID, google_client_secret: CLIENT_SECRET, apple_client_id: CLIENT_ID },
    ...{ apple_team_id: APPLE.team_id, apple_key_id: APPLE.key_id, apple_secret_key: APPLE.secret_key },
  });
  await page.reload();
  await expect(button(page, 'Google')).toBeVisible();

  const toGoogle = navigationTo(page, '/api/auth/oauth/google');
  await button(page, 'Google').click();
  await toGoogle;
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('You cancelled it.')).toBeVisible();
  expect(page.url()).toBe(`${server.origin}/auth`);

  await button(page, 'Google').click();
  await page.getByRole('link', { name: 'ana@provided.example' }).click();
  await pending(page);
  const { items } = await staff.call<{ items: { id: string; tenant_id: string }[] }>(
    'GET',
    '/api/pending-users?q=ana@provided.example',
  );
  const [made] = items;
  await staff.call('POST', `/api/users/${made?.id}/approve`, { role: 'manager', tenant_id: made?.tenant_id });

  const addresses: string[] = [];
  page.on('request', request => addresses.push(request.url()));
  await button(page, 'Google').click();
  await page.getByRole('link', { name: 'ana@provided.example' }).click();
  await expect(page).toHaveURL(/\/admin/);
  for (const address of addresses) expect(address).not.toMatch(/access_token|refresh_token/);

  const second = await page.context().browser()!.newContext({ serviceWorkers: 'block', locale: 'en-US' });
  const other = await second.newPage();
  await other.goto(`${server.origin}/auth`);
  const toApple = navigationTo(other, '/api/auth/oauth/apple');
  await button(other, 'Apple').click();
  await toApple;
  await other.getByRole('link', { name: 'ana@provided.example' }).click();
  await expect(other).toHaveURL(/\/admin/);
  await second.close();
});
