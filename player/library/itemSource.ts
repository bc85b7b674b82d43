/** Which item of the active version comes next, the local file it plays from, and where in the loop the screen is. */
import type { DocumentItem } from '../../shared/contract/playout/manifest.ts';
import type { Library } from '../../shared/library/store.ts';
import { selectRendition } from '../../shared/playout/renditions.ts';
import { itemsIn, layoutOf, zoneScreen, type ZonePlace } from '../../shared/playout/zones.ts';
import { isKnown, type LiveFacts } from '../../shared/slides/draw.ts';
import { openSlide } from '../../shared/slides/file.ts';
import type { LiveFact } from '../../shared/slides/scene.ts';
import type { BootCounter } from '../app/bootCounter.ts';
import { onFault } from '../app/faults.ts';
import { chooseNext, type LoopPosition } from '../engine/choose.ts';
import type { State } from '../engine/state.ts';
import { HEAD_BYTES, isAnimated } from '../stage/animated.ts';
import type { Source } from '../stage/slots.ts';
import type { ContentStore } from './content.ts';
import { localFiles, targetScreen, type LocalFile } from './files.ts';

interface Ports {
  content: Pick<ContentStore, 'active'>;
  library: Pick<Library, 'findAll' | 'blob'>;
  bootCounter: Pick<BootCounter, 'isSafe' | 'countVideoStart'>;
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
  storedPosition,
  facts,
  place = 'main',
}: Ports) {
  const loop = () => itemsIn(content.active()?.playlist, place);
  let lastPosition = storedPosition;
  function positionOf(item: DocumentItem): LoopPosition {
    const index = loop().findIndex(one => one.id === item.id);
    return { item_id: item.id, index: Math.max(0, index), sha256: item.asset.sha256 };
  }

  /** The local files of the item chosen last, because it is loaded next. */
  let lastLookup: { item: DocumentItem; held: LocalFile[] } | null = null;
  async function findLocalFiles(item: DocumentItem): Promise<LocalFile[]> {
    const held = await localFiles(library, item.asset);
    lastLookup = { item, held };
    return held;
  }

  /** What each slide must know to be shown, by SHA-256. */
  const needsBySha = new Map<string, readonly LiveFact[]>();
  /** Of the item looked up last: a widget that could say nothing true is passed over like a file that is not here. */
  async function mayDraw(): Promise<boolean> {
    const { sha256, row } = { ...lastLookup?.held[0]?.file, row: lastLookup?.held[0]?.row };
    if (!row || !sha256) return false;
    let needs = needsBySha.get(sha256);
    if (!needs) {
      const blob = await library.blob(row);
      if (!blob) return false;
      needs = (await openSlide(blob)).scene.needs ?? [];
      needsBySha.set(sha256, needs);
    }
    return isKnown(facts, needs);
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
    positionOf,
    /** Of the item shown last. */
    position: () => lastPosition,
    moveTo: (item: DocumentItem) => void (lastPosition = positionOf(item)),

    choose: async (quarantine: State['quarantine'], now: number) => {
      const all = loop();
      const items = bootCounter.isSafe ? all.filter(({ kind }) => kind !== 'video') : all;
      return chooseNext(
        { items, after: lastPosition, quarantine, now },
        async item => (await findLocalFiles(item)).length > 0 && (item.kind !== 'slide' || mayDraw()),
      );
    },

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
