/**
 * One page at a time where a browser has no Web Locks, as over plain http: a lease in the database, renewed while the
 * work goes on. A page that dies or is frozen loses it, and whoever takes it over waits until nothing that page sent can
 * still be under way.
 */
import { every, sleep, type Clock } from '../clock.ts';
import { QUEUE } from '../constants.ts';
import type { Connection, LeaseName, Values } from '../device/storage.ts';
import { ignoreRejection } from '../storage/writes.ts';

interface Ports {
  db: Connection;
  clock: Clock;
  name: LeaseName;
  /** Of this page. */
  holder: string;
  onFault: (error: unknown) => void;
}

const RENEW_MS = 20_000;
/** Longer than a browser holds back the timers of a hidden page. */
const SENDING_MS = 90_000;
/** A request that was sent last ends within its own limit. */
export const LEASE_MS = SENDING_MS + QUEUE.requestTimeoutMs + RENEW_MS;
const ASK_AGAIN_MS = 2_000;

export function createLease({ db, clock, name, holder, onFault }: Ports) {
  /** By both clocks, because one jumps when it is set and the other may stand while the machine sleeps. */
  let heldUntil = { mono: -Infinity, wall: -Infinity };
  const isHeld = () => clock.mono() < heldUntil.mono && clock.now() < heldUntil.wall;
  const drop = () => void (heldUntil = { mono: -Infinity, wall: -Infinity });

  async function begin() {
    const tx = (await db()).transaction('values', 'readwrite');
    ignoreRejection(tx.done);
    const kept = (await tx.store.get(name)) as Values[LeaseName] | undefined;
    return { tx, kept };
  }
  /** Takes it, or renews it, unless another has it; in one transaction. */
  async function take(): Promise<boolean> {
    const { mono, wall } = { mono: clock.mono(), wall: clock.now() };
    const { tx, kept } = await begin();
    /** After a clock was set back, none is taken for longer than a lease is. */
    const isOver = kept === undefined || kept.until <= wall || kept.until > wall + LEASE_MS;
    const isOurs = isOver || kept.holder === holder;
    if (isOurs) ignoreRejection(tx.store.put({ holder, until: wall + LEASE_MS }, name));
    await tx.done;
    if (isOurs) heldUntil = { mono: mono + SENDING_MS, wall: wall + SENDING_MS };
    else drop();
    return isOurs;
  }
  async function release(): Promise<void> {
    drop();
    const { tx, kept } = await begin();
    if (kept?.holder === holder) ignoreRejection(tx.store.delete(name));
    await tx.done;
  }

  return {
    /** Asked before each request: false once another may have it. */
    isHeld,
    /** Runs `work` while no other page runs its own; again, if it was lost meanwhile. */
    lock: async (work: () => Promise<void>): Promise<void> => {
      for (let isDone = false; !isDone;) {
        while (!(await take())) await sleep(clock, ASK_AGAIN_MS);
        const stop = every(clock, RENEW_MS, () => take().catch(onFault));
        try {
          await work();
          isDone = isHeld();
        } finally {
          stop();
          await release().catch(onFault);
        }
      }
    },
    /** The page ends: the next need not wait for the lease to run out. */
    release: () => void release().catch(onFault),
  };
}
export type Lease = ReturnType<typeof createLease>;
