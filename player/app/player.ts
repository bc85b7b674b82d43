/** Puts the parts together. All it needs lies on the device: nothing here waits for a network. */
import { instant, systemClock, type Clock } from '../../shared/clock.ts';
import { ERROR_LOG } from '../../shared/constants.ts';
import type { UpdateDirective } from '../../shared/contract/fleet/build.ts';
import type { ContextType } from '../../shared/contract/trust/analytics.ts';
import type { DocumentItem } from '../../shared/contract/playout/manifest.ts';
import {
  readValue,
  writeValues,
  type Connection,
  type Identity,
  type OwnLook,
} from '../../shared/device/storage.ts';
import { createServerTime } from '../../shared/device/time.ts';
import { renditionsOf, fittest } from '../../shared/playout/renditions.ts';
import { createLibrary } from '../../shared/library/store.ts';
import { isFull } from '../../shared/storage/writes.ts';
import { uuid7 } from '../../shared/random.ts';
import { HEAD_BYTES, isAnimated } from '../stage/animated.ts';
import { chooseNext, type Place } from '../engine/choose.ts';
import { itemsOf, loadContent } from '../library/content.ts';
import { heldFiles, screenOf, type Here } from '../library/files.ts';
import { createIncidents } from '../link/incidents.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { dim, volumeOf } from './look.ts';
import { createMirror } from '../ledger/mirror.ts';
import { recorded } from '../ledger/plays.ts';
import type { Dim } from '../rides/controls.ts';
import { createRun, type Run } from '../engine/run.ts';
import { filesOf } from '../ledger/shelf.ts';
import { createStage } from '../stage/stage.ts';
import { countStarts } from './starts.ts';
import { createStatus } from './status.ts';

const MAX_REASON = 200;
const UNKNOWN = 'unknown';

/** What whoever rides makes of the screen's own volume, and of its light. */
export interface CabinLook {
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
  const listeners = {
    onBad: (_sha256: string) => {},
    onUpdate: () => {},
    onSync: () => Promise.resolve(),
    /** What the server says of the builds, with each heartbeat. */
    onWord: (_word: UpdateDirective | null) => {},
    /** The disk refused a write. */
    onFull: () => Promise.resolve(),
  };
  const [content, kept, place, look, starts] = await Promise.all([
    loadContent(db, () => listeners.onFull()),
    readValue(db, 'time'),
    readValue(db, 'position'),
    readValue(db, 'own_look'),
    countStarts(db),
  ]);
  const status = createStatus();
  const time = createServerTime(clock, kept);
  const boot_id = uuid7(clock.now());
  const newId = () => uuid7(time.now());
  const incidents = createIncidents(db, () => time.now());
  const makeRoom = () => void listeners.onFull().catch(onFault);
  const onCopyFault = (error: unknown) => {
    if (isFull(error)) makeRoom();
    onFault(error);
  };
  const mirror = createMirror({ db, shelf: filesOf(navigator.storage), newId, onFault: onCopyFault });
  const spoiled = new Map<string, number>();
  let ownLook = look ?? {};
  let cabin: CabinLook = { volume: own => own, dim: 'bright' };
  let isAlarmed = false;
  let after: Place | null = place;
  let pictureCame = () => {};
  const firstPicture = new Promise<void>(done => (pictureCame = done));
  let onSight = () => {};
  const shown = new Promise<void>(done => (onSight = done));
  void firstPicture.then(onSight);
  let running: { run: Run; ledger: Ledger; identity: Identity } | null = null;

  function isSpoiled(sha256: string) {
    spoiled.set(sha256, clock.mono());
    listeners.onBad(sha256);
  }
  const library = createLibrary({ db, caches, origin: location.origin, onBad: isSpoiled });
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
    if (config) stage.setLook({ ...config, volume: cabin.volume(volumeOf(ownLook, config.volume)) });
    dim(ownLook, cabin.dim, config?.brightness);
    status.set({ name: config?.name ?? '' });
  }
  /** Seen and heard at once, and kept. */
  function setOwnLook(patch: OwnLook): Promise<void> {
    ownLook = { ...ownLook, ...patch };
    applyLook();
    return writeValues(db, { own_look: ownLook });
  }

  function setCabin(next: CabinLook) {
    cabin = next;
    running?.run.setLit(cabin.dim !== 'dark');
    applyLook();
  }

  /** What lies here of the item last chosen: it is loaded at once. */
  let found: { item: DocumentItem; held: Here[] } | null = null;
  async function heldOf(item: DocumentItem): Promise<Here[]> {
    const held = await heldFiles(library, item.asset);
    found = { item, held };
    return held;
  }

  async function choose(aside: Readonly<Record<string, number>>, now: number) {
    const all = itemsOf(content.active());
    const items = starts.isSafe ? all.filter(({ kind }) => kind === 'image') : all;
    return chooseNext({ items, after, aside, now }, async item => (await heldOf(item)).length > 0);
  }

  /** Files whose first bytes were looked at. */
  const moving = new Map<string, boolean>();
  async function moves(sha256: string, blob: Blob) {
    const known = moving.get(sha256);
    if (known !== undefined) return known;
    const isMoving = isAnimated(blob.type, new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));
    moving.set(sha256, isMoving);
    return isMoving;
  }

  /** A worker answers a video range by range; before it controls the page the whole file is one Blob of chunks. */
  async function source(item: DocumentItem) {
    const held = found?.item === item ? found.held : await heldOf(item);
    found = null;
    const files = held.map(({ file }) => file);
    const { sha256 } = fittest(files, screenOf(content.active()?.config, false)) ?? item.asset;
    if (item.kind === 'video') await starts.risk().catch(onFault);
    if (item.kind === 'video' && navigator.serviceWorker?.controller)
      return { url: `/media/${sha256}`, release: () => {} };
    const row = held.find(({ file }) => file.sha256 === sha256)?.row;
    const blob = row ? await library.blob(row) : null;
    if (!blob) throw new Error('The stored file is damaged');
    if (item.kind === 'image' && !(await moves(sha256, blob))) return { still: blob };
    const url = URL.createObjectURL(blob);
    return { url, release: () => URL.revokeObjectURL(url) };
  }

  function placeOf(item: DocumentItem): Place {
    const index = itemsOf(content.active()).findIndex(one => one.id === item.id);
    return { item_id: item.id, index: Math.max(0, index), sha256: item.asset.sha256 };
  }
  /** Said once, until something is shown again. */
  function onAlarm(reason: string) {
    if (isAlarmed) return;
    isAlarmed = true;
    void incidents.note('playback', `Nothing could be shown: ${reason}`).catch(onFault);
  }

  function onShown(item: DocumentItem) {
    isAlarmed = false;
    pictureCame();
    after = placeOf(item);
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

  /** Plays from now on in the name of this device. */
  function begin(identity: Identity) {
    const ledger = createLedger({
      db,
      identity,
      boot_id,
      newId,
      mirror,
      onFull: makeRoom,
    });
    const plays = recorded({ clock, time, ledger, content, volume: () => stage.volume(), isOnline, placeOf });
    const run = createRun({
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
      wasSpoiled: (item, since) =>
        renditionsOf(item.asset).some(({ sha256 }) => (spoiled.get(sha256) ?? -1) >= since),
      onUpdate: () => listeners.onUpdate(),
    });
    running = { run, ledger, identity };
    status.set({ isPaired: true, code: null });
    document.addEventListener('visibilitychange', () => run.setVisible(!document.hidden));
    run.setLit(cabin.dim !== 'dark');
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
    starts,
    status,
    time,
    listeners,
    begin,
    applyLook,
    ownLook: () => ownLook,
    setOwnLook,
    setCabin,
    onSkipped,
    isSpoiled,
    firstPicture,
    shown,
    /** The house loop or another screen of ours is seen. */
    onSight: () => onSight(),
    place: () => after,
    running: () => running,
  };
}
export type Player = Awaited<ReturnType<typeof createPlayer>>;

const hearers = new Set<(error: unknown, context: ContextType) => void>();
/** For what tells of them elsewhere. */
export const hearFaults = (hear: (error: unknown, context: ContextType) => void) => void hearers.add(hear);

const KEPT_FAULTS = 20;
const STACK_CHARS = ERROR_LOG.stackChars;
/** The last ones, the newest last: for who asks what ails this screen. */
export const faults: { at: string; context: ContextType; stack: string }[] = [];

/** Faults go to the console of the machine: the screen goes on. */
export function onFault(error: unknown, context: ContextType = 'player') {
  console.error(error);
  const stack = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
    0,
    STACK_CHARS,
  );
  faults.push({ at: instant(systemClock.now()), context, stack });
  if (faults.length > KEPT_FAULTS) faults.shift();
  for (const hear of hearers) hear(error, context);
}
