import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { OWN_PASSWORD } from '../support/server/api.ts';
import { Screen } from '../support/screen/screen.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');

test('P12 API-03 API-20 GUARD-12 GUARD-21 REFRESH-16 a screen opened where somebody is signed in never says who he is', async () => {
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const { email, password } = server.firstAdmin();
  const proxy = await FaultProxy.before(() => server.port);
  const screen = new Screen();
  const player = () => proxy.log.filter(passed => /^\/(api\/player|media)\//.test(passed.url));
  try {
    await screen.open(`${proxy.origin}/player`);
    await expect(screen.page).toHaveURL(/\/player$/);
    await screen.content(20_000);
    await screen.page.goto(`${proxy.origin}/auth`);
    await screen.page.getByLabel('Email').fill(email);
    await screen.page.getByLabel('Password', { exact: true }).fill(password);
    await screen.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await screen.page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
    await screen.page.getByLabel('Confirm new password').fill(OWN_PASSWORD);
    await screen.page.getByRole('button', { name: 'Set password' }).click();
    await expect(screen.page).toHaveURL(/\/admin/);
    expect(await screen.page.evaluate(() => localStorage.getItem('access_token'))).toBeTruthy();
    /** That of the session, and that his account knows this browser. */
    expect((await screen.context.cookies(`${proxy.origin}/api/auth/refresh`)).length).toBe(2);

    /**
     * What the console has asked belongs to the console, and so does what its worker keeps for later: all of it has
     * arrived before the screen opens. One poll that brings nothing new, a second after the page is gone, tells so.
     */
    await screen.page.waitForLoadState('networkidle');
    await screen.page.goto('about:blank');
    let arrived = -1;
    const isQuiet = () => {
      const before = arrived;
      arrived = proxy.log.length;
      return before === arrived;
    };
    await expect.poll(isQuiet, { intervals: [1_000], timeout: 30_000 }).toBe(true);
    proxy.log.length = 0;
    for (const path of ['/player', '/display', '/player/x', '/display/x']) {
      await screen.page.goto(`${proxy.origin}${path}`);
      await expect(screen.page).toHaveURL(/\/player$/);
      await screen.content(20_000);
      await expect.poll(() => player().length, { timeout: 20_000 }).toBeGreaterThan(0);
    }
    proxy.faults.deny = request => (request.url ?? '').startsWith('/api/player/');
    const before = player().length;
    await screen.page.reload();
    await expect.poll(() => player().length, { timeout: 60_000 }).toBeGreaterThan(before);
    await screen.wait(3_000);

    expect(proxy.log.filter(passed => passed.credentials.length > 0)).toEqual([]);
    expect(proxy.log.filter(passed => passed.url.startsWith('/api/auth/'))).toEqual([]);
  } finally {
    await screen.remove();
    await proxy.close();
    await server.remove();
  }
});
