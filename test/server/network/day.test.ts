/** A screen's day on a metered link: real calls of the real player over HTTP, and a clock that jumps. */
import 'fake-indexeddb/auto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadContent } from '../../../player/content.ts';
import { createLedger } from '../../../player/ledger.ts';
import { noted } from '../../../player/link.ts';
import { pair } from '../../../player/pairing.ts';
import type { Player } from '../../../player/player.ts';
import type { Self } from '../../../player/self.ts';
import { createStatus } from '../../../player/status.ts';
import { keepInStep } from '../../../player/sync.ts';
import type { Metering } from '../../../shared/contract/device.ts';
import { createCaller } from '../../../shared/device/call.ts';
import { makeKey } from '../../../shared/device/keys.ts';
import { connect, type Identity } from '../../../shared/device/storage.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { createMonitor } from '../../../shared/net/quality/monitor.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { FaultProxy } from '../../support/faultProxy.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const HOUR_MS = 3_600_000;
const BUDGET_BYTES = 5_000_000;

let inFlight = 0;
/** Time stands still while a call is under way. */
async function quiet() {
  for (let calm = 0; calm < 3; calm++) {
    await new Promise<void>(done => setImmediate(done));
    if (inFlight > 0) calm = -1;
  }
}
const clock = manualClock(undefined, quiet);
let t: TestServer;
let proxy: FaultProxy;
let screenAtWork: Awaited<ReturnType<typeof screenOnTheRoad>>;
beforeAll(async () => {
  vi.stubGlobal('screen', { width: 1920, height: 1080 });
  vi.stubGlobal('navigator', {
    userAgent: 'Chrome',
    locks: {},
    storage: {
      estimate: () => Promise.resolve({ usage: 1e9, quota: 6e9 }),
      persisted: () => Promise.resolve(true),
    },
  });
  t = await startTestServer({ clock });
  await t.app.listen({ port: 0, host: 'localhost' });
  proxy = await FaultProxy.before(() => (t.app.server.address() as AddressInfo).port);
  screenAtWork = await screenOnTheRoad();
});
afterAll(async () => {
  await proxy.close();
  await t.close();
  vi.unstubAllGlobals();
});

/** What Chromium sends with each call beside what our code asks for. */
const chromium = () => ({
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="131", "Not_A Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'cache-control': 'no-cache',
  pragma: 'no-cache',
  referer: `${proxy.origin}/player`,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
});
async function counted<T>(call: Promise<T>): Promise<T> {
  inFlight++;
  return call.finally(() => inFlight--);
}
const browserFetch: typeof fetch = (input, init = {}) => {
  const headers = { ...chromium(), ...Object.fromEntries(new Headers(init.headers)) };
  return counted(fetch(proxy.origin + (input as string), { ...init, headers, cache: 'default' }));
};

/** The monitor of a kiosk whose browser tells nothing of the link. */
const metered = (setting: () => Metering | undefined = () => undefined) =>
  createMonitor({
    clock,
    fetch: browserFetch,
    page: Object.assign(new EventTarget(), { hidden: false }),
    browser: new EventTarget(),
    navigator: { onLine: true },
    isKiosk: () => true,
    setting: () => setting() ?? 'auto',
  });

async function screenOnTheRoad() {
  const db = connect('day');
  const key = await makeKey();
  const time = createServerTime(clock);
  const status = createStatus();
  const content = await loadContent(db);
  let identity: Identity | null = null;
  const monitor = metered(() => content.active()?.config?.metered);
  const made = createCaller({
    clock,
    time,
    origin: proxy.origin,
    fetch: noted(browserFetch, monitor, clock),
    signer: () => ({
      device: identity ? `${identity.device_id}.${identity.key_id}` : `pairing.${key.key_id}`,
      key: key.pair.privateKey,
    }),
  });
  const caller: typeof made = {
    ...made,
    send: sent => counted(made.send(sent)),
    call: (endpoint, input) => counted(made.call(endpoint, input)),
  };
  const shown = {
    item: { creative_id: uuid7(clock.now()), name: 'Harbour ferry, spring timetable' },
    since: 0,
  };
  let ledger: ReturnType<typeof createLedger> | null = null;
  const player = {
    clock,
    db,
    content,
    status,
    time,
    listeners: { onBad: () => undefined, onUpdate: () => undefined },
    library: { rows: () => Promise.resolve([]), sweep: () => Promise.resolve() },
    applyLook: () => undefined,
    firstPicture: Promise.resolve(),
    running: () => ledger && { ledger, identity, run: { onScreen: () => shown, tell: () => undefined } },
  } as unknown as Player;
  const self = {
    key,
    kept: Promise.resolve(),
    identity: () => identity,
    become: (next: Identity) => Promise.resolve(void (identity = next)),
  } as unknown as Self;

  const claimed = pair(player, caller, self);
  await clock.advance(1_000);
  const code = status.get().code?.text;
  const url = '/api/devices/pair';
  await t.app.inject({ method: 'POST', url, headers: t.admin.headers, payload: { code } });
  await clock.advance(3_000);
  identity = await claimed;
  ledger = createLedger({ db, identity, boot_id: uuid7(clock.now()), newId: () => uuid7(clock.now()) });
  return { monitor, start: () => (monitor.start(), keepInStep(player, { caller, monitor }, self)) };
}

it(
  'a day on a metered link without any other call takes 1,440 health checks and less than 5 MB',
  { timeout: 120_000 },
  async () => {
    const monitor = metered();
    const before = { wire: proxy.wire, calls: proxy.log.length };
    const stop = monitor.start();
    await clock.advance(24 * HOUR_MS - 1);
    stop();
    const calls = proxy.log.slice(before.calls);
    expect(new Set(calls.map(({ method, url }) => `${method} ${url}`))).toEqual(
      new Set(['HEAD /api/health']),
    );
    expect(calls).toHaveLength(1_440);
    console.log(`${((proxy.wire - before.wire) / 1e6).toFixed(2)} MB of health checks a day`);
    expect(proxy.wire - before.wire).toBeLessThan(BUDGET_BYTES);
  },
);

it('an hour on a metered link costs one health check and no speed test beside the calls of the player itself', async () => {
  const { monitor, start } = screenAtWork;
  expect(monitor.metered()).toBe(true);
  const before = { wire: proxy.wire, calls: proxy.log.length };
  start();
  await clock.advance(HOUR_MS);
  const urls = proxy.log.slice(before.calls).map(({ method, url }) => `${method} ${url}`);
  const count = (call: string) => urls.filter(url => url.startsWith(call)).length;
  const perDay = Math.round(((proxy.wire - before.wire) * 24) / 1e4) / 100;
  console.log(`${urls.length} calls an hour, ${perDay} MB a day of control traffic as it stands`);
  expect(count('HEAD /api/health')).toBe(1);
  expect(count('GET /api/health')).toBe(0);
  expect(count('GET /api/player/manifest')).toBeGreaterThan(200);
  expect(monitor.store.getState()).toMatchObject({ status: 'online', consecutiveFailures: 0 });
});
