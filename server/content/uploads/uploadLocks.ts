/**
 * Only one call at a time receives or ends an upload, on whichever node. The kernel holds the lock on the file that
 * describes the upload, so it ends with its holder however that ends.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryLocker, type Lock, type Locker, type RequestRelease } from '@tus/server';
import { tryLock } from 'fs-native-extensions';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';

const AGAIN_MS = 100;
/** The holder is asked again: its first bytes may not have come when it was asked first. */
const ASK_EVERY = 10;
/** A client sends again much sooner. */
const LONGEST_MS = 30_000;

interface Options {
  directory: string;
  clock: Clock;
  /** Tells every node that a call waits for this upload. */
  ask: (id: string) => Promise<unknown>;
}

export function openUploadLocks({ directory, clock, ask }: Options) {
  const local = new MemoryLocker();
  /** By upload: what gives it up here, where a call of this node receives it. */
  const holders = new Map<string, RequestRelease>();

  /** Resolves with what releases it; null: there is no such upload any more. Throws where it takes too long. */
  async function take(id: string, within_ms = Infinity): Promise<(() => void) | null> {
    let fd: number;
    try {
      fd = openSync(join(directory, `${id}.json`), 'r+');
    } catch {
      return null;
    }
    const deadline = clock.mono() + within_ms;
    for (let tries = 0; !tryLock(fd); tries++) {
      if (clock.mono() > deadline) {
        closeSync(fd);
        throw new AppError('UNAVAILABLE', 'Another call still has this upload.', { retry_after_s: 1 });
      }
      if (tries % ASK_EVERY === 0) await ask(id).catch(() => undefined);
      await sleep(clock, AGAIN_MS);
    }
    return () => closeSync(fd);
  }

  function newLock(id: string): Lock {
    const own = local.newLock(id);
    let release: (() => void) | null = null;
    return {
      async lock(signal, requestRelease) {
        await own.lock(signal, requestRelease);
        try {
          release = await take(id, LONGEST_MS);
        } catch (error) {
          await own.unlock();
          throw error;
        }
        holders.set(id, requestRelease);
      },
      async unlock() {
        holders.delete(id);
        release?.();
        await own.unlock();
      },
    };
  }
  return {
    locker: { newLock } satisfies Locker,
    take,
    /** Another call, here or on another node, waits for this upload. */
    requestRelease: (id: string) => void holders.get(id)?.(),
  };
}
