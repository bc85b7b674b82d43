/** The durable outbox: what must reach the server, however long it takes. It has no limit and gives nothing up. */
import type { Clock } from '../clock.ts';
import type { Connection } from '../device/storage.ts';
import type { Draft, Entry, Owner } from './entry.ts';
import { createLane } from './lane.ts';
import { OUTBOX_POLICY } from './policy.ts';
import { createSend, type SendPorts } from './send.ts';
import { createStore } from './store.ts';

export interface OutboxPorts {
  db: Connection;
  clock: Clock;
  fetch: typeof fetch;
  /** Runs `work` exclusively in this browser (Web Locks). */
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Asked before each request: false where the lock may have been lost. */
  isLocked?: () => boolean;
  /** Whose entries are sent. */
  owner: Owner;
  /** Of that owner; an entry of `anyone` needs none. */
  session?: Pick<SendPorts, 'credentials' | 'renew'>;
  isOnline: () => boolean;
  /** False: a run ends where it would have to wait, as in a worker. */
  waitsForRetries: boolean;
  /** Called when the disk is full: deletes what can be fetched again. False: there is nothing to delete. */
  makeRoom?: () => Promise<boolean>;
  /** Called after each change of what lies there. */
  onChange?: () => void;
  onFault: (error: unknown) => void;
}

const NO_SESSION: Pick<SendPorts, 'credentials' | 'renew'> = {
  credentials: () => Promise.resolve(null),
  renew: () => Promise.resolve('refused'),
};

export function createOutbox({ db, clock, fetch, owner, session = NO_SESSION, ...ports }: OutboxPorts) {
  const { lock, isLocked, isOnline, waitsForRetries, makeRoom, onChange, onFault } = ports;
  const store = createStore({
    db,
    clock,
    policy: OUTBOX_POLICY,
    ...(makeRoom ? { makeRoom } : {}),
    ...(onChange ? { onChange } : {}),
  });
  const send = createSend({ fetch, clock, ...session });
  const lane = createLane({
    store,
    policy: OUTBOX_POLICY,
    clock,
    lock,
    ...(isLocked ? { isLocked } : {}),
    owner: () => owner,
    isOnline,
    // A time-out is no reason to count: an entry is sent until it is acknowledged.
    isServerReachable: () => Promise.resolve(false),
    waitsForRetries,
    send: (entries: readonly Entry[]) => Promise.all(entries.map(entry => send(entry))),
    onFault,
  });
  return {
    /** Durable when it resolves, with the number of the entry; rejects where the disk takes nothing more. */
    add(draft: Omit<Draft, 'owner' | 'retryCount' | 'maxRetries' | 'timestamp'>): Promise<number> {
      return store.add({ ...draft, owner, retryCount: 0, maxRetries: 0, timestamp: clock.now() });
    },
    /** What it asked for is done by another way. */
    withdraw: (seq: number) => store.withdraw(seq),
    list: () => store.list(owner),
    /** Sends what lies there; resolves when nothing is left that may be sent now. */
    run: () => lane.kick(),
    /** The owner is signed in again: what could not be sent without him is sent now. */
    async resume(): Promise<void> {
      await store.unpark(owner, 'signed_out');
      return lane.kick();
    },
    /** The link is back. */
    linkRestored: () => lane.linkRestored(),
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
