/** What is to be played: the active version, and the next one until it may take over. */
import { withDeadline, type Clock } from '../../shared/clock.ts';
import type {
  ConfigDocument,
  DocumentAsset,
  DocumentItem,
  DocumentKind,
  Head,
  PlaylistDocument,
} from '../../shared/contract/playout/manifest.ts';
import type { DocumentLine, FlightsDocument } from '../../shared/contract/playout/flights.ts';
import { itemsIn, loopIn, ZONE_PLACES, type ZonePlace } from '../../shared/playout/zones.ts';
import { isQuotaExceeded, ignoreRejection } from '../../shared/storage/writes.ts';
import {
  STRICT,
  writeValues,
  type Connection,
  type DocumentRow,
  type ContentPlan,
} from '../../shared/device/storage.ts';
import { upcoming, type LoopPosition } from '../../shared/playout/order.ts';
import { isOver } from '../../shared/playout/rights.ts';

export interface Content {
  plan: ContentPlan;
  playlist: PlaylistDocument | null;
  config: ConfigDocument | null;
  flights: FlightsDocument | null;
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
/** Of both zones, and of campaigns. */
export const itemsOf = (content: Content | null): readonly DocumentItem[] => [
  ...ZONE_PLACES.flatMap(place => itemsIn(content?.playlist, place)),
  ...linesOf(content).flatMap(({ items }) => items),
];
export const zoneOf = (content: Content | null): string => content?.config?.tz ?? 'UTC';
const itemsNotOver = (content: Content | null, at: number | null, place: ZonePlace) =>
  itemsIn(content?.playlist, place).filter(item => !isOver(item, at, zoneOf(content)));

/** Where the loops of the zones are. */
export type LoopPositions = Readonly<Record<ZonePlace, LoopPosition | null>>;
export interface PlacedAsset {
  asset: DocumentAsset;
  place: ZonePlace;
}
/**
 * The assets of a version in the order of their first play, from where the screen is; without those that are over. The
 * zones and the campaigns take turns.
 */
export function assetsInPlayOrder(
  content: Content | null,
  positions: LoopPositions,
  at: number | null,
): PlacedAsset[] {
  const assetsIn = (place: ZonePlace): PlacedAsset[] => {
    const loop = loopIn(content?.playlist, place);
    const items = itemsNotOver(content, at, place);
    return loop ? upcoming({ ...loop, items }, positions[place]).map(({ asset }) => ({ asset, place })) : [];
  };
  const lists = [assetsIn('main'), assetsIn('second'), lineAssets(content, at)];
  const length = Math.max(...lists.map(list => list.length));
  return Array.from({ length }, (_, i) => lists.flatMap(list => list[i] ?? [])).flat();
}

/** A line that has ended needs nothing more; one that comes is fetched ahead. */
const lineAssets = (content: Content | null, at: number | null): PlacedAsset[] =>
  linesOf(content)
    .filter(({ ends_at }) => at === null || at < Date.parse(ends_at))
    .flatMap(({ items }) => items)
    .filter(item => !isOver(item, at, zoneOf(content)))
    .map(({ asset }) => ({ asset, place: 'main' as const }));

/**
 * A later version takes over whole: when each item is verified or given up, or when nothing plays anyway. One of
 * which nothing can be had leaves what plays where it is. What plays is the main zone; the second one is waited for, too.
 * Campaigns are not: each begins once its file is here, and the loop plays meanwhile.
 */
export function mayTakeOver(
  active: Content | null,
  pending: Content,
  { ready, givenUp, at }: Readiness,
): boolean {
  const isReady = (item: DocumentItem) => ready.has(item.asset.sha256);
  if (!itemsIn(active?.playlist, 'main').some(isReady)) return true;
  const items = itemsNotOver(pending, at, 'main');
  if (items.length > 0 && !items.some(isReady)) return false;
  return ZONE_PLACES.flatMap(place => itemsNotOver(pending, at, place)).every(
    item => isReady(item) || givenUp.has(item.asset.sha256),
  );
}

/** Documents were checked against hash and contract when they came; what is stored is ours. */
async function read(db: Connection, plan: ContentPlan | undefined): Promise<Content | null> {
  if (!plan) return null;
  const parse = async (sha256: string | null): Promise<unknown> => {
    const row = sha256 === null ? undefined : await (await db()).get('documents', sha256);
    return row ? JSON.parse(row.text) : null;
  };
  const [playlist, config, flights] = await Promise.all(
    [plan.playlist, plan.config, plan.flights ?? null].map(parse),
  );
  return {
    plan,
    playlist: playlist as PlaylistDocument | null,
    config: config as ConfigDocument | null,
    flights: flights as FlightsDocument | null,
  };
}

export function planOf(head: Head): ContentPlan {
  const named = (kind: DocumentKind) => head.documents.find(d => d.kind === kind)?.sha256 ?? null;
  return {
    version: head.version,
    playlist: named('playlist'),
    config: named('config'),
    flights: named('flights'),
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
  const [activePlan, pendingPlan] = await Promise.all([tx.store.get('active'), tx.store.get('pending')]);
  let active = await read(db, activePlan as ContentPlan | undefined);
  let pending = await read(db, pendingPlan as ContentPlan | undefined);
  async function deleteDocuments() {
    const named = [active, pending].flatMap(c => [c?.plan.playlist, c?.plan.config, c?.plan.flights]);
    const open = await db();
    for (const sha256 of await open.getAllKeys('documents'))
      if (!named.includes(sha256)) await open.delete('documents', sha256);
  }

  return {
    active: () => active,
    pending: () => pending,
    version: () => pending?.plan.version ?? active?.plan.version ?? 0,

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
      pending = await inTime(read(db, plan));
    },

    /** Takes the next version over if it may; the switch is one transaction. Says whether it happened. */
    async switchIfReady(readiness: Readiness): Promise<boolean> {
      if (!pending || !mayTakeOver(active, pending, readiness)) return false;
      const next = pending;
      await withFreeStorage(() => writeValues(db, { active: next.plan, pending: null }));
      active = next;
      if (pending === next) pending = null;
      return true;
    },

    /** Documents that no version names any more. */
    deleteUnused: () => inTime(deleteDocuments()),
  };
}
export type ContentStore = Awaited<ReturnType<typeof loadContent>>;
