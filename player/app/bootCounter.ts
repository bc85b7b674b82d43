/** Counts crashed starts. After three in a row safe mode plays only pictures, because a video may cause the crash. */
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';

const CRASHES_TO_SAFE = 3;

/**
 * A start counts as a crash from its first video until it is marked healthy: after a minute, or when the player itself
 * restarts. A start without a video never counts, so that turning the ignition on and off is no crash.
 */
export async function createBootCounter(db: Connection) {
  const crashes = (await readValue(db, 'starts')) ?? 0;
  let write: Promise<void> | null = null;
  let isHealthy = false;
  return {
    isSafe: crashes >= CRASHES_TO_SAFE,
    /** Resolves when the count is on the disk. The video may be loaded then. */
    async countVideoStart(): Promise<void> {
      if (!isHealthy) await (write ??= writeValues(db, { starts: crashes + 1 }));
    },
    async markHealthy(): Promise<void> {
      isHealthy = true;
      await write;
      if (crashes > 0 || write) await writeValues(db, { starts: null });
    },
  };
}
export type BootCounter = Awaited<ReturnType<typeof createBootCounter>>;
