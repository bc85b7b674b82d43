/** One element of the stage's pool. Layers: out of use, under what is on screen, in front. */
import type { Clock } from '../shared/clock.ts';
import type { PlayRecord } from '../shared/contract/play.ts';
import { createSound } from './sound.ts';

/** What an item plays from; `release` gives the memory back once nothing shows it. */
export interface Source {
  url: string;
  release: () => void;
}
export interface Loading {
  source: Source;
  /** Value of object-fit. */
  fit: string;
  /** Time the item has on screen. */
  slotMs: number;
  /** Something else is on screen: the video waits at its start. */
  isHeld: boolean;
}
export interface Slot {
  load(loading: Loading): Promise<void>;
  /** Its swap is near: a held video moves again, beneath what is on screen, and presents a frame. */
  wake(): Promise<void>;
  toFront(volume: number, fadeMs: number): void;
  /** What lies beneath is about to be shown: the compositor must draw it, which it does not under an opaque layer. */
  thin(): void;
  /** Beneath what replaced it. */
  toBack(): void;
  clear(): void;
  /** The compositor may still draw what was replaced: a video torn down under its hands leaves a black frame. */
  lingerMs: number;
  frames(): PlayRecord['frames'];
  isStuck(isVisible: boolean): boolean;
  volume(): number;
}
export interface SlotPorts {
  root: HTMLElement;
  clock: Clock;
  /** What is in front broke. */
  onBroken: (reason: string) => void;
}

/** A video that has not moved for this long has stopped. */
const STUCK_MS = 4_000;
const LINGER_MS = 400;
/** A slot longer than its video by more than this needs the video again from its start. */
const LOOP_SLACK_MS = 250;
const UNLOADED = 'unloaded';

function layered(element: HTMLElement) {
  let source: Source | null = null;
  const layer = (to: 'out' | 'under' | 'front') => void (element.dataset['layer'] = to);
  layer('out');
  return {
    under: () => layer('under'),
    take(loading: Loading) {
      source = loading.source;
      element.style.objectFit = loading.fit;
    },
    thin: () => void (element.style.opacity = '0.999'),
    front(fadeMs: number) {
      element.style.opacity = '';
      layer('front');
      if (fadeMs > 0) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: fadeMs });
    },
    release() {
      layer('out');
      element.style.opacity = '';
      source?.release();
      source = null;
    },
  };
}

export function createPicture({ root }: SlotPorts): Slot {
  const element = root.appendChild(new Image());
  const base = layered(element);
  /** Never drawn before it is decoded, not even for one frame. */
  element.decoding = 'sync';
  return {
    lingerMs: 0,
    async load(loading) {
      base.take(loading);
      element.src = loading.source.url;
      await element.decode();
      base.under();
    },
    wake: () => Promise.resolve(),
    toFront: (_volume, fadeMs) => base.front(fadeMs),
    thin: base.thin,
    toBack: base.under,
    clear() {
      element.removeAttribute('src');
      base.release();
    },
    frames: () => ({ rendered: 1, dropped: 0 }),
    isStuck: () => false,
    volume: () => 0,
  };
}

export function createVideo({ root, clock, onBroken }: SlotPorts): Slot {
  const element = root.appendChild(document.createElement('video'));
  const base = layered(element);
  const sound = createSound(element);
  let isFront = false;
  const broke = (reason: string) => {
    if (isFront) onBroken(reason);
  };
  let abandon: ((reason: string) => void) | null = null;
  let moved = { at: 0, time: 0 };
  element.playsInline = true;
  element.muted = true;
  element.preload = 'auto';
  element.onerror = () => {
    const reason = element.error?.message || 'The video cannot be decoded';
    if (abandon) abandon(reason);
    else broke(reason);
  };

  /** Frames come only while the element plays: one that stood still has none for the moment of the swap. */
  const firstFrame = () =>
    new Promise<void>((done, fail) => {
      abandon = reason => fail(new Error(reason));
      element.requestVideoFrameCallback(() => done());
      element.play().catch((error: Error) => {
        if (error.name !== 'AbortError') fail(error);
      });
    }).finally(() => (abandon = null));

  return {
    lingerMs: LINGER_MS,
    async load(loading) {
      base.take(loading);
      base.under();
      element.muted = true;
      element.src = loading.source.url;
      await firstFrame();
      element.loop = loading.slotMs > element.duration * 1000 + LOOP_SLACK_MS;
      if (loading.isHeld) element.pause();
    },
    wake: () => (element.paused ? firstFrame() : Promise.resolve()),
    toFront(volume, fadeMs) {
      base.front(fadeMs);
      isFront = true;
      moved = { at: clock.mono(), time: element.currentTime };
      void sound.play(volume).catch((error: Error) => {
        if (error.name !== 'AbortError') broke(error.message);
      });
    },
    thin: base.thin,
    toBack() {
      base.under();
      isFront = false;
      element.muted = true;
    },
    clear() {
      isFront = false;
      abandon?.(UNLOADED);
      if (element.hasAttribute('src')) {
        element.pause();
        element.removeAttribute('src');
        element.load();
      }
      base.release();
    },
    frames() {
      const { totalVideoFrames, droppedVideoFrames } = element.getVideoPlaybackQuality();
      return { rendered: Math.max(0, totalVideoFrames - droppedVideoFrames), dropped: droppedVideoFrames };
    },
    isStuck(isVisible) {
      const now = clock.mono();
      if (!isVisible || element.ended || element.currentTime !== moved.time)
        moved = { at: now, time: element.currentTime };
      return now - moved.at > STUCK_MS;
    },
    volume: () => (element.muted ? 0 : Math.round(element.volume * 100)),
  };
}
