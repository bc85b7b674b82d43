/** Only one call at a time receives or ends an upload, on whichever node: it holds the lock that the store of uploads has. */
import { MemoryLocker, type Lock, type Locker, type RequestRelease } from '@tus/server';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { HeldLock, UploadStore } from './uploadStore.ts';

const AGAIN_MS = 100;
/** The holder is asked again: its first bytes may not have come when it was asked first. */
const ASK_EVERY = 10;
/** A client sends again much sooner. */
const LONGEST_MS = 30_000;

interface Options {
  store: Pick<UploadStore, 'tryLock'>;
  clock: Clock;
  /** Tells every node that a call waits for this upload. */
  ask: (id: string) => Promise<unknown>;
}

export function openUploadLocks({ store, clock, ask }: Options) {
  const local = new MemoryLocker();
  /** By upload: what gives it up here, where a call of this node receives it. */
  const holders = new Map<string, { lock: HeldLock | null; requestRelease: RequestRelease }>();

  /** null: there is no such upload any more. Throws where it takes too long. */
  async function take(id: string, within_ms = Infinity): Promise<HeldLock | null> {
    const deadline = clock.mono() + within_ms;
    for (let tries = 0; ; tries++) {
      const lock = await store.tryLock(id);
      if (lock === 'gone') return null;
      if (lock !== 'taken') return lock;
      if (clock.mono() > deadline)
        throw new AppError('UNAVAILABLE', 'Another call still has this upload.', { retry_after_s: 1 });
      if (tries % ASK_EVERY === 0) await ask(id).catch(() => undefined);
      await sleep(clock, AGAIN_MS);
    }
  }

  function newLock(id: string): Lock {
    const own = local.newLock(id);
    let lock: HeldLock | null = null;
    return {
      async lock(signal, requestRelease) {
        await own.lock(signal, requestRelease);
        try {
          lock = await take(id, LONGEST_MS);
        } catch (error) {
          await own.unlock();
          throw error;
        }
        holders.set(id, { lock, requestRelease });
      },
      async unlock() {
        holders.delete(id);
        lock?.release();
        await own.unlock();
      },
    };
  }
  return {
    locker: { newLock } satisfies Locker,
    take,
    /** Another call, here or on another node, waits for this upload. */
    requestRelease: (id: string) => void holders.get(id)?.requestRelease(),
    /** Calls whose lock was lost stop where they are. */
    releaseLost: () => {
      for (const { lock, requestRelease } of holders.values())
        if (lock && !lock.isHeld()) void requestRelease();
    },
  };
}
