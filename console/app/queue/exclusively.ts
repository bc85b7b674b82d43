/** Which page of this browser sends: Web Locks decide, or a lease in the database where there are none. */
import { systemClock } from '../../../shared/clock.ts';
import type { Connection, LeaseName } from '../../../shared/device/storage.ts';
import type { Lease } from '../../../shared/queue/lease.ts';
import { LOCKS } from '../../../shared/queue/names.ts';
import { uuid7 } from '../../../shared/random.ts';

interface Exclusive {
  lock: (work: () => Promise<void>) => Promise<void>;
  /** False once another page may have begun to send. */
  isLocked: () => boolean;
}
const LEASES = {
  userLane: 'queue_lease',
  outbox: 'outbox_lease',
  userOutbox: 'user_outbox_lease',
} as const satisfies Record<string, LeaseName>;

export function exclusively(name: keyof typeof LEASES, db: Connection): Exclusive {
  if ('locks' in navigator)
    return { lock: work => navigator.locks.request(LOCKS[name], work), isLocked: () => true };
  let lease: Lease | null = null;
  /** Fetched where it is needed: most browsers have locks. */
  async function take(): Promise<Lease> {
    const { createLease } = await import('../../../shared/queue/lease.ts');
    lease ??= createLease({
      db,
      clock: systemClock,
      name: LEASES[name],
      holder: uuid7(systemClock.now()),
      onFault: error => console.warn('who sends could not be written down', error),
    });
    return lease;
  }
  addEventListener('pagehide', () => lease?.release());
  return {
    lock: async work => (await take()).lock(work),
    isLocked: () => lease?.isHeld() ?? false,
  };
}
