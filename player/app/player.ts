/** Assembles the player. It only needs data on the device; nothing here waits for the network. */
import { instant, type Clock } from '../../shared/clock.ts';
import type { DocumentItem } from '../../shared/contract/playout/manifest.ts';
import {
  readValue,
  writeValues,
  type Connection,
  type Identity,
  type LocalSettings,
} from '../../shared/device/storage.ts';
import { createServerTime } from '../../shared/device/time.ts';
import { renditionsOf, selectRendition } from '../../shared/playout/renditions.ts';
import { createLibrary } from '../../shared/library/store.ts';
import { isQuotaExceeded } from '../../shared/storage/writes.ts';
import { uuid7 } from '../../shared/random.ts';
import { HEAD_BYTES, isAnimated } from '../stage/animated.ts';
import { chooseNext, type LoopPosition } from '../engine/choose.ts';
import { itemsOf, loadContent } from '../library/content.ts';
import { localFiles, targetScreen, type LocalFile } from '../library/files.ts';
import { createIncidents } from '../link/incidents.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { applyBrightness, effectiveVolume } from './displaySettings.ts';
import { createMirror } from '../ledger/mirror.ts';
import { ledgerPlays } from '../ledger/plays.ts';
import type { Dim } from '../rides/controls.ts';
import { createPlayback, type Playback } from '../engine/playback.ts';
import { opfsCopies } from '../ledger/opfsCopies.ts';
import { createStage } from '../stage/stage.ts';
import { createBootCounter } from './bootCounter.ts';
import { createEvent } from './event.ts';
import { onFault } from './faults.ts';
import { createStatus } from './status.ts';

const MAX_REASON = 200;
const UNKNOWN = 'unknown';

/** The rider's overrides of volume and brightness. */
export interface RiderLook {
  volume: (own: number) => number;
  dim: Dim;
}
export interface PlayerPorts {
  clock: Clock;
  db: Connection;
  root: HTMLElement;
  onHouse: () => Promise<void>;
}

export async function createPlayer({ clock, db, root, onHouse }: PlayerPorts) {
  const damaged = createEvent<string>();
  const storageFull = createEvent();
  const syncRequest = createEvent();
  const [content, storedTime, position, storedSettings, bootCounter] = await Promise.all([
    loadContent(db, storageFull.emit),
    readValue(db, 'time'),
    readValue(db, 'position'),
    readValue(db, 'own_look'),
    createBootCounter(db),
  ]);
  const status = createStatus();
  const time = createServerTime(clock, storedTime);
  const boot_id = uuid7(clock.now());
  const newId = () => uuid7(time.now());
  const incidents = createIncidents(db, () => time.now());
  const freeStorage = () => void storageFull.emit().catch(onFault);
  const onCopyFault = (error: unknown) => {
    if (isQuotaExceeded(error)) freeStorage();
    onFault(error);
  };
  const mirror = createMirror({ db, copies: opfsCopies(navigator.storage), newId, onFault: onCopyFault });
  const damagedAt = new Map<string, number>();
  let settings = storedSettings ?? {};
  let riderLook: RiderLook = { volume: own => own, dim: 'bright' };
  let isAlarmed = false;
  let lastPosition: LoopPosition | null = position;
  let resolveFirstPicture = () => {};
  const firstPicture = new Promise<void>(done => (resolveFirstPicture = done));
  let resolveShown = () => {};
  const shown = new Promise<void>(done => (resolveShown = done));
  void firstPicture.then(resolveShown);
  let pageChange = () => {};
  let running: { run: Playback; ledger: Ledger; identity: Identity } | null = null;

  function onChunkDamaged(sha256: string) {
    damagedAt.set(sha256, clock.mono());
    void damaged.emit(sha256).catch(onFault);
  }
  const library = createLibrary({ db, caches, origin: location.origin, onDamaged: onChunkDamaged });
  const stage = createStage({
    root,
    clock,
    frame: fn => void requestAnimationFrame(fn),
    isMotionAllowed: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
    onBroken: reason => running?.run.tell({ on: 'broken', reason }),
  });
  applyLook();

  function applyLook() {
    const config = content.active()?.config;
    if (config)
      stage.setSettings({ ...config, volume: riderLook.volume(effectiveVolume(settings, config.volume)) });
    applyBrightness(settings, riderLook.dim, config?.brightness);
    status.set({ name: config?.name ?? '' });
  }
  /** Applies the settings at once and stores them. */
  function setLocalSettings(patch: LocalSettings): Promise<void> {
    settings = { ...settings, ...patch };
    applyLook();
    return writeValues(db, { own_look: settings });
  }

  function setRiderLook(next: RiderLook) {
    riderLook = next;
    running?.run.setLit(riderLook.dim !== 'dark');
    applyLook();
  }

  /** The local files of the item chosen last, because it is loaded next. */
  let lastLookup: { item: DocumentItem; held: LocalFile[] } | null = null;
  async function findLocalFiles(item: DocumentItem): Promise<LocalFile[]> {
    const held = await localFiles(library, item.asset);
    lastLookup = { item, held };
    return held;
  }

  async function choose(quarantine: Readonly<Record<string, number>>, now: number) {
    const all = itemsOf(content.active());
    const items = bootCounter.isSafe ? all.filter(({ kind }) => kind === 'image') : all;
    return chooseNext(
      { items, after: lastPosition, quarantine, now },
      async item => (await findLocalFiles(item)).length > 0,
    );
  }

  /** Whether a picture is animated, by SHA-256 of the file. */
  const movingBySha = new Map<string, boolean>();
  async function isMovingPicture(sha256: string, blob: Blob) {
    const known = movingBySha.get(sha256);
    if (known !== undefined) return known;
    const isMoving = isAnimated(blob.type, new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));
    movingBySha.set(sha256, isMoving);
    return isMoving;
  }

  /** A worker answers a video range by range; before it controls the page the whole file is one Blob of chunks. */
  async function source(item: DocumentItem) {
    const held = lastLookup?.item === item ? lastLookup.held : await findLocalFiles(item);
    lastLookup = null;
    const files = held.map(({ file }) => file);
    const { sha256 } = selectRendition(files, targetScreen(content.active()?.config, false)) ?? item.asset;
    if (item.kind === 'video') await bootCounter.countVideoStart().catch(onFault);
    if (item.kind === 'video' && navigator.serviceWorker?.controller)
      return { url: `/media/${sha256}`, release: () => {} };
    const row = held.find(({ file }) => file.sha256 === sha256)?.row;
    const blob = row ? await library.blob(row) : null;
    if (!blob) throw new Error('The stored file is damaged');
    if (item.kind === 'image' && !(await isMovingPicture(sha256, blob))) return { still: blob };
    const url = URL.createObjectURL(blob);
    return { url, release: () => URL.revokeObjectURL(url) };
  }

  function positionOf(item: DocumentItem): LoopPosition {
    const index = itemsOf(content.active()).findIndex(one => one.id === item.id);
    return { item_id: item.id, index: Math.max(0, index), sha256: item.asset.sha256 };
  }
  /** Reported once, until something is shown again. */
  function onAlarm(reason: string) {
    if (isAlarmed) return;
    isAlarmed = true;
    void incidents.note('playback', `Nothing could be shown: ${reason}`).catch(onFault);
  }

  function onShown(item: DocumentItem) {
    isAlarmed = false;
    resolveFirstPicture();
    lastPosition = positionOf(item);
  }

  function onSkipped(item: DocumentItem, reason: string) {
    const at = instant(Math.round(time.now()));
    status.skip({
      creative_id: item.creative_id,
      name: item.name,
      reason: reason.slice(0, MAX_REASON) || UNKNOWN,
      at,
    });
  }

  const isOnline = () => {
    const { link } = status.get();
    return link === 'unknown' ? navigator.onLine : link !== 'offline';
  };

  /** Changes the page between two items, or at once where nothing plays. The last change asked for is made. */
  function changePage(change: () => void) {
    if (!running) return change();
    pageChange = change;
    running.run.tell({ on: 'update' });
  }

  /** Starts playback with the identity of this device. */
  function begin(identity: Identity) {
    const ledger = createLedger({
      db,
      identity,
      boot_id,
      newId,
      mirror,
      onStorageFull: freeStorage,
    });
    const plays = ledgerPlays({
      clock,
      time,
      ledger,
      content,
      volume: () => stage.volume(),
      isOnline,
      positionOf,
    });
    const run = createPlayback({
      clock,
      stage,
      plays,
      choose,
      source,
      onShown,
      onHouse,
      onSkipped,
      onAlarm,
      onFault,
      isVisible: !document.hidden,
      wasDamaged: (item, since) =>
        renditionsOf(item.asset).some(({ sha256 }) => (damagedAt.get(sha256) ?? -1) >= since),
      onUpdate: () => pageChange(),
    });
    running = { run, ledger, identity };
    status.set({ isPaired: true, code: null });
    document.addEventListener('visibilitychange', () => run.setVisible(!document.hidden));
    run.setLit(riderLook.dim !== 'dark');
    run.tell({ on: 'tick' });
    return running;
  }

  return {
    clock,
    db,
    content,
    library,
    incidents,
    mirror,
    bootCounter,
    status,
    time,
    /** What happens here, for parts that load late. */
    on: {
      /** A stored chunk turned out damaged; its SHA-256. */
      damaged: damaged.on,
      /** The disk refused a write: what may go should. */
      storageFull: storageFull.on,
      syncRequest: syncRequest.on,
    },
    /** Resolves once the screen was synchronized with its server. */
    requestSync: () => syncRequest.emit(),
    begin,
    changePage,
    applyLook,
    localSettings: () => settings,
    setLocalSettings,
    setRiderLook,
    onSkipped,
    onChunkDamaged,
    firstPicture,
    shown,
    /** The house loop or another screen of ours is seen. */
    markShown: () => resolveShown(),
    position: () => lastPosition,
    running: () => running,
  };
}
export type Player = Awaited<ReturnType<typeof createPlayer>>;
