/** One element of the stage's pool. Layers: out of use, under what is on screen, in front. */
import type { Clock } from '../../shared/clock.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import type { Layout } from '../../shared/playout/zones.ts';

/** What an item plays from; `release` gives the memory back once nothing shows it. */
export type Source = { still: Blob } | { slide: Blob } | { url: string; release: () => void };
export const releaseOf = (source: Source) => {
  if ('release' in source) source.release();
};
export interface Loading {
  source: Source;
  /** Value of object-fit. */
  fit: string;
  /** Time the item has on screen. */
  slotMs: number;
  /** Something else is on screen: the video waits at its start. */
  isHeld: boolean;
  /** How the screen is parted for it; it stands in its zone until it is replaced. */
  layout: Layout;
}
/** How an item comes in, in place of the one before it. */
export interface Entrance {
  how: 'none' | 'fade' | 'slide';
  ms: number;
}
export interface Slot {
  load(loading: Loading): Promise<void>;
  /** Its swap is near: it is drawn beneath what is on screen; a held video moves again and presents a frame. */
  wake(): Promise<void>;
  toFront(volume: number, entrance: Entrance): void;
  /** What lies beneath is about to be shown: the compositor must draw it, which it does not under an opaque layer. */
  makeTranslucent(): void;
  /** Beneath what replaced it, or pushed out by it. */
  toBack(entrance: Entrance): void;
  /** Gives back what costs while nobody sees it. */
  releaseMedia(): void;
  /** Drawn no more. */
  hide(): void;
  /** Both. */
  clear(): void;
  /** The compositor may still draw what was replaced: a video torn down under its hands leaves a black frame. */
  lingerMs: number;
  frames(): PlayRecord['frames'];
  isStuck(isVisible: boolean): boolean;
  volume(): number;
  /** What it shows now; null where that is not compared. */
  picture(): PlayRecord['picture'] | null;
  /** While it is in front. */
  setVolume(volume: number): void;
}
export interface SlotPorts {
  root: HTMLElement;
  clock: Clock;
  /** What is in front broke. */
  onBroken: (reason: string) => void;
}

/** Each change costs a frame of the page: none is made twice. */
export function createLayer(element: HTMLElement) {
  let source: Source | null = null;
  let [layer, opacity] = ['', ''];
  const setLayer = (to: 'out' | 'under' | 'front') => {
    if (to !== layer) element.dataset['layer'] = layer = to;
  };
  const setOpacity = (to: string) => {
    if (to !== opacity) element.style.opacity = opacity = to;
  };
  setLayer('out');
  return {
    under: () => setLayer('under'),
    take(loading: Loading) {
      source = loading.source;
      element.style.objectFit = loading.fit;
      if (loading.layout !== element.dataset['zone']) element.dataset['zone'] = loading.layout;
    },
    back: ({ how, ms }: Entrance) => {
      setLayer('under');
      if (how === 'slide') element.animate([{ translate: 'none' }, { translate: '-100%' }], { duration: ms });
    },
    thin: () => setOpacity('0.999'),
    front({ how, ms: duration }: Entrance) {
      setOpacity('');
      setLayer('front');
      if (how === 'fade') element.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
      if (how === 'slide') element.animate([{ translate: '100%' }, { translate: 'none' }], { duration });
    },
    hide: () => {
      setLayer('out');
      setOpacity('');
    },
    release() {
      if (source) releaseOf(source);
      source = null;
    },
  };
}
