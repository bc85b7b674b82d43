/** Starts that came to nothing: after three in a row only pictures are played, since a video may be what kills us. */
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';

const CRASHES_TO_SAFE = 3;

/**
 * A start counts as a crash from its first video on until it is said to have lived: for a minute, or until the player
 * itself ended it. One that had no video was not ended by one: an ignition that is turned on and off is no crash.
 */
export async function createBootCounter(db: Connection) {
  const crashes = (await readValue(db, 'starts')) ?? 0;
  let write: Promise<void> | null = null;
  let isHealthy = false;
  return {
    isSafe: crashes >= CRASHES_TO_SAFE,
    /** Ends when the count is on the disk: then the video may be loaded. */
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
