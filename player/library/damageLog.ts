/** Which files turned out damaged since this start, and when. */
import type { Clock } from '../../shared/clock.ts';
import type { DocumentItem } from '../../shared/contract/playout/manifest.ts';
import { renditionsOf } from '../../shared/playout/renditions.ts';
import { createEvent } from '../app/event.ts';
import { onFault } from '../app/faults.ts';

export function createDamageLog(clock: Pick<Clock, 'mono'>) {
  const damagedAt = new Map<string, number>();
  const damaged = createEvent<string>();
  return {
    onDamaged: damaged.on,
    /** A chunk of this file was damaged. */
    note: (sha256: string) => {
      damagedAt.set(sha256, clock.mono());
      void damaged.emit(sha256).catch(onFault);
    },
    /** `since`: monotonic ms. */
    wasDamaged: ({ asset }: DocumentItem, since: number) =>
      renditionsOf(asset).some(({ sha256 }) => (damagedAt.get(sha256) ?? -1) >= since),
  };
}
