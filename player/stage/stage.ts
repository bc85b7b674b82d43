/** The only part that touches what is on screen: two elements of each kind, used again and again. */
import { sleep, type Clock } from '../../shared/clock.ts';
import type { ConfigDocument } from '../../shared/contract/playout/manifest.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { createMoving, createStill } from './pictures.ts';
import { createSlide } from './slide.ts';
import { NOTHING_KNOWN, type LiveFacts } from '../../shared/slides/facts.ts';
import type { Layout } from '../../shared/playout/zones.ts';
import { releaseOf, type Entrance, type Slot, type Source } from './slots.ts';
import type { Item } from '../engine/state.ts';
import { createVideo } from './video.ts';

export type StageSettings = Pick<ConfigDocument, 'orientation' | 'fit' | 'volume'> & {
  tz?: string;
  /** How the screen is parted from the next item on. */
  layout?: Layout;
};
export interface StagePorts {
  root: HTMLElement;
  clock: Clock;
  frame: (fn: (at: number) => void) => void;
  isMotionAllowed: () => boolean;
  /** The item on screen broke. */
  onBroken: (reason: string) => void;
  facts?: LiveFacts;
}

const FIT = { contain: 'contain', cover: 'cover', stretch: 'fill' } as const;
/** The frame nearest to the wanted time is the first that begins later than this before it (half a frame at 60 Hz). */
const HALF_FRAME_MS = 8;
/** What comes next begins to be drawn, and a video to move, this long before it is seen. */
const WAKE_MS = 80;
/** Frames are watched from this long before: a timer may come late, a frame does not. */
const WATCH_MS = 22;
/** A held video that does not move again by then is shown as it stands. */
const WAKE_LIMIT_MS = 1_000;
const ENTRANCE_MS = 400;
const CUT: Entrance = { how: 'none', ms: 0 };
/** Long enough for the frame of a swap to be seen. */
const FRAME_MS = 20;
/** The second zone takes a few writes and reads to its first picture. */
const PARTING_MS = 600;
const NO_FRAMES = { rendered: 0, dropped: 0 };

const poolOf = ({ kind }: Item, source: Source) =>
  kind !== 'image' ? kind : 'still' in source ? 'still' : 'moving';

export function createStage({
  root,
  clock,
  frame,
  isMotionAllowed,
  onBroken,
  facts = NOTHING_KNOWN,
}: StagePorts) {
  let front: Slot | null = null;
  let under: Slot | null = null;
  let settings: StageSettings = { orientation: 0, fit: 'contain', volume: 0 };
  /** How the screen is parted for what is in front, and for what comes next. */
  const layouts: Record<'front' | 'under', Layout> = { front: 'full', under: 'full' };
  const slots = { root, clock, onBroken, facts, zone: () => settings.tz };
  const pool = {
    video: [createVideo(slots), createVideo(slots)] as const,
    still: [createStill(slots), createStill(slots)] as const,
    moving: [createMoving(slots), createMoving(slots)] as const,
    slide: [createSlide(slots), createSlide(slots)] as const,
  };
  /** Replaced elements until they are put away; each is free only then. */
  const retiring = new Map<Slot, Promise<void>>();

  function free(kind: keyof typeof pool): Slot {
    const [one, other] = pool[kind];
    if (one === front) return other;
    return retiring.has(one) && other !== front ? other : one;
  }
  const nextFrame = () => new Promise<number>(done => frame(done));

  /** Loads and unloads so far: one that waited must not go on when another came. */
  let changes = 0;
  function unload() {
    changes++;
    under?.clear();
    under = null;
  }

  async function retire(slot: Slot, entrance: Entrance, lingerMs: number) {
    slot.toBack(entrance);
    const gone = sleep(clock, FRAME_MS + Math.max(entrance.ms, lingerMs, slot.lingerMs));
    retiring.set(slot, gone);
    await gone;
    slot.releaseMedia();
    retiring.delete(slot);
  }
  /** What was shown before, and no longer fades, is drawn no more. */
  function hideUnused() {
    for (const slot of Object.values(pool).flat())
      if (slot !== front && slot !== under && !retiring.has(slot)) slot.hide();
  }
  /** In one frame: what comes next lies beneath what is on screen, and nothing else does. */
  function wake(slot: Slot | null) {
    hideUnused();
    front?.makeTranslucent();
    return slot?.wake();
  }

  return {
    /** Ends when the first frame is decoded, beneath what is on screen. */
    async load(item: Item, source: Source): Promise<void> {
      unload();
      const change = changes;
      const slot = free(poolOf(item, source));
      await retiring.get(slot);
      if (change !== changes) {
        releaseOf(source);
        throw new Error('another item came before this one was loaded');
      }
      under = slot;
      const layout = (layouts.under = settings.layout ?? 'full');
      const fit = FIT[item.fit ?? settings.fit];
      await slot.load({ source, fit, slotMs: item.duration_ms, isHeld: front !== null, layout });
    },

    /** Swaps with the frame nearest to `at`; says when that frame began and what the old picture came to. */
    async show(item: Item, at: number): Promise<{ at: number; oldFrames: PlayRecord['frames'] }> {
      const slot = under;
      const until = (time: number) => sleep(clock, Math.max(0, time - clock.mono()));
      await until(at - WAKE_MS);
      let isAwake = false;
      void wake(slot)?.then(
        () => (isAwake = true),
        () => (isAwake = true),
      );
      await until(at - WATCH_MS);
      let shownAt = await nextFrame();
      while (shownAt < at - HALF_FRAME_MS || (!isAwake && shownAt < at + WAKE_LIMIT_MS))
        shownAt = await nextFrame();
      if (slot === null || under !== slot) throw new Error('the item was unloaded before its frame');
      const old = front;
      const oldFrames = old?.frames() ?? NO_FRAMES;
      const isParted = layouts.front !== layouts.under;
      const isMoving = old !== null && !isParted && item.transition !== 'none' && isMotionAllowed();
      const entrance = isMoving ? { how: item.transition, ms: ENTRANCE_MS } : CUT;
      slot.toFront(settings.volume, entrance);
      front = slot;
      layouts.front = layouts.under;
      under = null;
      if (root.dataset['full'] === undefined) root.dataset['full'] = '';
      /** Where the screen is parted anew the old picture stands beneath until the other zone has one of its own. */
      if (old) void retire(old, entrance, isParted ? PARTING_MS : 0);
      return { at: shownAt, oldFrames };
    },

    unload,
    /** Takes the picture away: what lies beneath the stage is seen. */
    clear() {
      delete root.dataset['full'];
      front?.clear();
      front = null;
      for (const slot of retiring.keys()) slot.hide();
      hideUnused();
    },
    setSettings(next: StageSettings) {
      settings = next;
      front?.setVolume(settings.volume);
      root.dataset['rotation'] = String(next.orientation);
      root.ownerDocument.documentElement.dataset['rotation'] = String(next.orientation);
    },
    /** How the screen is parted for what is in front. */
    layout: () => layouts.front,
    settings: () => settings,
    frames: () => front?.frames() ?? NO_FRAMES,
    isStuck: (isVisible: boolean) => front?.isStuck(isVisible) ?? false,
    volume: () => front?.volume() ?? 0,
    picture: () => front?.picture() ?? null,
  };
}
export type Stage = ReturnType<typeof createStage>;
