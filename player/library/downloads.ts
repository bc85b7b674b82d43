/** Downloads what the active and pending versions need, in play order, and reports what is unavailable. */
import { sleep } from '../../shared/clock.ts';
import type { DocumentAsset, DocumentItem } from '../../shared/contract/playout/manifest.ts';
import { CallFailure, failureOf, type DeviceClient } from '../../shared/device/call.ts';
import { AssetRefused, fetchAsset } from '../../shared/library/fetch.ts';
import { DAY_MS } from '../../shared/playout/playlistAt.ts';
import { renditionsOf, type TargetScreen } from '../../shared/playout/renditions.ts';
import { zoneScreen } from '../../shared/playout/zones.ts';
import { isQuotaExceeded } from '../../shared/storage/writes.ts';
import { assetsInPlayOrder, itemsOf } from './content.ts';
import { fileToHold } from './files.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { createStorageQuota } from './storageQuota.ts';

const CHUNK_TIMEOUT_MS = 60_000;
/** The next download leaves the processor to the first picture for this long. */
const FIRST_PICTURE_MS = 150;
/** A refused asset is asked for again after 10 s, then after twice as long each time, at most 15 minutes. */
const REFUSED_FIRST_MS = 10_000;
const REFUSED_MAX_MS = 15 * 60_000;
/** What no answer brought is asked for again by itself: on a metered link the server's next word is minutes away. */
const RETRY_FIRST_MS = 2_000;
const RETRY_MAX_MS = 60_000;
const doubling = (first: number, most: number) => (times: number) => Math.min(first * 2 ** (times - 1), most);
const refusedDelayMs = doubling(REFUSED_FIRST_MS, REFUSED_MAX_MS);
const retryMs = doubling(RETRY_FIRST_MS, RETRY_MAX_MS);
/** A file the disk refused, though there seemed to be room: each time costs all of it on the link. */
const STORAGE_FULL_RETRY_MS = 6 * 60 * 60_000;
const STORAGE_FULL = 'Storage is full';
const isBusy = (status: number) => status === 429 || status >= 500 || status === 401 || status === 403;

interface DownloadEnvironment {
  locks: Pick<LockManager, 'request'>;
  storage: Pick<StorageManager, 'estimate'>;
  /** Does the link carry so many bytes now? `isBare`: nothing can be shown without them. */
  mayFetch?: (bytes: number, isBare: boolean) => boolean;
  /** What the files are to be shown on. */
  screen?: () => TargetScreen;
}
/** Takes what was uploaded. */
export const ANY_SCREEN = { w: Infinity, h: Infinity, isMetered: false };
export const browserEnvironment = (): DownloadEnvironment => ({
  locks: navigator.locks,
  storage: navigator.storage,
});
export type DownloadsPlayer = Pick<
  Player,
  | 'clock'
  | 'time'
  | 'content'
  | 'library'
  | 'incidents'
  | 'on'
  | 'status'
  | 'position'
  | 'secondPosition'
  | 'running'
  | 'firstPicture'
  | 'display'
  | 'onSkipped'
>;

export function createDownloads(
  player: DownloadsPlayer,
  caller: Pick<DeviceClient, 'send'>,
  { locks, storage, mayFetch = () => true, screen = () => ANY_SCREEN }: DownloadEnvironment,
  report: (error: unknown) => void = onFault,
) {
  const { clock, content, incidents, library, status } = player;
  const refused = new Map<string, { reason: string; times: number; due: number }>();
  let isRunning = false;
  let rerunRequested = false;
  let isCleanedUp = false;
  /** For which version and which screen nothing was left to do; damage and what is evicted by hand end it. */
  let settledFor: string | null = null;
  /** Day by day an exception comes near enough to be fetched for. */
  const today = () => content.active()?.schedule && Math.floor((player.time.knownNow() ?? 0) / DAY_MS);
  const purpose = () => JSON.stringify([content.active()?.plan, content.pending()?.plan, screen(), today()]);
  const isSettled = () => settledFor !== null && settledFor === purpose();
  player.on.damaged(() => void (settledFor = null));

  /** As the library was when it was last read. */
  let complete: ReadonlySet<string> = new Set();
  const isComplete = ({ sha256 }: DocumentAsset) => complete.has(sha256);
  const isRefused = ({ sha256 }: DocumentAsset) => (refused.get(sha256)?.due ?? 0) > clock.mono();
  const isGivenUp = (asset: DocumentAsset) => renditionsOf(asset).every(({ sha256 }) => refused.has(sha256));

  /** Each asset once, with the pixels of its zone; in both zones those of the main one, which is larger. */
  function assetScreens() {
    const positions = { main: player.position(), second: player.secondPosition() };
    const whole = screen();
    const placed = [content.active(), content.pending()].flatMap(version =>
      assetsInPlayOrder(version, positions, player.time.knownNow()).map(({ asset, place, layout }) => ({
        asset,
        place,
        pixels: zoneScreen(whole, layout, place),
      })),
    );
    const found = new Map<string, { asset: DocumentAsset; pixels: TargetScreen }>();
    for (const { asset, place, pixels } of placed)
      if (place === 'main' || !found.has(asset.sha256)) found.set(asset.sha256, { asset, pixels });
    return [...found.values()];
  }
  const assets = () => assetScreens().map(({ asset }) => asset);
  const fileFor = ({ asset, pixels }: { asset: DocumentAsset; pixels: TargetScreen }) =>
    fileToHold(asset, pixels, isComplete, isRefused);
  const wanted = () =>
    new Map(
      assetScreens()
        .map(fileFor)
        .map(file => [file.sha256, file]),
    );
  /** What stands in until the wanted one has come stays, and what is on screen. */
  function pinnedFiles() {
    const { run, zones } = player.running() ?? {};
    const onScreen = [run?.onScreen(), zones?.onScreen()].flatMap(one => one?.item.asset ?? []);
    const standIns = assetScreens()
      .filter(one => !isComplete(fileFor(one)))
      .map(({ asset }) => asset);
    const files = [
      ...onScreen.flatMap(asset => renditionsOf(asset)),
      ...standIns.flatMap(renditionsOf).filter(isComplete),
    ];
    return new Set(files.map(({ sha256 }) => sha256));
  }
  const storageQuota = createStorageQuota({
    library,
    storage,
    incidents,
    wanted,
    pinned: pinnedFiles,
    onFault: report,
  });
  player.on.storageFull(() => storageQuota.freeAll());

  async function get(target: string, headers: Record<string, string>, limit: number) {
    const reply = await caller.send({ method: 'GET', target, headers, limit, timeoutMs: CHUNK_TIMEOUT_MS });
    if (isBusy(reply.status)) throw failureOf(reply);
    return reply;
  }
  const ports = { library, get, clock, locks };

  async function readiness() {
    if (!isSettled()) {
      const rows = await library.rows();
      complete = new Set(rows.filter(row => row.complete).map(row => row.sha256));
    }
    const those = (is: (asset: DocumentAsset) => boolean) =>
      assets()
        .filter(is)
        .map(asset => asset.sha256);
    const ready = new Set(those(asset => renditionsOf(asset).some(isComplete)));
    const givenUp = new Map(those(isGivenUp).map(sha256 => [sha256, refused.get(sha256)?.reason ?? '']));
    return { ready, givenUp, at: player.time.knownNow() };
  }

  const itemsWith = (sha256: string): DocumentItem[] =>
    [...itemsOf(content.active()), ...itemsOf(content.pending())].filter(item =>
      renditionsOf(item.asset).some(file => file.sha256 === sha256),
    );

  async function updateStatus() {
    const { ready, givenUp } = await readiness();
    const items = itemsOf(content.pending() ?? content.active());
    const count = (has: { has(key: string): boolean }) =>
      items.filter(item => has.has(item.asset.sha256)).length;
    status.set({ library: { ready: count(ready), total: items.length, givenUp: count(givenUp) } });
  }

  /** The next version takes over as soon as it may; then there may be room for what had none. */
  async function switchIfReady(): Promise<boolean> {
    const isSwitched = await content.switchIfReady(await readiness());
    if (isSwitched) {
      player.display.apply();
      player.running()?.zones.tellAll({ on: 'content' });
      const named = new Set(assets().flatMap(asset => renditionsOf(asset).map(({ sha256 }) => sha256)));
      for (const [sha256, { reason }] of refused)
        if (reason === STORAGE_FULL || !named.has(sha256)) refused.delete(sha256);
      isCleanedUp = false;
    }
    await updateStatus();
    return isSwitched;
  }

  /** Once nothing is left to fetch. */
  async function deleteUnused() {
    if (isCleanedUp) return;
    await library.markWanted(wanted().keys(), content.version());
    await content.deleteUnused();
    isCleanedUp = true;
  }

  function refuse({ sha256 }: DocumentAsset, reason: string, againMs: (times: number) => number) {
    const times = (refused.get(sha256)?.times ?? 0) + 1;
    refused.set(sha256, { reason, times, due: clock.mono() + againMs(times) });
    if (times > 1) return;
    for (const item of itemsWith(sha256)) if (isGivenUp(item.asset)) player.onSkipped(item, reason);
  }

  async function download(asset: DocumentAsset) {
    try {
      await fetchFreeingStorage(asset);
      refused.delete(asset.sha256);
      const restored = itemsWith(asset.sha256).map(item => item.id);
      player.running()?.zones.tellAll({ on: 'library', restored });
    } catch (error) {
      if (error instanceof AssetRefused) return refuse(asset, error.message, refusedDelayMs);
      if (!isQuotaExceeded(error)) throw error;
      /** Half a file is of no use, and others need the room. */
      await library.evict(new Set([asset.sha256]));
      const files = itemsWith(asset.sha256).flatMap(item => renditionsOf(item.asset));
      for (const file of new Map(files.map(file => [file.sha256, file])).values())
        if (file.bytes >= asset.bytes) refuse(file, STORAGE_FULL, () => STORAGE_FULL_RETRY_MS);
    }
  }

  const fetchFreeingStorage = (asset: DocumentAsset) =>
    fetchAsset(ports, asset).catch(async (error: unknown) => {
      if (!isQuotaExceeded(error)) throw error;
      await storageQuota.freeAll();
      return fetchAsset(ports, asset);
    });

  const isBare = () => !player.running()?.run.onScreen();
  const overBudget = ({ bytes }: DocumentAsset) => !mayFetch(bytes, isBare());
  const deferred = (asset: DocumentAsset) => isRefused(asset) || overBudget(asset);
  let waiting = 0;
  async function countWaiting() {
    await readiness();
    waiting = [...wanted().values()].filter(file => !isComplete(file) && overBudget(file)).length;
  }

  async function downloadMissing() {
    await switchIfReady();
    for (;;) {
      const { next, short } = await storageQuota.plan(deferred);
      for (const asset of short) refuse(asset, STORAGE_FULL, () => 0);
      if (next) await download(next);
      const isSwitched = await switchIfReady();
      if (!next && !isSwitched) {
        await countWaiting();
        await deleteUnused();
        if (waiting === 0 && refused.size === 0) settledFor = purpose();
        return;
      }
      if (!player.running()?.run.onScreen())
        await Promise.race([player.firstPicture, sleep(clock, FIRST_PICTURE_MS)]);
    }
  }

  let failedRuns = 0;
  let cancelRetry = () => {};
  function retry({ retryAfter }: CallFailure) {
    cancelRetry();
    failedRuns++;
    cancelRetry = clock.after(Math.max(retryMs(failedRuns), retryAfter ?? 0), () => {
      run().catch((error: unknown) => (error instanceof CallFailure ? undefined : report(error)));
    });
  }

  async function run() {
    rerunRequested = true;
    if (isRunning || isSettled()) return;
    isRunning = true;
    cancelRetry();
    try {
      while (rerunRequested) {
        rerunRequested = false;
        settledFor = null;
        await downloadMissing();
      }
      failedRuns = 0;
    } catch (error) {
      if (error instanceof CallFailure) retry(error);
      throw error;
    } finally {
      isRunning = false;
    }
  }

  return {
    readiness,
    /** Counts what lies here for the service panel, also where no server is. */
    updateStatus,
    /** Something was taken from the library by hand. */
    lookAgain: () => void (settledFor = null),
    /** Files that wait for Wi-Fi, or for what the SIM carries in the next days. */
    waiting: () => waiting,
    /**
     * Works until nothing is missing; throws what kept the bytes from coming, and tries again by itself where nobody
     * answered. Asked twice, it looks again.
     */
    run,
  };
}
export type Downloads = ReturnType<typeof createDownloads>;
