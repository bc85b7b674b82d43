/** What a hand set at the screen, and how it stands beside what the server says. */
import type { OwnLook } from '../shared/device/storage.ts';

/** Never so dark that nobody finds the way back. */
export const DARKEST = 20;
export const BRIGHTEST = 100;

/** Who spoke last is heard: a new value of the server ends the screen's own. */
export const volumeOf = ({ volume }: OwnLook, server: number) =>
  volume?.over === server ? volume.value : server;

export const brightnessOf = ({ brightness = BRIGHTEST }: OwnLook) => Math.max(DARKEST, brightness);

export function dim(own: OwnLook): void {
  const layer = document.getElementById('dim');
  if (!layer) return;
  const brightness = brightnessOf(own);
  layer.hidden = brightness === BRIGHTEST;
  layer.style.opacity = String(1 - brightness / BRIGHTEST);
}
