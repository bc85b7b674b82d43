/** Volume and brightness: the server's configuration, local settings made at the screen, and the rider above both. */
import type { Brightness } from '../../shared/contract/fleet/device.ts';
import { layoutOf } from '../../shared/playout/zones.ts';
import { writeValues, type Connection, type LocalSettings } from '../../shared/device/storage.ts';
import type { ContentStore } from '../library/content.ts';
import type { Dim } from '../rides/controls.ts';
import type { Stage } from '../stage/stage.ts';
import type { StatusStore } from './status.ts';

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

function applyBrightness(own: LocalSettings, rider: Dim, server?: Brightness): void {
  const layer = document.getElementById('dim');
  if (!layer) return;
  const brightness = Math.min(effectiveBrightness(own, server), DIM_PERCENT[rider]);
  layer.hidden = brightness === BRIGHTEST;
  layer.style.opacity = String(1 - brightness / BRIGHTEST);
}

/** The rider's overrides of volume and brightness. */
interface RiderOverrides {
  volume: (own: number) => number;
  dim: Dim;
}
interface Ports {
  db: Connection;
  content: Pick<ContentStore, 'active'>;
  stage: Pick<Stage, 'setSettings'>;
  status: Pick<StatusStore, 'set'>;
  storedSettings: LocalSettings | null;
  /** The rider turned the picture dark, or on again. */
  onLit: (isLit: boolean) => void;
}

export function createDisplaySettings({ db, content, stage, status, storedSettings, onLit }: Ports) {
  let local = storedSettings ?? {};
  let rider: RiderOverrides = { volume: own => own, dim: 'bright' };
  const isLit = () => rider.dim !== 'dark';

  function apply() {
    const config = content.active()?.config;
    const layout = layoutOf(content.active()?.playlist);
    if (config)
      stage.setSettings({ ...config, layout, volume: rider.volume(effectiveVolume(local, config.volume)) });
    applyBrightness(local, rider.dim, config?.brightness);
    status.set({ name: config?.name ?? '' });
  }
  apply();

  return {
    /** To be called when the active version has changed. */
    apply,
    isLit,
    /** A rider has muted or dimmed this screen. */
    isOverridden: () => rider.dim !== 'bright' || rider.volume(1) === 0,
    local: () => local,
    /** Applies the settings at once and stores them. */
    setLocal(patch: LocalSettings): Promise<void> {
      local = { ...local, ...patch };
      apply();
      return writeValues(db, { own_look: local });
    },
    setRider(next: RiderOverrides) {
      rider = next;
      onLit(isLit());
      apply();
    },
  };
}
