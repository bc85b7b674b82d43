/** Counts crashed starts. After three in a row safe mode plays only pictures, because a video may cause the crash. */
import { withDeadline, type Clock } from '../../shared/clock.ts';
import { onFault } from './faults.ts';
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';

const CRASHES_TO_SAFE = 3;
/** Set while the page ends; a crash has no time to. */
const ORDERLY_END = 'orderly_end';
/** A video waits no longer for a database that gives no answer. */
const WRITE_LIMIT_MS = 2_000;

/**
 * A start counts as a crash from its first video until it is marked healthy: after a minute, or when the page ends in good
 * order. A start without a video never counts, so that turning the ignition on and off is no crash.
 */
export async function createBootCounter(
  db: Connection,
  clock: Pick<Clock, 'after'>,
  mirror: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
) {
  const isOrderly = mirror.getItem(ORDERLY_END) !== null;
  mirror.removeItem(ORDERLY_END);
  const crashes = Math.max(0, ((await readValue(db, 'starts')) ?? 0) - (isOrderly ? 1 : 0));
  /** The next start must not count what this one took back. */
  if (isOrderly) void writeValues(db, { starts: crashes > 0 ? crashes : null }).catch(onFault);
  let write: Promise<void> | null = null;
  let isHealthy = false;
  return {
    isSafe: crashes >= CRASHES_TO_SAFE,
    /** Resolves when the count is on the disk. The video may be loaded then. */
    async countVideoStart(): Promise<void> {
      if (isHealthy) return;
      write ??= writeValues(db, { starts: crashes + 1 });
      await withDeadline(clock, WRITE_LIMIT_MS, 'The count of starts', write);
    },
    /** The page ends as it should: a reload, another address, an update. Nothing that takes time ends with it. */
    markOrderlyEnd(): void {
      if (write && !isHealthy) mirror.setItem(ORDERLY_END, 'true');
    },
    async markHealthy(): Promise<void> {
      isHealthy = true;
      await write;
      if (crashes > 0 || write) await writeValues(db, { starts: null });
    },
  };
}
export type BootCounter = Awaited<ReturnType<typeof createBootCounter>>;
