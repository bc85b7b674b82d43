/** Runs the real stage over a few files with a faster clock and counts the resources it holds. */
import { createPlayback } from '../../../../player/engine/playback.ts';
import type { Source } from '../../../../player/stage/slots.ts';
import { createStage } from '../../../../player/stage/stage.ts';
import type { Item } from '../../../../player/engine/state.ts';
import type { Clock } from '../../../../shared/clock.ts';
import { picture, video } from '../../../player/items.ts';

/** The shortest item lasts a second. */
const FAST = 5;
const ITEM_MS = 1_000;

export interface Held {
  changes: number;
  videos: number;
  /** The most there were at one time. */
  urls: number;
  timers: number;
  skipped: number;
}
export interface Soak {
  begin: (files: { kind: 'video' | 'image'; mime: string; base64: string }[]) => void;
  held: () => Held;
}

let timers = 0;
let mostTimers = 0;
const clock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now() * FAST,
  after(ms, fn) {
    mostTimers = Math.max(mostTimers, ++timers);
    let isOver = false;
    const over = () => {
      if (!isOver) timers--;
      isOver = true;
    };
    const timer = setTimeout(() => {
      over();
      fn();
    }, ms / FAST);
    return () => {
      over();
      clearTimeout(timer);
    };
  },
};

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));

function begin(files: Parameters<Soak['begin']>[0]) {
  const blobs = files.map(({ mime, base64 }) => new Blob([bytesOf(base64)], { type: mime }));
  const items = files.map(({ kind }, n) =>
    (kind === 'video' ? video : picture)(n + 1, { duration_ms: ITEM_MS }),
  );
  let urls = 0;
  let mostUrls = 0;
  let [at, changes, skipped] = [0, 0, 0];

  function sourceOf(item: Item): Source {
    const blob = blobs[items.indexOf(item)] ?? new Blob();
    if (item.kind === 'image') return { still: blob };
    mostUrls = Math.max(mostUrls, ++urls);
    const url = URL.createObjectURL(blob);
    const release = () => {
      urls--;
      URL.revokeObjectURL(url);
    };
    return { url, release };
  }
  const root = document.body.appendChild(document.createElement('div'));
  const stage = createStage({
    root,
    clock,
    frame: fn => void requestAnimationFrame(now => fn(now * FAST)),
    isMotionAllowed: () => true,
    onBroken: reason => run.tell({ on: 'broken', reason }),
  });
  const skip = () => void skipped++;
  const run = createPlayback({
    clock,
    stage,
    isVisible: true,
    choose: () => Promise.resolve(items[at++ % items.length] ?? null),
    mayBegin: () => true,
    wasDamaged: () => false,
    source: item => Promise.resolve(sourceOf(item)),
    plays: {
      open: () => Promise.resolve({ epoch: 'e', seq: at }),
      mark: () => Promise.resolve(),
      saveProgress: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    onShown: () => void changes++,
    onHouse: () => Promise.resolve(),
    onSkipped: skip,
    onAlarm: () => undefined,
    onFault: skip,
    onUpdate: () => {},
  });
  run.tell({ on: 'tick' });
  return (): Held => {
    const held = { changes, videos: document.querySelectorAll('video').length, urls: mostUrls };
    return { ...held, timers: mostTimers, skipped };
  };
}

let held = (): Held => ({ changes: 0, videos: 0, urls: 0, timers: 0, skipped: 0 });
Object.assign(globalThis, {
  soak: { begin: files => void (held = begin(files)), held: () => held() } satisfies Soak,
});
