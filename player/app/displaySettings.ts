/** Volume and brightness: local settings made at the screen combined with the server's configuration. */
import type { Brightness } from '../../shared/contract/fleet/device.ts';
import type { LocalSettings } from '../../shared/device/storage.ts';
import type { Dim } from '../rides/controls.ts';

/** Minimum brightness, so that the controls stay readable. */
export const DARKEST = 20;
export const BRIGHTEST = 100;

/** The last writer wins: a new server value ends the local setting. */
export const effectiveVolume = ({ volume }: LocalSettings, server: number) =>
  volume?.over === server ? volume.value : server;

/** Percent: at night a screen in a car blinds; else the machine's own light is right. */
export const BRIGHTNESS_PERCENT: Record<Brightness, number> = {
  auto: BRIGHTEST,
  fixed: BRIGHTEST,
  night: 40,
};
export const effectiveBrightness = (
  { brightness, brightness_over = 'auto' }: LocalSettings,
  server: Brightness = 'auto',
) =>
  Math.max(
    DARKEST,
    brightness_over === server ? (brightness ?? BRIGHTNESS_PERCENT[server]) : BRIGHTNESS_PERCENT[server],
  );

/** Upper limit of the brightness for each dim level of the rider, percent. */
const DIM_PERCENT: Record<Dim, number> = { bright: BRIGHTEST, dim: 40, dark: 0 };

export function applyBrightness(own: LocalSettings, rider: Dim, server?: Brightness): void {
  const layer = document.getElementById('dim');
  if (!layer) return;
  const brightness = Math.min(effectiveBrightness(own, server), DIM_PERCENT[rider]);
  layer.hidden = brightness === BRIGHTEST;
  layer.style.opacity = String(1 - brightness / BRIGHTEST);
}
