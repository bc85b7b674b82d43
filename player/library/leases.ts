/** The leases this screen holds, in memory as on the disk. What was spent of them stands with the plays. */
import { writeValues, type Connection, type StoredLeases } from '../../shared/device/storage.ts';
import type { HeldLease, LeaseWait } from '../../shared/playout/leases/held.ts';

/** `device_id`: who this screen is now. */
export function createLeaseStore(
  db: Connection,
  stored: StoredLeases | null,
  device_id: () => string | undefined,
) {
  let kept = stored;
  /** Forgotten with the page: it asks once more then. */
  let wait: LeaseWait = { until: 0, lines: new Set() };
  return {
    held: (): readonly HeldLease[] => (kept && kept.device_id === device_id() ? kept.held : []),
    /** Those of another identity of this screen are not its own any more. */
    heldBy: (device_id: string): readonly HeldLease[] => (kept?.device_id === device_id ? kept.held : []),
    wait: () => wait,
    setWait: (next: LeaseWait) => void (wait = next),
    async keep(device_id: string, held: readonly HeldLease[]) {
      const leases = { device_id, held };
      await writeValues(db, { leases });
      kept = leases;
    },
  };
}
export type LeaseStore = ReturnType<typeof createLeaseStore>;
