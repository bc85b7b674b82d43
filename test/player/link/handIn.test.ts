/** Once the link is back the server hears of this screen. Plays are handed in by several clocks and calls; however they fall together, the same rows do not go twice. */
import { afterEach, expect, it, vi } from 'vitest';
import { createIncidents } from '../../../player/link/incidents.ts';
import { INTERVALS } from '../../../player/link/intervals.ts';
import { startSync, type SyncPlayer } from '../../../player/link/sync.ts';
import { createStatus } from '../../../player/app/status.ts';
import { loadContent } from '../../../player/library/content.ts';
import { systemClock } from '../../../shared/clock.ts';
import { heartbeat } from '../../../shared/contract/playout/manifest.ts';
import { sendPlays, type PlayRecord } from '../../../shared/contract/proof/play.ts';
import { CallFailure, type DeviceClient } from '../../../shared/device/call.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { manualClock } from '../../support/clock.ts';
import { boot, fakeServer, freshDb, identity, pair, playOne } from '../ledgers.ts';

type Link = Parameters<typeof startSync>[1];
type Self = Parameters<typeof startSync>[2];

afterEach(() => vi.unstubAllGlobals());

/** A paired screen whose server takes plays alone, and answers them when it is let. */
async function world() {
  vi.stubGlobal('screen', { width: 1280, height: 720 });
  vi.stubGlobal('devicePixelRatio', 1);
  const storage = { estimate: () => Promise.resolve({}), persisted: () => Promise.resolve(true) };
  vi.stubGlobal('navigator', { locks: {}, storage });
  const clock = manualClock();
  const db = freshDb();
  const ledger = boot(db);
  const status = createStatus();
  const content = await loadContent(db, systemClock);
  const time = createServerTime(clock);
  const server = fakeServer();
  const batches: string[][] = [];
  const calls: unknown[] = [];
  const held: (() => void)[] = [];
  const away = () => Promise.reject(new CallFailure('network', 'no connection'));
  async function call(endpoint: unknown, input: { body: { records: PlayRecord[] } }) {
    calls.push(endpoint);
    if (endpoint !== sendPlays) return away();
    batches.push(input.body.records.map(({ epoch, seq }) => `${epoch} ${seq}`));
    await new Promise<void>(done => held.push(done));
    return server.caller(() => false).call(sendPlays, input as never);
  }
  let sync = () => {};
  const nothing = () => undefined;
  const player = {
    ...{ clock, db, content, status, time, firstPicture: Promise.resolve() },
    incidents: createIncidents(db, systemClock, () => clock.now()),
    ...{ position: () => null, secondPosition: () => null },
    on: { damaged: nothing, storageFull: nothing, syncRequest: nothing, forgetRequest: nothing },
    leases: { held: () => [] },
    decisions: { take: () => null },
    library: { rows: () => Promise.resolve([]), held: () => Promise.resolve([]) },
    running: () => ({ ledger, identity, run: { onScreen: () => null }, zones: { onScreen: () => null } }),
  } as unknown as SyncPlayer;
  const link = {
    caller: { call, send: away, stream: away } as unknown as DeviceClient,
    monitor: { metered: () => false, onOnline: (listener: () => void) => void (sync = listener) },
    spending: { mayFetch: () => false, now: nothing },
    onAlertsVersion: nothing,
  } as unknown as Link;
  const self = {
    identity: () => null,
    key: () => ({ key_id: identity.key_id, pair }),
    former: () => Promise.resolve([]),
  } as unknown as Self;
  const start = () => startSync(player, link, self, null);
  /** Answers what the server holds back until it has everything. */
  const answer = () =>
    vi.waitFor(async () => {
      held.splice(0).forEach(done => done());
      await clock.advance(0);
      expect((await ledger.counts()).waiting).toBe(0);
    });
  return { clock, ledger, server, batches, calls, start, sync: () => sync(), answer };
}

it('what is on its way is not sent beside itself, and the next hand-in sends what was played since', async () => {
  const { clock, ledger, server, batches, start, sync, answer } = await world();
  await playOne(ledger, 0);
  start();
  await vi.waitFor(async () => {
    await clock.advance(0);
    expect(batches).toHaveLength(1);
  });
  sync();
  await clock.advance(3 * INTERVALS.plays.free);
  await new Promise(done => setTimeout(done, 50));
  expect(batches).toHaveLength(1);

  await answer();
  await playOne(ledger, 5_000);
  await clock.advance(INTERVALS.plays.free);
  await vi.waitFor(() => expect(batches).toHaveLength(2));
  await answer();
  const sent = batches.flat();
  expect([new Set(sent).size, server.stored.size]).toEqual([sent.length, 2]);
});

it('a screen whose link is back speaks with its server within five seconds, not at its next beat', async () => {
  const { clock, calls, start, sync } = await world();
  start();
  const beats = () => calls.filter(endpoint => endpoint === heartbeat).length;
  await vi.waitFor(async () => {
    await clock.advance(0);
    expect(beats()).toBeGreaterThan(0);
  });
  await clock.advance(5_000);
  await new Promise(done => setTimeout(done, 50));
  const before = beats();
  await clock.advance(5_000);
  await new Promise(done => setTimeout(done, 50));
  expect(beats()).toBe(before);
  sync();
  await clock.advance(5_000);
  await vi.waitFor(() => expect(beats()).toBeGreaterThan(before));
});
