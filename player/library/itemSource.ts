/** Which item of the active version comes next, the local file it plays from, and where in the loop the screen is. */
import type { PlayPlace } from '../../shared/contract/playout/fence.ts';
import type { DocumentItem, PlaylistDocument } from '../../shared/contract/playout/manifest.ts';
import type { Library } from '../../shared/library/store.ts';
import type { Plan, PlayoutState } from '../../shared/playout/decide.ts';
import { playPlace } from '../../shared/playout/place/playPlace.ts';
import { positionOf, upcoming, type LoopPosition } from '../../shared/playout/order.ts';
import type { DecisionCounts } from '../../shared/playout/recording/counts.ts';
import { originalOf, selectRendition } from '../../shared/playout/renditions.ts';
import { refusalOf } from '../../shared/playout/rights.ts';
import { layoutOf, loopIn, zoneScreen, type ZonePlace } from '../../shared/playout/zones.ts';
import { isKnown, type LiveFacts } from '../../shared/slides/facts.ts';
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
import { linesOf, loopWith, wantedPlaylist, type ContentStore } from './content.ts';
import type { LeaseStore } from './leases.ts';
import type { ExplainedChoice } from './choice.ts';
import { localFiles, targetScreen, type LocalFile } from './files.ts';

/**
 * As they are asked for, in `offered`. One that was interrupted goes first, as what it is by now and only if it is among
 * those that may play.
 */
function* inOrder(candidates: Iterable<Item>, again: Item | undefined, offered: Item[]): Iterable<Item> {
  if (again) {
    offered.push(...candidates);
    yield* offered.filter(({ id, line }) => id === again.id && line?.id === again.line?.id);
    yield* offered;
  } else
    for (const one of candidates) {
      offered.push(one);
      yield one;
    }
}

interface Ports {
  content: Pick<ContentStore, 'active' | 'pending'>;
  library: Pick<Library, 'findAll' | 'blob'>;
  bootCounter: Pick<BootCounter, 'isSafe' | 'countVideoStart'>;
  moments: Pick<Moments, 'at'>;
  /** As the last start left it. */
  storedPosition: LoopPosition | null;
  storedPlayout?: PlayoutState | null;
  /** Of the main zone, where campaigns play. */
  leases?: Pick<LeaseStore, 'held'>;
  /** Why campaigns played or not. */
  decisions?: Pick<DecisionCounts<ExplainedChoice>, 'count'>;
  facts: LiveFacts;
  /** The loop of which zone. */
  place?: ZonePlace;
  /** The main zone chooses from this playlist; the screen goes over to it with the item that is chosen. */
  onPlaylist?: (playlist: PlaylistDocument | null) => void;
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
  onPlaylist = () => {},
}: Ports) {
  let now: Progress = { position: storedPosition, playout: storedPlayout };
  const isMain = place === 'main';
  const wantedAt = (due: number) => wantedPlaylist(content.active(), moments.at(due).at);
  /** What the last choice was made from; null also for none. */
  let chosenFrom: string | null = null;
  /** The loop of the item shown last; as before the start where it is not known. */
  let lastLoop: string | null = null;
  const loop = () => loopIn(content.active()?.playlist, place);
  /** Another playlist is begun at its start. */
  const positionIn = (playlist_id: string | undefined) =>
    lastLoop === null || lastLoop === playlist_id ? now.position : null;
  /** Campaigns play in the main zone. */
  const lines = () => (isMain ? linesOf(content.active()) : []);
  /** Of the main zone alone, as its campaigns are: the second zone walks through its loop. */
  function plan(): Plan {
    const { weights, pacing, weather_rules } = (isMain && content.active()?.config) || {};
    return { loop: loop(), lines: lines(), weights, pacing, weather_rules, leases: leases?.held() };
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
    const { loop: all, lines: held, weights, pacing } = plan();
    const isNeeded = held.length > 0 || weights !== undefined || pacing !== undefined;
    if (!playout && isNeeded) {
      const coming = fetchPlayout();
      /** What stands in the loop does not wait for it; without a loop there is nothing else to show. */
      if (!all?.items.length) await coming;
    }
    const position = positionIn(all?.playlist_id);
    const inputs = {
      ...{ content: content.active(), plan: plan(), moment: moments.at(due) },
      ...{ state: now.playout, position: now.position, lastLoop },
    };
    if (!playout) return { candidates: all ? upcoming(all, position) : [], refused: [], inputs };
    const state = now.playout ?? playout.NOTHING_PLAYED;
    return { ...playout.decide(inputs.plan, state, inputs.moment, position), inputs };
  }
  /** What is scheduled first; where nothing of it can be shown the standing playlist stands in. */
  function* withStanding(candidates: Iterable<Item>): Iterable<Item> {
    yield* candidates;
    const standing = loopIn(content.active()?.schedule?.standing, place);
    if (standing && standing.playlist_id !== loop()?.playlist_id)
      yield* upcoming(standing, positionIn(standing.playlist_id));
  }
  function after(item: Item, at: number): Progress {
    const before = now;
    const own = loopWith(content.active(), item.id, place);
    return {
      position: item.line
        ? before.position
        : positionOf(own ?? { playlist_id: '', items: [] }, item, positionIn(own?.playlist_id)),
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
  /** By the newest version, though it may still wait for other files. */
  const isWithdrawn = ({ asset }: DocumentItem) =>
    (content.pending() ?? content.active())?.config?.withdrawn?.includes(originalOf(asset)) === true;
  /** Where videos broke several starts none is shown. */
  const isUnsafe = ({ kind }: DocumentItem) => bootCounter.isSafe && kind === 'video';
  const isFactMissing = (item: DocumentItem) => !isKnown(facts, needsOf(item));
  function unreadyReason(item: DocumentItem) {
    if (isWithdrawn(item)) return 'withdrawn';
    if (isUnsafe(item)) return 'safe_mode';
    return isFactMissing(item) ? 'fact_unknown' : null;
  }
  function mayBegin(item: Item, due: number): boolean {
    const moment = moments.at(due);
    /** An exception began or ended since it was chosen. */
    if (isMain && content.active()?.schedule && (wantedAt(due)?.playlist_id ?? null) !== chosenFrom)
      return false;
    if (isWithdrawn(item)) return false;
    if (refusalOf(item, moment, item.duration_ms) !== null || isFactMissing(item)) return false;
    if (!item.line) return true;
    /** It may begin earlier than it was chosen for, in an hour whose cap is reached. */
    const state = now.playout ?? playout?.NOTHING_PLAYED;
    if (!state || playout?.refusalOfLine(plan(), state, moment, item.line.id) !== null) return false;
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
  const needsOf = ({ asset }: DocumentItem) => needsBySha.get(asset.sha256) ?? [];
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

  let filesOf = content.active()?.plan.version;
  /** What was read of the files of an older version. */
  function forgetOldFiles() {
    const version = content.active()?.plan.version;
    if (filesOf === version) return;
    filesOf = version;
    needsBySha.clear();
    movingBySha.clear();
  }

  return {
    after,
    mayBegin,
    /** Plays begun under each lease. */
    spent: () => now.playout?.spent,
    /** What a play says of its place, where it was sold by one. */
    playPlace(item: Item, at: number): PlayPlace | undefined {
      const place = item.line && lines().find(({ id }) => id === item.line?.id)?.place;
      return place?.version === undefined ? undefined : playPlace(place.version, moments.at(at).place);
    },
    /** Of the item of the loop that was shown last. */
    position: () => now.position,
    moveTo(item: Item, at: number) {
      now = after(item, at);
      if (!item.line) lastLoop = loopWith(content.active(), item.id, place)?.playlist_id ?? null;
    },

    choose: async (
      quarantine: State['quarantine'],
      mono: number,
      due: number,
      again?: Item,
    ): Promise<Item | null> => {
      forgetOldFiles();
      if (isMain) {
        const wanted = wantedAt(due);
        chosenFrom = wanted?.playlist_id ?? null;
        onPlaylist(wanted);
      }
      const { candidates, refused, inputs } = await choices(due);
      const missing = new Set<string>();
      const offered: Item[] = [];
      const item = await firstReady(
        {
          candidates: inOrder(withStanding(candidates), again, offered),
          quarantine,
          now: mono,
          mayBegin: item => !isUnsafe(item) && mayBegin(item, due),
        },
        async item => {
          const files = await findLocalFiles(item);
          if (item.kind === 'slide' && files[0]) await readNeeds(item, files[0]);
          if (files.length === 0 && item.line) missing.add(item.line.id);
          return files.length > 0 && mayBegin(item, due);
        },
      );
      const held = lines();
      const unready =
        playout?.unreadyLines(held, item =>
          (quarantine[item.id] ?? 0) > mono ? 'failed' : unreadyReason(item),
        ) ?? new Map<string, never>();
      const chosen = item?.line?.id ?? null;
      const passed = item ? offered.indexOf(item) : offered.length;
      const choice = { lines: held, refused, chosen, missing, unready };
      const reasons = playout?.reasonsOf(choice) ?? [];
      decisions?.count({ ...choice, reasons, inputs, item, passed }, playout?.byCampaign(reasons) ?? []);
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
