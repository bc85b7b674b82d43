/** Does it fit? The screens' own word against the size of the loop. */
import type { Device } from '../../../shared/contract/fleet/device.ts';

export interface StorageFit {
  /** Screens that have reported their storage. */
  known: number;
  /** Free bytes of the fullest of them; null where none has reported. */
  leastFree: number | null;
  /** Those whose whole storage is too small, however empty. */
  tooSmall: readonly string[];
}

export function storageFitOf(
  devices: readonly Pick<Device, 'name' | 'reported'>[],
  bytes: number,
): StorageFit {
  const reported = devices.flatMap(({ name, reported: report }) =>
    report && report.storage.quota > 0 ? [{ name, ...report.storage }] : [],
  );
  const free = reported.map(({ quota, used }) => Math.max(0, quota - used));
  return {
    known: reported.length,
    leastFree: free.length === 0 ? null : Math.min(...free),
    tooSmall: reported.filter(({ quota }) => quota < bytes).map(({ name }) => name),
  };
}
