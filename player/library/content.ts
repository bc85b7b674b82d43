/** What is to be played: the active version, and the next one until it may take over. */
import { withDeadline, type Clock } from '../../shared/clock.ts';
import type {
  ConfigDocument,
  DocumentAsset,
  DocumentItem,
  DocumentKind,
  Head,
  PlaylistDocument,
  ScheduleDocument,
} from '../../shared/contract/playout/manifest.ts';
import type { DocumentLine, FlightsDocument } from '../../shared/contract/playout/flights.ts';
import { AHEAD_DAYS, DAY_MS, entryAt } from '../../shared/playout/playlistAt.ts';
import {
  itemsIn,
  layoutOf,
  loopIn,
  ZONE_PLACES,
  type Layout,
  type ZonePlace,
} from '../../shared/playout/zones.ts';
import { withAv1 } from '../../shared/playout/renditions.ts';
import { isQuotaExceeded, ignoreRejection } from '../../shared/storage/writes.ts';
import {
  STRICT,
  writeValues,
  type Connection,
  type DocumentRow,
  type ContentPlan,
} from '../../shared/device/storage.ts';
import { upcoming, type LoopPosition } from '../../shared/playout/order.ts';
import { dayOf, isOver } from '../../shared/playout/rights.ts';

export interface Content {
  plan: ContentPlan;
  /** What the main zone plays: the standing playlist, or that of an exception. */
  playlist: PlaylistDocument | null;
  config: ConfigDocument | null;
  flights: FlightsDocument | null;
  /** Left out where no exception can hold. */
  schedule?: {
    standing: PlaylistDocument | null;
    entries: ScheduleDocument['entries'];
    playlists: readonly PlaylistDocument[];
  };
}
export interface Readiness {
  /** SHA-256 of assets of which a file is complete in the library. */
  ready: ReadonlySet<string>;
  /** Assets that the server cannot give us, with the reason that was reported. */
  givenUp: ReadonlyMap<string, string>;
  /** Corrected wall clock, null where it is not known: what is over by then is neither fetched nor waited for. */
  at: number | null;
}

export const linesOf = (content: Content | null): readonly DocumentLine[] => content?.flights?.lines ?? [];
export const zoneOf = (content: Content | null): string => content?.config?.tz ?? 'UTC';
const standingOf = (content: Content | null) =>
  content?.schedule ? content.schedule.standing : (content?.playlist ?? null);

/** What is to play at a moment, ms; null while it is not known. An exception whose playlist is not here is none. */
export function wantedPlaylist(content: Content | null, at: number | null): PlaylistDocument | null {
  if (!content?.schedule) return content?.playlist ?? null;
  const { entries, playlists, standing } = content.schedule;
  const held = (id: string) => playlists.find(({ playlist_id }) => playlist_id === id);
  const entry = entryAt(
    entries.filter(({ playlist_id }) => held(playlist_id)),
    at,
    zoneOf(content),
  );
  return (entry && held(entry.playlist_id)) ?? standing;
}
/** Each once: what plays, the standing one, and what exceptions may play until the moment `until`. */
export function playlistsOf(content: Content | null, until: number | null = null): PlaylistDocument[] {
  const { entries = [], playlists = [] } = content?.schedule ?? {};
  const last = until === null ? null : dayOf(until, zoneOf(content));
  const near = entries.filter(({ valid_from }) => !valid_from || last === null || valid_from <= last);
  const scheduled = playlists.filter(one => near.some(({ playlist_id }) => playlist_id === one.playlist_id));
  const all = [content?.playlist ?? null, standingOf(content), ...scheduled].filter(one => one !== null);
  return [...new Map(all.map(one => [one.playlist_id, one])).values()];
}
/** The loop of a zone in which an item stands; what plays comes before the others. */
export const loopWith = (content: Content | null, id: string, place: ZonePlace) =>
  playlistsOf(content)
    .map(playlist => loopIn(playlist, place))
    .find(loop => loop?.items.some(item => item.id === id)) ?? null;

/** Of both zones of each playlist, and of campaigns. */
export const itemsOf = (content: Content | null): readonly DocumentItem[] => [
  ...playlistsOf(content).flatMap(playlist => ZONE_PLACES.flatMap(place => itemsIn(playlist, place))),
  ...linesOf(content).flatMap(({ items }) => items),
];
const itemsNotOver = (
  content: Content | null,
  playlist: PlaylistDocument | null,
  at: number | null,
  place: ZonePlace,
) => itemsIn(playlist, place).filter(item => !isOver(item, at, zoneOf(content)));

/** Where the loops of the zones are. */
export type LoopPositions = Readonly<Record<ZonePlace, LoopPosition | null>>;
export interface PlacedAsset {
  asset: DocumentAsset;
  place: ZonePlace;
  /** How its playlist parts the screen. */
  layout: Layout;
}
/**
 * The assets of a version in the order of their first play, from where the screen is; without those that are over. The
 * zones and the campaigns take turns; what exceptions play within a month comes after what plays now.
 */
export function assetsInPlayOrder(
  content: Content | null,
  positions: LoopPositions,
  at: number | null,
): PlacedAsset[] {
  const assetsIn = (
    playlist: PlaylistDocument | null,
    place: ZonePlace,
    isPlaying: boolean,
  ): PlacedAsset[] => {
    const loop = loopIn(playlist, place);
    const items = itemsNotOver(content, playlist, at, place);
    const layout = layoutOf(playlist);
    return loop
      ? upcoming({ ...loop, items }, isPlaying ? positions[place] : null).map(({ asset }) => ({
          ...{ asset, place, layout },
        }))
      : [];
  };
  const [now = null, ...later] = playlistsOf(content, at === null ? null : at + AHEAD_DAYS * DAY_MS);
  const lists = [assetsIn(now, 'main', true), assetsIn(now, 'second', true), lineAssets(content, at)];
  const length = Math.max(...lists.map(list => list.length));
  return [
    ...Array.from({ length }, (_, i) => lists.flatMap(list => list[i] ?? [])).flat(),
    ...later.flatMap(playlist => ZONE_PLACES.flatMap(place => assetsIn(playlist, place, false))),
  ];
}

/** A line that has ended needs nothing more; one that comes is fetched ahead. */
const lineAssets = (content: Content | null, at: number | null): PlacedAsset[] =>
  linesOf(content)
    .filter(({ ends_at }) => at === null || at < Date.parse(ends_at))
    .flatMap(({ items }) => items)
    .filter(item => !isOver(item, at, zoneOf(content)))
    .map(({ asset }) => ({ asset, place: 'main' as const, layout: layoutOf(content?.playlist) }));

/**
 * A later version takes over whole: when each item is verified or given up, or when nothing plays anyway. One of
 * which nothing can be had leaves what plays where it is. What plays is the main zone; the second one is waited for, too.
 * Campaigns are not: each begins once its file is here, and the loop plays meanwhile; nor is what an exception plays
 * at another time.
 */
export function mayTakeOver(
  active: Content | null,
  pending: Content,
  { ready, givenUp, at }: Readiness,
): boolean {
  const isReady = (item: DocumentItem) => ready.has(item.asset.sha256);
  if (!itemsIn(active?.playlist, 'main').some(isReady)) return true;
  const isSettled = (item: DocumentItem) => isReady(item) || givenUp.has(item.asset.sha256);
  const itemsOfZones = (playlist: PlaylistDocument | null) =>
    ZONE_PLACES.flatMap(place => itemsNotOver(pending, playlist, at, place));
  const canPlay = (playlist: PlaylistDocument | null) => {
    const items = itemsNotOver(pending, playlist, at, 'main');
    return items.length === 0 || items.some(isReady);
  };
  /** An exception of which nothing can be had leaves the standing playlist to play. */
  const scheduled = wantedPlaylist(pending, at);
  const isLost = !canPlay(scheduled) && itemsOfZones(scheduled).every(isSettled);
  const next = isLost ? standingOf(pending) : scheduled;
  return canPlay(next) && itemsOfZones(next).every(isSettled);
}

/** Documents were checked against hash and contract when they came; what is stored is ours. */
async function read(
  db: Connection,
  plan: ContentPlan | undefined,
  playsAv1: boolean,
): Promise<Content | null> {
  if (!plan) return null;
  const fit = (key: string, value: unknown) =>
    key === 'asset' && playsAv1 ? withAv1(value as DocumentAsset) : value;
  const parse = async (sha256: string | null): Promise<unknown> => {
    const row = sha256 === null ? undefined : await (await db()).get('documents', sha256);
    return row ? JSON.parse(row.text, fit) : null;
  };
  const [standing, config, flights, schedule, ...scheduled] = await Promise.all(
    [plan.playlist, plan.config, plan.flights ?? null, plan.schedule ?? null, ...(plan.scheduled ?? [])].map(
      parse,
    ),
  );
  const playlist = standing as PlaylistDocument | null;
  const { entries = [] } = (schedule as ScheduleDocument | null) ?? {};
  const playlists = scheduled.filter(one => one !== null) as PlaylistDocument[];
  return {
    plan,
    playlist,
    config: config as ConfigDocument | null,
    flights: flights as FlightsDocument | null,
    ...(entries.length > 0 && { schedule: { standing: playlist, entries, playlists } }),
  };
}

export function planOf(head: Head): ContentPlan {
  const named = (kind: DocumentKind) => head.documents.find(d => d.kind === kind)?.sha256 ?? null;
  return {
    version: head.version,
    playlist: named('playlist'),
    config: named('config'),
    flights: named('flights'),
    schedule: named('schedule'),
    splash: named('splash'),
    scheduled: head.documents.filter(({ kind }) => kind === 'scheduled').map(({ sha256 }) => sha256),
  };
}

/** One write or read, of a document of some hundred items at most. */
const STEP_LIMIT_MS = 10_000;

/** `freeStorage` is asked where the disk is full; then the write is tried once more. */
export async function loadContent(
  db: Connection,
  clock: Pick<Clock, 'after'>,
  freeStorage: () => Promise<void> = () => Promise.resolve(),
) {
  const inTime = <T>(work: Promise<T>) => withDeadline(clock, STEP_LIMIT_MS, 'The stored version', work);
  const withFreeStorage = (write: () => Promise<void>) =>
    inTime(write()).catch(async (error: unknown) => {
      if (!isQuotaExceeded(error)) throw error;
      await freeStorage();
      await inTime(write());
    });
  const tx = (await db()).transaction('values');
  const [activePlan, pendingPlan, av1] = await Promise.all(
    ['active', 'pending', 'plays_av1'].map(key => tx.store.get(key)),
  );
  let playsAv1 = av1 === true;
  let active = await read(db, activePlan as ContentPlan | undefined, playsAv1);
  let pending = await read(db, pendingPlan as ContentPlan | undefined, playsAv1);
  async function deleteDocuments() {
    const named = [active, pending].flatMap(c => [
      ...[c?.plan.playlist, c?.plan.config, c?.plan.flights, c?.plan.schedule, c?.plan.splash],
      ...(c?.plan.scheduled ?? []),
    ]);
    const open = await db();
    for (const sha256 of await open.getAllKeys('documents'))
      if (!named.includes(sha256)) await open.delete('documents', sha256);
  }

  return {
    active: () => active,
    pending: () => pending,
    /** The document of the picture for a screen without content. */
    splash: () => (pending ?? active)?.plan.splash ?? null,
    version: () => pending?.plan.version ?? active?.plan.version ?? 0,
    /** The main zone goes over to another playlist of the active version; says whether it does. */
    play(playlist: PlaylistDocument | null): boolean {
      if (!active?.schedule || active.playlist?.playlist_id === playlist?.playlist_id) return false;
      active = { ...active, playlist };
      return true;
    },

    /** Notes a verified head and the documents that came with it, in one transaction. */
    async accept(head: Head, documents: readonly DocumentRow[]) {
      const plan = planOf(head);
      await withFreeStorage(async () => {
        const tx = (await db()).transaction(['values', 'documents'], 'readwrite', STRICT);
        for (const row of documents) ignoreRejection(tx.objectStore('documents').put(row));
        ignoreRejection(tx.objectStore('values').put(plan, 'pending'));
        ignoreRejection(tx.objectStore('values').put(head, 'head'));
        await tx.done;
      });
      pending = await inTime(read(db, plan, playsAv1));
    },

    /** Takes the next version over if it may; the switch is one transaction. Says whether it happened. */
    async switchIfReady(readiness: Readiness): Promise<boolean> {
      if (!pending || !mayTakeOver(active, pending, readiness)) return false;
      const next = pending;
      await withFreeStorage(() => writeValues(db, { active: next.plan, pending: null }));
      active = { ...next, playlist: wantedPlaylist(next, readiness.at) };
      if (pending === next) pending = null;
      return true;
    },

    /** Holds for the versions that are read from now on. */
    async setPlaysAv1(plays: boolean) {
      if (plays === playsAv1) return;
      playsAv1 = plays;
      await withFreeStorage(() => writeValues(db, { plays_av1: plays }));
    },
    /** Documents that no version names any more. */
    deleteUnused: () => inTime(deleteDocuments()),
  };
}
export type ContentStore = Awaited<ReturnType<typeof loadContent>>;
