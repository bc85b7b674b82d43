/** How long a video is, read by the browser before a byte is sent; null where it cannot play it or takes too long. */
import { systemClock } from '../../../../shared/clock.ts';

const PATIENCE_MS = 3_000;
const SECOND_MS = 1_000;

export function durationOf(file: File): Promise<number | null> {
  if (!file.type.startsWith('video/') || typeof URL.createObjectURL !== 'function')
    return Promise.resolve(null);
  const video = document.createElement('video');
  if (video.canPlayType(file.type) === '') return Promise.resolve(null);
  const url = URL.createObjectURL(file);
  return new Promise<number | null>(done => {
    const stop = systemClock.after(PATIENCE_MS, () => done(null));
    const settle = (ms: number | null) => {
      stop();
      done(ms);
    };
    video.preload = 'metadata';
    video.onloadedmetadata = () =>
      settle(Number.isFinite(video.duration) ? Math.round(video.duration * SECOND_MS) : null);
    video.onerror = () => settle(null);
    video.src = url;
  }).finally(() => {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
