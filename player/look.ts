/** What a hand set at the screen, and how it stands beside what the server says. */
import type { OwnLook } from '../shared/device/storage.ts';
import type { Dim } from './rides/controls.ts';

/** Never so dark that nobody finds the way back. */
export const DARKEST = 20;
export const BRIGHTEST = 100;

/** Who spoke last is heard: a new value of the server ends the screen's own. */
export const volumeOf = ({ volume }: OwnLook, server: number) =>
  volume?.over === server ? volume.value : server;

export const brightnessOf = ({ brightness = BRIGHTEST }: OwnLook) => Math.max(DARKEST, brightness);

/** Percent a rider leaves at most. */
const LEFT: Record<Dim, number> = { bright: BRIGHTEST, dim: 40, dark: 0 };

export function dim(own: OwnLook, rider: Dim): void {
  const layer = document.getElementById('dim');
  if (!layer) return;
  const brightness = Math.min(brightnessOf(own), LEFT[rider]);
  layer.hidden = brightness === BRIGHTEST;
  layer.style.opacity = String(1 - brightness / BRIGHTEST);
}
