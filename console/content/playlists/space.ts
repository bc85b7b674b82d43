/** Does it fit? The screens' own word against the size of the loop. */
import type { Device } from '../../../shared/contract/fleet/device.ts';

export interface Space {
  /** Screens that have reported their storage. */
  known: number;
  /** Free bytes of the fullest of them; null where none has reported. */
  least: number | null;
  /** Those whose whole storage is too small, however empty. */
  tooSmall: readonly string[];
}

export function spaceOn(devices: readonly Pick<Device, 'name' | 'reported'>[], bytes: number): Space {
  const reported = devices.flatMap(({ name, reported: said }) =>
    said && said.storage.quota > 0 ? [{ name, ...said.storage }] : [],
  );
  const free = reported.map(({ quota, used }) => Math.max(0, quota - used));
  return {
    known: reported.length,
    least: free.length === 0 ? null : Math.min(...free),
    tooSmall: reported.filter(({ quota }) => quota < bytes).map(({ name }) => name),
  };
}
