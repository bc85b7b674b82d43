import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { Api } from '../support/server/api.ts';
import { damage } from '../support/server/damage.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');

/** What the page asks the API and the media for, in turn. */
function asked(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (/^\/(api\/player|media)\//.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** Opens the player till its first picture; what it asked for so far, and what it will. */
async function started(screen: Screen, server: Wayside): Promise<string[]> {
  let calls: string[] = [];
  const first = (page: Page) => Promise.resolve((calls = asked(page)));
  await screen.open(`${server.origin}/player`, { first });
  await screen.content(30_000);
  return calls;
}

test('a new screen names itself and hears what to play in one call; at its next start it knows', async () => {
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const screen = new Screen();
  try {
    const calls = await started(screen, server);
    expect(calls.slice(0, 2)).toEqual(['POST /api/player/pairing', expect.stringMatching(/^GET \/media\//)]);
    expect(calls.filter(call => /manifest|documents/.test(call))).toEqual([]);
    await screen.close();

    const again = await started(screen, server);
    await expect.poll(() => again).toContain('GET /api/player/manifest');
    expect(again).not.toContain('POST /api/player/pairing');
  } finally {
    await screen.remove();
    await server.remove();
  }
});

test(
  'a screen whose database and worker are gone takes its name from the second bucket, and asks for none',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const api = await new Api(server.origin).enter(server.firstAdmin());
    const screen = new Screen();
    try {
      await started(screen, server);
      await screen.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await screen.close();
      const { total } = await api.call<{ total: number }>('GET', '/api/devices');
      damage(screen.profile, ['the database', 'all files gone'], Math.random);
      damage(screen.profile, ['the workers', 'all files gone'], Math.random);

      expect(await started(screen, server)).not.toContain('POST /api/player/pairing');
      expect((await api.call<{ total: number }>('GET', '/api/devices')).total).toBe(total);
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);

test('two tabs of a new screen are one screen', { tag: '@again' }, async () => {
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const api = await new Api(server.origin).enter(server.firstAdmin());
  const screen = new Screen();
  try {
    const devices = async () => (await api.call<{ total: number }>('GET', '/api/devices')).total;
    const before = await devices();
    await screen.open('about:blank', { watch: false });
    const tabs = [screen.page, await screen.context.newPage()];
    await Promise.all(tabs.map(tab => tab.goto(`${server.origin}/player`)));
    await expect.poll(devices).toBe(before + 1);
    await screen.wait(3_000);
    expect(await devices()).toBe(before + 1);
  } finally {
    await screen.remove();
    await server.remove();
  }
});

test(
  'a new screen that lost half of its program on the way comes to its first picture once the link is back',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const proxy = await FaultProxy.before(() => server.port);
    const screen = new Screen();
    try {
      let lost = 0;
      proxy.faults.instead = ({ url = '' }) => {
        if (!/assets\/online-/.test(url)) return null;
        lost++;
        return { status: 502, headers: { 'content-type': 'text/html' }, body: '' };
      };
      await screen.open(`${proxy.origin}/player`);
      await expect.poll(() => lost).toBeGreaterThan(0);
      await screen.wait(3_000);
      proxy.faults.instead = null;
      await screen.content(60_000);
    } finally {
      await screen.remove();
      await proxy.close();
      await server.remove();
    }
  },
);
