import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Api } from '../support/server/api.ts';
import type { Build } from '../../../shared/contract/fleet/build.ts';
import { breakInstall, bringBack, hurryGate, loseChunk, ship, shipAgain } from '../support/server/build.ts';
import { knob, panel, wake } from '../support/screen/kiosk.ts';
import { longestDarkMs, MAX_DARK_MS, Screen, segments } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const BROKEN = "throw new Error('this build does not start');\n";
/** Two starts, and what a browser needs besides. */
const BACK_WITHIN_MS = 60_000;
/** What the old worker has begun it may end. */
const CHANGED_WITHIN_MS = 20_000;

let server: Awaited<ReturnType<typeof Wayside.copied>>;
let screen: Screen;
test.beforeEach(async () => {
  server = await Wayside.copied('--play', LOOP, '--seconds', '3');
  hurryGate(server.web);
  screen = new Screen();
});
test.afterEach(async () => {
  await screen.remove();
  await server.remove();
});

/** The page that is open is of this build; null: of the first one. */
const runs = (name: string | null, timeout = 60_000) =>
  expect(
    screen.page.locator(name === null ? 'head:not(:has(meta[name=build]))' : `meta[content="${name}"]`),
  ).toBeAttached({
    timeout,
  });
async function deploy(name: string, code: string | null) {
  await server.stop();
  ship(server.web, name, code);
  await server.up();
}
const lookForUpdate = () =>
  screen.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
/** The worker has the page and knows that it is well, and so with each build there is. */
async function proven() {
  await screen.page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, {
    timeout: 30_000,
  });
  await screen.page.reload();
  await screen.page.waitForFunction(
    async () => {
      const gate = await caches.open('gate');
      const all = await Promise.all((await gate.keys()).map(async key => (await gate.match(key))?.text()));
      return all.length > 0 && all.every(text => text?.includes('proven'));
    },
    null,
    { timeout: 30_000 },
  );
}

/** Says how the newest build is to spread. */
const rolling = (api: Api) => async (patch: object) => {
  const { items } = await api.call<{ items: Build[] }>('GET', '/api/builds');
  const { build, version } = items.find(one => one.is_current)!;
  await api.call('PATCH', `/api/builds/${build}`, patch, version);
};
/** Does a worker wait for its turn? */
const waits = () =>
  screen.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
/** A second build lies on the screen and is held; the page and its worker are of the first. */
async function held(api: Api) {
  await server.stop();
  shipAgain(server.web, 'second');
  await server.up();
  await rolling(api)({ percent: 0 });
  await lookForUpdate();
  await expect.poll(waits, { timeout: 30_000 }).toBe(true);
}
async function openPanel() {
  await wake(screen.page);
  await knob(screen.page).click();
  await expect(panel(screen.page)).toBeVisible();
}

test('P7 AMBIG-SW-01 AMBIG-SW-02 a new build waits for the end of the item, cuts no play short and takes over whole', async () => {
  const admin = server.firstAdmin();
  await screen.open(`${server.origin}/player`);
  await screen.content(30_000);
  await proven();
  const isVideo = () => ['yellow', 'magenta'].includes(screen.frames.at(-1)?.seen ?? '');
  const from = new Date().toISOString();
  await deploy('second', null);
  await expect.poll(isVideo, { timeout: 30_000 }).toBe(true);
  await lookForUpdate();
  await runs('second');
  const at = Date.now();
  const kept = await screen.page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    const shells = (await caches.keys()).filter(name => name.startsWith('shell-'));
    const all = await Promise.all(shells.map(async name => (await caches.open(name)).keys()));
    return {
      scopes: workers.map(({ scope }) => new URL(scope).pathname),
      strays: all.flat().filter(({ url }) => /\/(api|admin|auth|console)(\/|$)/.test(new URL(url).pathname)),
    };
  });
  expect(kept).toEqual({ scopes: ['/'], strays: [] });
  await screen.wait(10_000);

  const seen = segments(screen.frames.filter(frame => frame.at > at)).filter(run => run.seen !== 'other');
  expect(seen.length).toBeGreaterThanOrEqual(3);
  const api = await new Api(server.origin).enter(admin);
  const plays = async () => (await api.plays()).filter(play => play.started_at > from);
  await expect.poll(async () => (await plays()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
  expect((await plays()).filter(play => play.result === 'interrupted')).toEqual([]);
});

test(
  'P7 a build that does not start is gone after two tries: the one before plays on and notes it',
  { tag: '@again' },
  async () => {
    const admin = server.firstAdmin();
    await screen.open(`${server.origin}/player`);
    await screen.content(30_000);
    await proven();
    await deploy('broken', BROKEN);
    await lookForUpdate();
    await runs('broken');
    await runs(null, BACK_WITHIN_MS);
    screen.frames = [];
    await screen.content(10_000);
    const api = await new Api(server.origin).enter(admin);
    await expect.poll(() => api.incidents(), { timeout: 60_000 }).toEqual(['version']);
    await screen.page.reload();
    await runs(null);
  },
);

test(
  'a build that is held waits for its share, and one that was called back gives way to the one before',
  { tag: '@again' },
  async () => {
    const api = await new Api(server.origin).enter(server.firstAdmin());
    const roll = rolling(api);
    await screen.open(`${server.origin}/player`);
    await screen.content(30_000);
    await proven();
    await held(api);
    await screen.wait(12_000);
    await runs(null);
    await roll({ percent: 100 });
    await runs('second');
    await proven();
    await roll({ rollout: 'called_back' });
    await runs(null);
    screen.frames = [];
    await screen.content(10_000);
    expect(await api.incidents()).toEqual([]);
  },
);

const darkMsSince = (from: number) => longestDarkMs(screen.frames.filter(({ at }) => at >= from));

test(
  'P7 a worker that throws when it is installed changes nothing on the screen and is told of; the next good build is taken',
  { tag: '@again' },
  async () => {
    const admin = server.firstAdmin();
    await screen.open(`${server.origin}/player`);
    await screen.content(30_000);
    await proven();
    await screen.content(10_000);
    const from = Date.now();
    await server.stop();
    ship(server.web, 'refused', null);
    breakInstall(server.web);
    await server.up();
    await lookForUpdate();
    const api = await new Api(server.origin).enter(admin);
    await expect.poll(() => api.incidents(), { timeout: 60_000 }).toEqual(['version']);
    await runs(null);
    expect(darkMsSince(from)).toBeLessThan(MAX_DARK_MS);

    await server.stop();
    breakInstall(server.web);
    await server.up();
    // One look may come to nothing on a server that has just begun: a screen looks again by itself within the hour.
    await expect(async () => {
      await lookForUpdate();
      await runs('refused', 15_000);
    }).toPass({ timeout: 90_000 });
    screen.frames = [];
    await screen.content(10_000);
  },
);

test(
  'P7 a part that is gone when a hand asks for it leaves the loop as it is; it is there with the next good build',
  { tag: '@again' },
  async () => {
    await screen.open(`${server.origin}/player`);
    await screen.content(30_000);
    await proven();
    await screen.content(10_000);
    const gone = loseChunk(server.web, /^servicePanel-/);
    // Before the worker's own copy goes: a worker that still looks for losses would mend it from the browser's.
    await (await screen.context.newCDPSession(screen.page)).send('Network.clearBrowserCache');
    await screen.page.evaluate(async paths => {
      for (const name of await caches.keys())
        for (const path of paths) await (await caches.open(name)).delete(path);
    }, gone);
    const reports: string[] = [];
    screen.page.on('console', message => void reports.push(message.text()));
    const from = Date.now();
    await wake(screen.page);
    await knob(screen.page).click();
    await expect.poll(() => reports.join()).toContain('servicePanel');
    await expect(screen.page.getByRole('dialog')).toHaveCount(0);
    await screen.wait(4_000);
    expect(darkMsSince(from)).toBeLessThan(MAX_DARK_MS);

    await server.stop();
    bringBack(server.web, gone);
    ship(server.web, 'second', null);
    await server.up();
    await lookForUpdate();
    await runs('second');
    await openPanel();
  },
);

test(
  'P7 an old page under a new worker plays on with no server there, and opens what a hand asks for',
  { tag: '@again' },
  async () => {
    const api = await new Api(server.origin).enter(server.firstAdmin());
    await screen.open(`${server.origin}/player`);
    await screen.content(30_000);
    await proven();
    await screen.content(10_000);
    await held(api);
    const from = Date.now();
    await server.stop();
    const isChanged = screen.page.evaluate(
      withinMs =>
        new Promise<boolean>(done => {
          navigator.serviceWorker.addEventListener('controllerchange', () => done(true), { once: true });
          void navigator.serviceWorker.ready.then(({ waiting }) =>
            waiting?.postMessage({ type: 'take-over' }),
          );
          setTimeout(() => done(false), withinMs);
        }),
      CHANGED_WITHIN_MS,
    );
    expect(await isChanged).toBe(true);
    screen.frames = screen.frames.filter(({ at }) => at >= from);
    await screen.wait(10_000);
    await runs(null);
    expect(segments(screen.frames).filter(({ seen }) => seen !== 'other').length).toBeGreaterThanOrEqual(3);
    expect(darkMsSince(from)).toBeLessThan(MAX_DARK_MS);
    await openPanel();

    await server.up();
    const plays = async () => (await api.plays()).filter(play => Date.parse(play.started_at) > from);
    await expect.poll(async () => (await plays()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    expect((await plays()).filter(({ result }) => result === 'interrupted')).toEqual([]);
  },
);

test(
  'P7 a new page under an old worker plays, and its own worker comes after it',
  { tag: '@again' },
  async () => {
    const api = await new Api(server.origin).enter(server.firstAdmin());
    await screen.open(`${server.origin}/player`);
    await screen.content(30_000);
    await proven();
    await held(api);
    await screen.page.evaluate(async () => {
      for (const name of await caches.keys()) await (await caches.open(name)).delete('/player');
    });
    screen.frames = [];
    await screen.page.reload();
    await runs('second');
    await screen.content(10_000);
    /** The page begins anew meanwhile. */
    await expect.poll(() => waits().catch(() => true), { timeout: 60_000 }).toBe(false);
    await runs('second');
    screen.frames = [];
    await screen.sees(['red', 'yellow']);
    /** Of the file that was taken away, and nothing else. */
    expect(await api.incidents()).toEqual(['storage_loss']);
  },
);
