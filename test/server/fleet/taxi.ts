/** A screen on a metered link: real calls of the real player over HTTP, a clock that jumps, and every byte accounted for. */
import { systemClock } from '../../../shared/clock.ts';
import 'fake-indexeddb/auto';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import { createEvent } from '../../../player/app/event.ts';
import { loadContent } from '../../../player/library/content.ts';
import { createUsageMeter } from '../../../player/link/usageMeter.ts';
import { createIncidents } from '../../../player/link/incidents.ts';
import { createLedger, type Ledger } from '../../../player/ledger/ledger.ts';
import { measureCalls } from '../../../player/link/link.ts';
import { pair } from '../../../player/link/pairing.ts';
import type { Player } from '../../../player/app/player.ts';
import { ledgerPlays } from '../../../player/ledger/plays.ts';
import { loadIdentity } from '../../../player/link/identity.ts';
import type { Item } from '../../../player/engine/state.ts';
import { createStatus } from '../../../player/app/status.ts';
import { startSync } from '../../../player/link/sync.ts';
import { ALERTS_VERSION_HEADER } from '../../../shared/contract/alerts/alertSignals.ts';
import type { Metering } from '../../../shared/contract/fleet/device.ts';
import { createDeviceClient } from '../../../shared/device/call.ts';
import { connect, type LocalSettings } from '../../../shared/device/storage.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { createMonitor } from '../../../shared/net/quality/monitor.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { FaultProxy } from '../../support/server/faultProxy.ts';
import { startTestServer } from '../../support/server/server.ts';

/** Turns of the machine in which nothing is called: so long a read of the screen's database may take. */
const PICTURE_CHARS = 12_000;
const CALM_TURNS = 20;

/** What Chromium sends with each call beside what our code asks for. */
const CHROMIUM = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="131", "Not_A Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};

const NOT_KEPT = { 'cache-control': 'no-cache', pragma: 'no-cache' };

function aTablet(onReload: () => void) {
  vi.stubGlobal('location', { reload: onReload });
  vi.stubGlobal('screen', { width: 1920, height: 1080 });
  vi.stubGlobal('devicePixelRatio', 1);
  const estimate = () => Promise.resolve({ usage: 1e9, quota: 6e9 });
  const storage = { estimate, persisted: () => Promise.resolve(true) };
  vi.stubGlobal('navigator', { userAgent: 'Chrome', locks: {}, storage });
}

/** Which call each byte on the wire belongs to: calls come one after the other, since time waits for each. */
function openBooks(proxy: FaultProxy) {
  const spent = new Map<string, { calls: number; bytes: number }>();
  let last = '';
  let mark = proxy.wire;
  function settle() {
    const entry = spent.get(last);
    if (entry) entry.bytes += proxy.wire - mark;
    mark = proxy.wire;
  }
  return {
    note(call: string) {
      settle();
      last = call;
      const entry = spent.get(call) ?? { calls: 0, bytes: 0 };
      spent.set(call, { ...entry, calls: entry.calls + 1 });
    },
    close() {
      settle();
      return spent;
    },
  };
}

export async function aTaxi() {
  let reloads = 0;
  aTablet(() => void reloads++);
  let inFlight = 0;
  /** Time stands still while a call is under way. */
  const clock = manualClock(undefined, async () => {
    for (let calm = 0; calm < CALM_TURNS; calm++) {
      await new Promise<void>(done => setImmediate(done));
      if (inFlight > 0) calm = -1;
    }
  });
  const counted = async <T>(call: Promise<T>): Promise<T> => {
    inFlight++;
    return call.finally(() => inFlight--);
  };
  const t = await startTestServer({ clock });
  await t.app.listen({ port: 0, host: 'localhost' });
  const proxy = await FaultProxy.before(() => (t.app.server.address() as AddressInfo).port);
  let books = openBooks(proxy);
  /** When each call was made, monotonic ms. */
  let made: number[] = [];
  /** As long as a picture of a street at night is. */
  const takePicture = () => Promise.resolve(`data:image/jpeg;base64,${'A'.repeat(PICTURE_CHARS)}`);

  const chromeFetch: typeof fetch = async (input, init = {}) => {
    const path = input as string;
    books.note(`${init.method ?? 'GET'} ${path.split('?')[0]}`);
    made.push(clock.mono());
    const headers = {
      ...CHROMIUM,
      ...(init.cache === 'no-store' ? NOT_KEPT : {}),
      referer: `${proxy.origin}/player`,
      ...Object.fromEntries(new Headers(init.headers)),
    };
    return counted(fetch(proxy.origin + path, { ...init, headers, cache: 'default' }));
  };
  /** The monitor of a kiosk whose browser tells nothing of the link. */
  const watch = (setting: () => Metering | undefined = () => undefined) =>
    createMonitor({
      clock,
      fetch: chromeFetch,
      page: Object.assign(new EventTarget(), { hidden: false }),
      browser: new EventTarget(),
      navigator: { onLine: true },
      isKiosk: () => true,
      meteredSetting: () => setting() ?? 'auto',
    });

  /** Test files of one worker share the browser's databases. */
  const db = connect(`taxi-${uuid7(systemClock.now())}`);
  const self = await loadIdentity(db, null);
  await self.kept();
  const time = createServerTime(clock);
  const status = createStatus();
  const content = await loadContent(db, systemClock);
  const monitor = watch(() => content.active()?.config?.metered);
  const spending = await createUsageMeter({
    db,
    clock,
    now: () => time.now(),
    plan: () => content.active()?.config?.data_plan,
    isMetered: () => monitor.metered(),
    onFault: error => expect.fail(String(error)),
  });
  const alertsVersion = createEvent<number>();
  const caller = createDeviceClient({
    clock,
    time,
    origin: proxy.origin,
    fetch: measureCalls(
      chromeFetch,
      monitor,
      clock,
      (target, bytes) => spending.count(target, bytes),
      headers => void alertsVersion.emit(Number(headers.get(ALERTS_VERSION_HEADER) ?? 0)),
    ),
    signer: self.signer,
  });
  const waited: typeof caller = {
    ...caller,
    send: sent => counted(caller.send(sent)),
    call: (endpoint, input) => counted(caller.call(endpoint, input)),
  };
  const item = { creative_id: uuid7(clock.now()), name: 'Harbour ferry, spring timetable' };
  let ledger: Ledger | null = null;
  let isStarted = false;
  const incidents = createIncidents(db, systemClock, () => time.now());
  const looks: LocalSettings[] = [];
  const player = {
    clock,
    db,
    content,
    status,
    time,
    incidents,
    position: () => null,
    secondPosition: () => null,
    on: {
      damaged: () => undefined,
      storageFull: () => undefined,
      syncRequest: () => undefined,
      forgetRequest: () => undefined,
    },
    library: {
      rows: () => Promise.resolve([]),
      held: () => Promise.resolve([]),
      evict: () => Promise.resolve(),
      markWanted: () => Promise.resolve(),
    },
    display: {
      apply: () => undefined,
      setLocal: (patch: LocalSettings) => Promise.resolve(void looks.push(patch)),
    },
    firstPicture: Promise.resolve(),
    running: () =>
      ledger && {
        ledger,
        identity: self.identity(),
        run: { onScreen: () => ({ item, since: clock.mono() }), tell: () => undefined },
        zones: { onScreen: () => null, tellAll: () => undefined },
      },
  } as unknown as Player;
  const claimed = pair(player, waited, { ...self, answer: null });
  const shownCode = async () => (await clock.advance(1_000), status.get().code?.text);
  await vi.waitFor(async () => expect(await shownCode()).toBeDefined(), { timeout: 10_000 });
  const payload = { code: status.get().code?.text };
  const claim = { method: 'POST', url: '/api/devices/pair', headers: t.admin.headers, payload } as const;
  const answer = await t.app.inject(claim);
  expect(answer.statusCode).toBe(200);
  const { id: device_id } = answer.json<{ id: string }>();
  let isPaired = false;
  const pairing = claimed.finally(() => void (isPaired = true));
  for (let seconds = 0; seconds < 60 && !isPaired; seconds++) await clock.advance(1_000);
  const { identity: who } = await pairing;
  await self.setIdentity(who);
  const mine = createLedger({
    clock: systemClock,
    db,
    identity: who,
    boot_id: uuid7(clock.now()),
    newId: () => uuid7(time.now()),
  });
  ledger = mine;
  const plays = ledgerPlays({
    ...{ clock, time, content, ledger: mine },
    volume: () => 40,
    isOnline: () => true,
    after: (shown: Item) => ({
      position: { item_id: shown.id, index: 0, sha256: shown.asset.sha256 },
      playout: null,
    }),
  });

  return {
    t,
    clock,
    monitor,
    watch,
    content,
    status,
    plays,
    ledger: mine,
    self,
    db,
    origin: proxy.origin,
    /** How often the page began anew. */
    reloads: () => reloads,
    incidents,
    /** Set from afar. */
    looks,
    device_id,
    fetch: chromeFetch,
    counted,
    start() {
      if (isStarted) return;
      isStarted = true;
      monitor.start();
      startSync(
        player,
        {
          ...{ caller: waited, monitor, spending, onDirective: () => Promise.resolve(), takePicture },
          onAlertsVersion: alertsVersion.on,
        },
        self,
        null,
      );
    },
    /** What was called from now on until the answer is called, and what that cost on the wire. */
    count() {
      books = openBooks(proxy);
      made = [];
      return () => ({ spent: books.close(), made });
    },
    async close() {
      await proxy.close();
      await t.close();
      vi.unstubAllGlobals();
    },
  };
}
export type Taxi = Awaited<ReturnType<typeof aTaxi>>;
