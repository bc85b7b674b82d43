/** A screen over real parts: engine, ledger, library, downloads; only picture, clock, disk and network are ours. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach } from 'vitest';
import { chooseNext } from '../../player/engine/choose.ts';
import { loadContent } from '../../player/library/content.ts';
import { ANY_SCREEN, createDownloads } from '../../player/library/downloads.ts';
import { localFiles } from '../../player/library/files.ts';
import { createMoments } from '../../player/library/moment.ts';
import { createIncidents } from '../../player/link/incidents.ts';
import { createLedger } from '../../player/ledger/ledger.ts';
import { createMirror } from '../../player/ledger/mirror.ts';
import type { Player } from '../../player/app/player.ts';
import { ledgerPlays } from '../../player/ledger/plays.ts';
import { createZones } from '../../player/engine/zones.ts';
import { createPlayback, type PlaybackPorts } from '../../player/engine/playback.ts';
import { scrub } from '../../player/library/scrub.ts';
import { createEvent } from '../../player/app/event.ts';
import { createStatus } from '../../player/app/status.ts';
import { canonical } from '../../shared/contract/wire/canonical.ts';
import { sha256Hex } from '../../shared/contract/wire/bytes.ts';
import type {
  ConfigDocument,
  DocumentItem,
  Head,
  PlaylistDocument,
} from '../../shared/contract/playout/manifest.ts';
import { CallFailure } from '../../shared/device/call.ts';
import { createServerTime } from '../../shared/device/time.ts';
import { positionOf, type LoopPosition } from '../../shared/playout/order.ts';
import { refusalOf } from '../../shared/playout/rights.ts';
import { renditionsOf, type TargetScreen } from '../../shared/playout/renditions.ts';
import { layoutOf, loopIn, zoneName, type Layout, type ZonePlace } from '../../shared/playout/zones.ts';
import { createLibrary } from '../../shared/library/store.ts';
import { uuid7 } from '../../shared/random.ts';
import { isQuotaExceeded } from '../../shared/storage/writes.ts';
import type { manualClock } from '../support/clock.ts';
import { file, locks, serving, type File } from '../shared/library/files.ts';
import { createDisk, type Disk } from './disk.ts';
import { idOf, picture, playlistOf } from './items.ts';
import { stageOf, type Sight } from './fakeStage.ts';
import { identity } from './ledgers.ts';

export type Clock = ReturnType<typeof manualClock>;
export const HOUSE = 'house';
export const NOTHING = 'nothing';
let disks = 0;

export const makeDisk = () => createDisk(`world-${++disks}`);

/** Hashing is work of another thread: it counts as under way. */
export function countHashes(disk: Disk) {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  crypto.subtle.digest = (...asked: Parameters<SubtleCrypto['digest']>) => disk.during(digest(...asked));
  return () => void (crypto.subtle.digest = digest);
}

/** A new disk for each test of a file; asked for in the test. */
export function diskForEach(): () => Disk {
  let disk: Disk;
  let release = () => {};
  beforeEach(() => {
    disk = makeDisk();
    release = countHashes(disk);
  });
  afterEach(() => release());
  return () => disk;
}

/** Pictures of so many bytes each. */
export async function pictures(sizes: readonly number[], more: Partial<DocumentItem> = {}, from = 1) {
  const files = await Promise.all(sizes.map((bytes, i) => file(bytes, from + i)));
  const items = files.map(({ asset }, i) => picture(from + i, { asset, ...more }));
  return { files, items };
}

/** What a document says beside its items, and the settings of the screen. */
type More = Partial<PlaylistDocument> & { config?: ConfigDocument };
export async function headOf(items: DocumentItem[], version: number, { config, ...more }: More = {}) {
  const texts = [canonical({ ...playlistOf(items, version), ...more })];
  if (config) texts.push(canonical(config));
  const documents = await Promise.all(texts.map(async text => ({ sha256: await sha256Hex(text), text })));
  const kinds = ['playlist', 'config'] as const;
  const head: Head = {
    device_id: idOf(1),
    version,
    documents: documents.map(({ sha256 }, i) => ({ kind: kinds[i] ?? 'config', sha256 })),
    issued_at: '2026-01-05T08:00:00.000Z',
    key_id: 'k',
    sig: 's',
  };
  return { head, documents };
}

export interface Outside {
  clock: Clock;
  disk: Disk;
  files: readonly File[];
  quota?: () => StorageEstimate;
  screen?: () => TargetScreen;
}

/** One start of the screen: what lies on its disk goes on. */
export async function start({ clock, disk, files, quota = () => ({}), screen = () => ANY_SCREEN }: Outside) {
  const { db, caches, copies } = disk;
  const faults: string[] = [];
  const onFault = (error: unknown) => void faults.push(String(error));
  const sights: Sight[] = [{ at: clock.mono(), what: NOTHING }];
  const secondSights: Sight[] = [];
  const net = { isUp: true, asked: 0 };
  const servers = new Map(files.map(one => [one.asset.sha256, serving(one)]));
  const newId = () => uuid7(clock.now());
  const damaged = createEvent<string>();
  const storageFull = createEvent();
  const content = await loadContent(db, clock, storageFull.emit);
  const time = createServerTime(clock);
  const status = createStatus();
  const incidents = createIncidents(db, clock, () => clock.now());
  const mirror = createMirror({ db, copies, newId, onFault });
  const spoiled = new Map<string, number>();
  const isSpoiled = (sha256: string) => {
    spoiled.set(sha256, clock.mono());
    void damaged.emit(sha256);
  };
  const library = createLibrary({ db, clock, caches, origin: 'http://test.local', onDamaged: isSpoiled });
  const ledger = createLedger({
    db,
    clock,
    identity,
    boot_id: newId(),
    newId,
    mirror,
    onHeld: error => void (isQuotaExceeded(error) ? storageFull.emit().catch(onFault) : onFault(error)),
  });
  const kept = (await (await db()).get('values', 'position')) as LoopPosition | undefined;
  const positions: Record<ZonePlace, LoopPosition | null> = { main: kept ?? null, second: null };
  const layout = () => layoutOf(content.active()?.playlist);
  let shownLayout: Layout = 'full';

  const skipped: string[] = [];
  let updates = 0;
  const [alarms, played]: [string[], string[]] = [[], []];
  const moments = createMoments({ clock, time, content });
  const mayBegin = (item: DocumentItem, due: number) =>
    refusalOf(item, moments.at(due), item.duration_ms) === null;
  const loopOf = (place: ZonePlace) => loopIn(content.active()?.playlist, place);
  const nextPosition = (place: ZonePlace, item: DocumentItem) =>
    positionOf(loopOf(place) ?? { playlist_id: '', items: [] }, item, positions[place]);
  const portsOf = (place: ZonePlace, seen: Sight[], zone = () => zoneName(layout(), place)) => ({
    clock,
    stage: stageOf(clock, seen),
    plays: ledgerPlays({
      ...{ clock, time, ledger, content, place, zone },
      volume: () => 0,
      isOnline: () => net.isUp,
      after: item => ({ position: nextPosition(place, item), playout: null }),
    }),
    choose: ((quarantine, now, due) =>
      chooseNext(
        {
          ...{ loop: loopOf(place), after: positions[place], quarantine, now },
          mayBegin: item => mayBegin(item, due),
        },
        async item => (await localFiles(library, item.asset)).length > 0,
      )) satisfies PlaybackPorts['choose'],
    mayBegin,
    wasDamaged: (item: DocumentItem, since: number) =>
      renditionsOf(item.asset).some(({ sha256 }) => (spoiled.get(sha256) ?? -1) >= since),
    async source({ asset }: DocumentItem) {
      const file = (await localFiles(library, asset)).at(-1)?.file ?? asset;
      played.push(file.sha256);
      const row = await library.find(file.sha256);
      const blob = row && (await library.blob(row));
      if (!blob) throw new Error('The stored file is damaged');
      return { still: blob };
    },
    onSkipped: (item: DocumentItem, reason: string) => void skipped.push(`${item.name}: ${reason}`),
    onAlarm: (reason: string) => void alarms.push(reason),
    onFault,
  });
  const run = createPlayback({
    ...portsOf('main', sights),
    isVisible: true,
    onShown(item) {
      positions.main = nextPosition('main', item);
      shownLayout = layout();
      zones.settle();
    },
    onHouse() {
      sights.push({ at: clock.mono(), what: HOUSE });
      zones.settle();
      return Promise.resolve();
    },
    onUpdate() {
      zones.endSecond();
      updates++;
    },
  });
  const zones = createZones({
    layout,
    main: run,
    shownLayout: () => shownLayout,
    isVisible: () => true,
    isLit: () => true,
    open(parted) {
      const second = createPlayback({
        ...portsOf('second', secondSights, () => zoneName(parted, 'second')),
        isVisible: false,
        onShown: item => void (positions.second = nextPosition('second', item)),
        onHouse: () => Promise.resolve(void secondSights.push({ at: clock.mono(), what: HOUSE })),
        onUpdate: () => {},
      });
      second.tell({ on: 'tick' });
      return Promise.resolve({
        layout: parted,
        run: second,
        applySettings: () => {},
        setVisible: isVisible => second.setVisible(isVisible),
        reveal: () => second.setVisible(true),
        end: () => second.tell({ on: 'end' }),
      });
    },
    onFault,
  });
  scrub({ clock, library, onScreen: () => run.onScreen(), onFault, random: () => 0 });
  const player = {
    clock,
    time,
    content,
    library,
    incidents,
    on: { damaged: damaged.on, storageFull: storageFull.on },
    status,
    position: () => positions.main,
    secondPosition: () => positions.second,
    running: () => ({ run, zones, ledger, identity }),
    firstPicture: Promise.resolve(),
    display: { apply: () => {} },
    onSkipped: (item: DocumentItem, reason: string) => void skipped.push(`${item.name}: ${reason}`),
  } as unknown as Player;
  const caller = {
    send: async ({ target, headers = {} }: { target: string; headers?: Record<string, string> }) => {
      net.asked++;
      const server = servers.get(target.split('/')[2] ?? '');
      if (!net.isUp || !server) throw new CallFailure('network', 'no network');
      return disk.during(server.get(target, headers));
    },
  };
  const storage = { estimate: () => Promise.resolve(quota()) };
  const downloads = createDownloads(player, caller, { locks: locks(), storage, screen }, onFault);
  const bring = () => downloads.run().catch(onFault);
  damaged.on(bring);
  await ledger.recover();

  return {
    run,
    zones,
    secondSights,
    ledger,
    library,
    content,
    downloads,
    incidents,
    mirror,
    status,
    time,
    sights,
    skipped,
    alarms,
    updates: () => updates,
    /** Digests of the files that were shown, as they came. */
    played,
    faults,
    net,
    bring,
    /** Some bytes of this file turned out bad. */
    damage: isSpoiled,
    player,
    /** A version comes from the server and what it needs is fetched. */
    async take(items: DocumentItem[], version: number, more: More = {}) {
      const { head, documents } = await headOf(items, version, more);
      await content.accept(head, documents);
      const bringing = bring();
      await Promise.race([bringing, clock.advance(2_000)]);
      await bringing;
    },
  };
}
export type World = Awaited<ReturnType<typeof start>>;

/** How long at most an item stood beyond its time before anything else came, up to `until`, ms. */
export function mostOverdue(sights: readonly Sight[], until: number, itemMs: number): number {
  const waits = sights.map(({ at, what }, i) =>
    what === HOUSE ? 0 : (sights[i + 1]?.at ?? until) - at - (what === NOTHING ? 0 : itemMs),
  );
  return Math.max(0, ...waits.slice(1));
}
/** Items in the order they were seen. */
export const shown = (sights: readonly Sight[]) =>
  sights.flatMap(({ what }) => (what === HOUSE || what === NOTHING ? [] : [what]));
