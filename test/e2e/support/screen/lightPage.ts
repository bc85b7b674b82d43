/** Puts files on the real stage, one after another, and takes what it shows at moments that the test names. */
import { createStage } from '../../../../player/stage/stage.ts';
import { systemClock } from '../../../../shared/clock.ts';
import type { PlayRecord } from '../../../../shared/contract/proof/play.ts';
import { picture, video } from '../../../player/items.ts';

export interface LightPage {
  show: (file: { kind: 'video' | 'image'; mime: string; base64: string }) => Promise<void>;
  /** `at`: where in the video, s; null: as it stands. */
  take: (at: number | null) => Promise<PlayRecord['picture'] | null>;
}

const root = document.body.appendChild(document.createElement('div'));
const stage = createStage({
  root,
  clock: systemClock,
  frame: fn => void requestAnimationFrame(fn),
  isMotionAllowed: () => false,
  onBroken: reason => {
    throw new Error(reason);
  },
});
stage.setSettings({ orientation: 0, fit: 'contain', volume: 0 });

let showCount = 0;
const front = () => document.querySelector<HTMLVideoElement>('video[data-layer="front"]');
const page: LightPage = {
  async show({ kind, mime, base64 }) {
    const bytes = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));
    const blob = new Blob([bytes], { type: mime });
    const item = (kind === 'video' ? video : picture)(++showCount, { duration_ms: 120_000 });
    const url = kind === 'video' ? URL.createObjectURL(blob) : '';
    const source = kind === 'video' ? { url, release: () => URL.revokeObjectURL(url) } : { still: blob };
    await stage.load(item, source);
    await stage.show(item, systemClock.mono());
  },
  async take(at) {
    const element = front();
    if (element && at !== null) {
      const isThere = new Promise(done => element.addEventListener('seeked', done, { once: true }));
      element.currentTime = at;
      await isThere;
      await new Promise(done => element.requestVideoFrameCallback(done));
    }
    return stage.picture();
  },
};
Object.assign(globalThis, { lightPage: page });
