/** Which item of the active version comes next, the local file it plays from, and where in the loop the screen is. */
import type { DocumentItem } from '../../shared/contract/playout/manifest.ts';
import type { Library } from '../../shared/library/store.ts';
import { positionOf, type LoopPosition } from '../../shared/playout/order.ts';
import { selectRendition } from '../../shared/playout/renditions.ts';
import { refusalOf } from '../../shared/playout/rights.ts';
import { layoutOf, loopIn, zoneScreen, type ZonePlace } from '../../shared/playout/zones.ts';
import { isKnown, type LiveFacts } from '../../shared/slides/draw.ts';
import { openSlide } from '../../shared/slides/file.ts';
import type { LiveFact } from '../../shared/slides/scene.ts';
import type { BootCounter } from '../app/bootCounter.ts';
import { onFault } from '../app/faults.ts';
import type { Moments } from './moment.ts';
import { chooseNext } from '../engine/choose.ts';
import type { State } from '../engine/state.ts';
import { HEAD_BYTES, isAnimated } from '../stage/animated.ts';
import type { Source } from '../stage/slots.ts';
import type { ContentStore } from './content.ts';
import { localFiles, targetScreen, type LocalFile } from './files.ts';

interface Ports {
  content: Pick<ContentStore, 'active'>;
  library: Pick<Library, 'findAll' | 'blob'>;
  bootCounter: Pick<BootCounter, 'isSafe' | 'countVideoStart'>;
  moments: Pick<Moments, 'at'>;
  /** As the last start left it. */
  storedPosition: LoopPosition | null;
  facts: LiveFacts;
  /** The loop of which zone. */
  place?: ZonePlace;
}

export function createItemSource({
  content,
  library,
  bootCounter,
  moments,
  storedPosition,
  facts,
  place = 'main',
}: Ports) {
  let lastPosition = storedPosition;
  const loop = () => loopIn(content.active()?.playlist, place);
  const nextPosition = (item: DocumentItem) =>
    positionOf(loop() ?? { playlist_id: '', items: [] }, item, lastPosition);
  const mayBegin = (item: DocumentItem, due: number) =>
    refusalOf(item, moments.at(due), item.duration_ms) === null && isKnown(facts, needsOf(item));

  /** The local files of the item chosen last, because it is loaded next. */
  let lastLookup: { item: DocumentItem; held: LocalFile[] } | null = null;
  async function findLocalFiles(item: DocumentItem): Promise<LocalFile[]> {
    const held = await localFiles(library, item.asset);
    lastLookup = { item, held };
    return held;
  }

  /** What each slide must know to be shown, by SHA-256; asked of its file when it is chosen. */
  const needsBySha = new Map<string, readonly LiveFact[]>();
  /** A widget that could say nothing true is passed over like an item that may not play. */
  const needsOf = ({ asset }: DocumentItem) => needsBySha.get(asset.sha256) ?? [];
  async function readNeeds({ asset }: DocumentItem, { row }: LocalFile): Promise<void> {
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
    positionOf: nextPosition,
    mayBegin,
    /** Of the item shown last. */
    position: () => lastPosition,
    moveTo: (item: DocumentItem) => void (lastPosition = nextPosition(item)),

    choose: (quarantine: State['quarantine'], now: number, due: number) =>
      chooseNext(
        {
          loop: loop(),
          after: lastPosition,
          quarantine,
          now,
          mayBegin: item => !(bootCounter.isSafe && item.kind === 'video') && mayBegin(item, due),
        },
        async item => {
          const files = await findLocalFiles(item);
          if (item.kind === 'slide' && files[0]) await readNeeds(item, files[0]);
          return files.length > 0 && mayBegin(item, due);
        },
      ),

    /** A worker answers a video range by range; before it controls the page the whole file is one Blob of chunks. */
    source: async (item: DocumentItem): Promise<Source> => {
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
