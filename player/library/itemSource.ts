/** Which item of the active version comes next, the local file it plays from, and where in the loop the screen is. */
import type { Library } from '../../shared/library/store.ts';
import type { Plan, PlayoutState } from '../../shared/playout/decide.ts';
import { positionOf, upcoming, type LoopPosition } from '../../shared/playout/order.ts';
import { selectRendition } from '../../shared/playout/renditions.ts';
import { refusalOf } from '../../shared/playout/rights.ts';
import { layoutOf, loopIn, zoneScreen, type ZonePlace } from '../../shared/playout/zones.ts';
import { isKnown, type LiveFacts } from '../../shared/slides/draw.ts';
import { openSlide } from '../../shared/slides/file.ts';
import type { LiveFact } from '../../shared/slides/scene.ts';
import type { BootCounter } from '../app/bootCounter.ts';
import { onFault } from '../app/faults.ts';
import type { Moments } from './moment.ts';
import { firstReady } from '../engine/choose.ts';
import type { Item, State } from '../engine/state.ts';
import { HEAD_BYTES, isAnimated } from '../stage/animated.ts';
import type { Source } from '../stage/slots.ts';
import type * as Playout from './playout.ts';
import { linesOf, type ContentStore } from './content.ts';
import type { LeaseStore } from './leases.ts';
import type { DecisionCounts } from './decisionCounts.ts';
import { localFiles, targetScreen, type LocalFile } from './files.ts';

interface Ports {
  content: Pick<ContentStore, 'active'>;
  library: Pick<Library, 'findAll' | 'blob'>;
  bootCounter: Pick<BootCounter, 'isSafe' | 'countVideoStart'>;
  moments: Pick<Moments, 'at'>;
  /** As the last start left it. */
  storedPosition: LoopPosition | null;
  storedPlayout?: PlayoutState | null;
  /** Of the main zone, where campaigns play. */
  leases?: Pick<LeaseStore, 'held'>;
  /** Why campaigns played or not. */
  decisions?: Pick<DecisionCounts, 'count'>;
  facts: LiveFacts;
  /** The loop of which zone. */
  place?: ZonePlace;
}

/** Where playback stands: the last item of the loop, and what was played so far. */
export interface Progress {
  position: LoopPosition | null;
  /** null: nothing but a loop has ever been played. */
  playout: PlayoutState | null;
}

export function createItemSource({
  content,
  library,
  bootCounter,
  moments,
  storedPosition,
  storedPlayout = null,
  leases,
  decisions,
  facts,
  place = 'main',
}: Ports) {
  let now: Progress = { position: storedPosition, playout: storedPlayout };
  const loop = () => loopIn(content.active()?.playlist, place);
  /** Campaigns play in the main zone. */
  const lines = () => (place === 'main' ? linesOf(content.active()) : []);
  /** Of the main zone alone, as its campaigns are: the second zone walks through its loop. */
  function plan(): Plan {
    const { weights, pacing } = (place === 'main' && content.active()?.config) || {};
    return { loop: loop(), lines: lines(), weights, pacing, leases: leases?.held() };
  }
  let playout: typeof Playout | null = null;
  let fetching: Promise<unknown> | null = null;
  const fetchPlayout = () =>
    (fetching ??= import('./playout.ts')
      .then(code => (playout = code))
      .catch(onFault)
      .finally(() => (fetching = null)));
  /** Without the code for it the loop plays on. */
  async function choices(due: number) {
    const { loop: all, lines: held, weights } = plan();
    const isNeeded = held.length > 0 || weights !== undefined;
    if (!playout && isNeeded) {
      const coming = fetchPlayout();
      /** What stands in the loop does not wait for it; without a loop there is nothing else to show. */
      if (!all?.items.length) await coming;
    }
    if (!playout) return { candidates: all ? upcoming(all, now.position) : [], refused: [] };
    const state = now.playout ?? playout.NOTHING_PLAYED;
    return playout.decide(plan(), state, moments.at(due), now.position);
  }
  function after(item: Item, at: number): Progress {
    const before = now;
    return {
      position: item.line
        ? before.position
        : positionOf(loop() ?? { playlist_id: '', items: [] }, item, before.position),
      playout:
        playout?.afterPlay(plan(), before.playout ?? playout.NOTHING_PLAYED, {
          item,
          moment: moments.at(at),
        }) ?? before.playout,
    };
  }
  /** Since it was chosen its lease may have been closed or run out. */
  const mayStillSpend = (id: string | undefined, at: number) =>
    id === undefined ||
    playout?.maySpend(
      leases?.held().find(one => one.id === id),
      now.playout?.spent,
      at,
    ) === true;
  function mayBegin(item: Item, due: number): boolean {
    const moment = moments.at(due);
    if (refusalOf(item, moment, item.duration_ms) !== null || !isKnown(facts, needsOf(item))) return false;
    if (!item.line) return true;
    const line = lines().find(({ id }) => id === item.line?.id);
    if (line === undefined || playout?.refusedNow(line, moment, item.duration_ms) !== null) return false;
    return mayStillSpend(item.line.lease_id, moment.at ?? 0);
  }

  /** The local files of the item chosen last, because it is loaded next. */
  let lastLookup: { item: Item; held: LocalFile[] } | null = null;
  async function findLocalFiles(item: Item): Promise<LocalFile[]> {
    const held = await localFiles(library, item.asset);
    lastLookup = { item, held };
    return held;
  }

  /** What each slide must know to be shown, by SHA-256; asked of its file when it is chosen. */
  const needsBySha = new Map<string, readonly LiveFact[]>();
  /** A widget that could say nothing true is passed over like an item that may not play. */
  const needsOf = ({ asset }: Item) => needsBySha.get(asset.sha256) ?? [];
  async function readNeeds({ asset }: Item, { row }: LocalFile): Promise<void> {
    const blob = needsBySha.has(asset.sha256) ? null : await library.blob(row);
    if (blob) needsBySha.set(asset.sha256, (await openSlide(blob)).scene.needs ?? []);
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

  return {
    after,
    mayBegin,
    /** Plays begun under each lease. */
    spent: () => now.playout?.spent,
    /** Of the item of the loop that was shown last. */
    position: () => now.position,
    moveTo: (item: Item, at: number) => void (now = after(item, at)),

    choose: async (quarantine: State['quarantine'], mono: number, due: number): Promise<Item | null> => {
      const { candidates, refused } = await choices(due);
      const missing = new Set<string>();
      const item = await firstReady(
        {
          candidates,
          quarantine,
          now: mono,
          mayBegin: item => !(bootCounter.isSafe && item.kind === 'video') && mayBegin(item, due),
        },
        async item => {
          const files = await findLocalFiles(item);
          if (item.kind === 'slide' && files[0]) await readNeeds(item, files[0]);
          if (files.length === 0 && item.line) missing.add(item.line.id);
          return files.length > 0 && mayBegin(item, due);
        },
      );
      const held = lines();
      const isFailed = ({ id }: { id: string }) => (quarantine[id] ?? 0) > mono;
      const failed = new Set(held.filter(({ items }) => items.every(isFailed)).map(({ id }) => id));
      decisions?.count({ lines: held, refused, chosen: item?.line?.id ?? null, missing, failed });
      return item;
    },

    /** A worker answers a video range by range; before it controls the page the whole file is one Blob of chunks. */
    source: async (item: Item): Promise<Source> => {
      const held = lastLookup?.item === item ? lastLookup.held : await findLocalFiles(item);
      lastLookup = null;
      const files = held.map(({ file }) => file);
      const { config, playlist } = content.active() ?? {};
      const zone = zoneScreen(targetScreen(config, false), layoutOf(playlist), place);
      const { sha256 } = selectRendition(files, zone) ?? item.asset;
      if (item.kind === 'video') await bootCounter.countVideoStart().catch(onFault);
      if (item.kind === 'video' && navigator.serviceWorker?.controller)
        return { url: `/media/${sha256}`, release: () => {} };
      const row = held.find(({ file }) => file.sha256 === sha256)?.row;
      const blob = row ? await library.blob(row) : null;
      if (!blob) throw new Error('The stored file is damaged');
      if (item.kind === 'slide') return { slide: blob };
      if (item.kind === 'image' && !(await isMovingPicture(sha256, blob))) return { still: blob };
      const url = URL.createObjectURL(blob);
      return { url, release: () => URL.revokeObjectURL(url) };
    },
  };
}
export type ItemSource = ReturnType<typeof createItemSource>;
