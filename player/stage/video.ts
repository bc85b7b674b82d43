/** A video of the stage's pool. */
import { lightOf } from './light.ts';
import { createSound } from './sound.ts';
import { createLayer, type Slot, type SlotPorts } from './slots.ts';

/** A video that has not moved for this long has stopped. */
const STUCK_MS = 4_000;
const LINGER_MS = 400;
/** A slot longer than its video by more than this needs the video again from its start. */
const LOOP_SLACK_MS = 250;
const UNLOADED = 'unloaded';

export function createVideo({ root, clock, onBroken }: SlotPorts): Slot {
  const element = root.appendChild(document.createElement('video'));
  const base = createLayer(element);
  const sound = createSound(element);
  let isFront = false;
  const reportBroken = (reason: string) => {
    if (isFront) onBroken(reason);
  };
  let rejectLoading: ((reason: string) => void) | null = null;
  let lastMovement = { at: 0, time: 0 };
  element.playsInline = true;
  element.muted = true;
  element.preload = 'auto';
  element.onerror = () => {
    const reason = element.error?.message || 'The video cannot be decoded';
    if (rejectLoading) rejectLoading(reason);
    else reportBroken(reason);
  };

  /** Frames come only while the element plays: one that stood still has none for the moment of the swap. */
  const firstFrame = () =>
    new Promise<void>((done, fail) => {
      rejectLoading = reason => fail(new Error(reason));
      element.requestVideoFrameCallback(() => done());
      element.play().catch((error: Error) => {
        if (error.name !== 'AbortError') fail(error);
      });
    }).finally(() => (rejectLoading = null));

  function releaseMedia() {
    isFront = false;
    rejectLoading?.(UNLOADED);
    if (element.hasAttribute('src')) {
      element.pause();
      element.removeAttribute('src');
      element.load();
    }
    base.release();
  }

  return {
    lingerMs: LINGER_MS,
    async load(loading) {
      base.take(loading);
      if (!loading.isHeld) base.under();
      element.muted = true;
      if (!('url' in loading.source)) throw new Error('a video needs an address');
      element.src = loading.source.url;
      await firstFrame();
      element.loop = loading.slotMs > element.duration * 1000 + LOOP_SLACK_MS;
      if (loading.isHeld) element.pause();
    },
    wake() {
      base.under();
      return element.paused ? firstFrame() : Promise.resolve();
    },
    toFront(volume, entrance) {
      base.front(entrance);
      isFront = true;
      lastMovement = { at: clock.mono(), time: element.currentTime };
      void sound.play(volume).catch((error: Error) => {
        if (error.name !== 'AbortError') reportBroken(error.message);
      });
    },
    makeTranslucent: base.thin,
    toBack(entrance) {
      base.back(entrance);
      isFront = false;
      element.muted = true;
    },
    releaseMedia,
    hide: base.hide,
    clear() {
      base.hide();
      releaseMedia();
    },
    frames() {
      const { totalVideoFrames, droppedVideoFrames } = element.getVideoPlaybackQuality();
      return { rendered: Math.max(0, totalVideoFrames - droppedVideoFrames), dropped: droppedVideoFrames };
    },
    isStuck(isVisible) {
      const now = clock.mono();
      if (!isVisible || element.ended || element.currentTime !== lastMovement.time)
        lastMovement = { at: now, time: element.currentTime };
      return now - lastMovement.at > STUCK_MS;
    },
    picture() {
      if (element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
      const light = lightOf(element);
      return light === null ? null : { media_ms: Math.round(element.currentTime * 1000), light };
    },
    setVolume: sound.set,
    volume: () => (element.muted ? 0 : Math.round(element.volume * 100)),
  };
}
