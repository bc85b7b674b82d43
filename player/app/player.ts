/** Assembles the player. It only needs data on the device; nothing here waits for the network. */
import type { Clock } from '../../shared/clock.ts';
import type { DocumentItem } from '../../shared/contract/playout/manifest.ts';
import { readValue, type Connection } from '../../shared/device/storage.ts';
import { createServerTime } from '../../shared/device/time.ts';
import { createLibrary } from '../../shared/library/store.ts';
import { createDecisionCounts } from '../../shared/playout/recording/counts.ts';
import { uuid7 } from '../../shared/random.ts';
import { isQuotaExceeded } from '../../shared/storage/writes.ts';
import { createMirror } from '../ledger/mirror.ts';
import { opfsCopies } from '../ledger/opfsCopies.ts';
import { loadContent } from '../library/content.ts';
import { createDamageLog } from '../library/damageLog.ts';
import type { ExplainedChoice } from '../library/choice.ts';
import { createItemSource } from '../library/itemSource.ts';
import { createLeaseStore } from '../library/leases.ts';
import { createIncidents } from '../link/incidents.ts';
import { createLiveFacts } from '../stage/liveFacts.ts';
import type { Item } from '../engine/state.ts';
import type { ScanCode } from '../stage/scanCode.ts';
import { createStage } from '../stage/stage.ts';
import { createBootCounter } from './bootCounter.ts';
import { createDisplaySettings } from './displaySettings.ts';
import { createEvent } from './event.ts';
import { onFault } from './faults.ts';
import { createMoments } from '../library/moment.ts';
import { createRecordedPlayback } from './recordedPlayback.ts';
import { createStatus, skippedItem } from './status.ts';

interface Ports {
  clock: Clock;
  db: Connection;
  root: HTMLElement;
  onHouse: () => Promise<void>;
}

export async function createPlayer({ clock, db, root, onHouse }: Ports) {
  const storageFull = createEvent();
  const syncRequest = createEvent();
  const forgetRequest = createEvent();
  const [
    content,
    storedTime,
    storedPosition,
    secondPosition,
    storedPlayout,
    storedLeases,
    storedSettings,
    storedRide,
    bootCounter,
  ] = await Promise.all([
    loadContent(db, clock, storageFull.emit),
    readValue(db, 'time'),
    readValue(db, 'position'),
    readValue(db, 'second_position'),
    readValue(db, 'playout'),
    readValue(db, 'leases'),
    readValue(db, 'own_look'),
    readValue(db, 'ride'),
    createBootCounter(db, clock, localStorage),
  ]);
  const status = createStatus();
  const time = createServerTime(clock, storedTime);
  const newId = () => uuid7(time.now());
  const incidents = createIncidents(db, clock, () => time.now());
  const freeStorage = () => void storageFull.emit().catch(onFault);
  const onCopyFault = (error: unknown) => {
    if (isQuotaExceeded(error)) freeStorage();
    onFault(error);
  };
  const onHeld = (error: unknown) => (isQuotaExceeded(error) ? freeStorage() : onFault(error));
  const mirror = createMirror({ db, copies: opfsCopies(navigator.storage), newId, onFault: onCopyFault });
  let resolveFirstPicture = () => {};
  const firstPicture = new Promise<void>(done => (resolveFirstPicture = done));
  let resolveShown = () => {};
  const shown = new Promise<void>(done => (resolveShown = done));
  void firstPicture.then(resolveShown);
  const damageLog = createDamageLog(clock);
  const library = createLibrary({ db, clock, caches, origin: location.origin, onDamaged: damageLog.note });
  const facts = createLiveFacts({ time, weather: () => content.active()?.config?.weather });
  const moments = createMoments({
    ...{ clock, time, content },
    storedRide: () => (status.get().isKiosk ? storedRide : null),
  });
  const decisions = createDecisionCounts<ExplainedChoice>(() => time.now(), newId);
  const sources = { content, library, bootCounter, moments, facts };
  const leases = createLeaseStore(db, storedLeases, () => playback.running()?.identity.device_id);
  const itemSource = createItemSource({
    ...{ ...sources, storedPosition, storedPlayout, leases, decisions },
    onPlaylist(playlist) {
      if (!content.play(playlist)) return;
      display.apply();
      playback.running()?.zones.settle();
    },
  });
  const secondSource = createItemSource({ ...sources, storedPosition: secondPosition, place: 'second' });
  const stagePorts = {
    clock,
    facts,
    frame: (fn: (at: number) => void) => void requestAnimationFrame(fn),
    isMotionAllowed: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
  const stage = createStage({
    ...stagePorts,
    root,
    onBroken: reason => playback.running()?.run.tell({ on: 'broken', reason }),
  });
  const onSkipped = (item: DocumentItem, reason: string) =>
    status.skip(skippedItem(item, reason, time.now()));
  const playback = createRecordedPlayback({
    ...{ clock, time, stage, content, itemSource, secondSource, incidents, status },
    openSecond: async (layout, play) =>
      (await import('../stage/secondZone.ts')).createSecondZone({
        ...{ screen: root, layout, play },
        stage: stagePorts,
        settings: stage.settings,
      }),
    ledgerPorts: { db, boot_id: uuid7(clock.now()), newId, mirror, onHeld },
    isLit: () => display.isLit(),
    onPicture(item) {
      resolveFirstPicture();
      void showCode(item).catch(onFault);
    },
    async onHouse() {
      onScreen = null;
      scanCode?.hide();
      await onHouse();
    },
    onSkipped,
    wasDamaged: damageLog.wasDamaged,
  });

  let scanCode: ScanCode | null = null;
  /** null: the house loop. */
  let onScreen: Item | null = null;
  /** Over what leads somewhere, where there is a rule; what draws it is fetched with the first of them. */
  async function showCode(item: Item) {
    onScreen = item;
    const rules = () => content.active()?.config?.qr_rules ?? [];
    if (item.qr && rules().length > 0)
      scanCode ??= (await import('../stage/scanCode.ts')).createScanCode({
        ...{ root, clock, moments, rules, layout: stage.layout },
        device_id: () => playback.running()?.identity.device_id,
      });
    if (onScreen) scanCode?.show(onScreen);
  }

  /** After playback: stored settings are applied while it is made, and ask what is running. */
  const display = createDisplaySettings({
    db,
    content,
    stage: {
      setSettings(settings) {
        stage.setSettings(settings);
        playback.running()?.zones.applySettings();
      },
    },
    status,
    storedSettings,
    onLit(isLit) {
      playback.running()?.run.setLit(isLit);
      playback.running()?.zones.setLit(isLit);
    },
  });

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
    facts,
    moments,
    decisions,
    leases,
    spent: itemSource.spent,
    display,
    /** What happens here, for parts that load late. */
    on: {
      /** A stored chunk turned out damaged; its SHA-256. */
      damaged: damageLog.onDamaged,
      /** The disk refused a write: what may go should. */
      storageFull: storageFull.on,
      syncRequest: syncRequest.on,
      forgetRequest: forgetRequest.on,
    },
    /** Resolves once the screen was synchronized with its server. */
    requestSync: () => syncRequest.emit(),
    /** A hand at the screen ends its pairing. */
    requestForget: () => forgetRequest.emit(),
    /** Starts playback with the identity of this device. */
    begin: playback.begin,
    running: playback.running,
    changePage: playback.changePage,
    onSkipped,
    onChunkDamaged: damageLog.note,
    firstPicture,
    shown,
    /** The house loop or another screen of ours is seen. */
    markShown: resolveShown,
    position: itemSource.position,
    secondPosition: secondSource.position,
  };
}
export type Player = Awaited<ReturnType<typeof createPlayer>>;
