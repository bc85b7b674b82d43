/** Starts that came to nothing: after three in a row only pictures are played, since a video may be what kills us. */
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';

const CRASHES_TO_SAFE = 3;

/**
 * A start counts as a crash from its first video on until it is said to have lived: for a minute, or until the player
 * itself ended it. One that had no video was not ended by one: an ignition that is turned on and off is no crash.
 */
export async function countStarts(db: Connection) {
  const crashes = (await readValue(db, 'starts')) ?? 0;
  let counted: Promise<void> | null = null;
  let hasLived = false;
  return {
    isSafe: crashes >= CRASHES_TO_SAFE,
    /** Ends when the count is on the disk: then the video may be loaded. */
    async risk(): Promise<void> {
      if (!hasLived) await (counted ??= writeValues(db, { starts: crashes + 1 }));
    },
    async lived(): Promise<void> {
      hasLived = true;
      await counted;
      if (crashes > 0 || counted) await writeValues(db, { starts: null });
    },
  };
}
export type Starts = Awaited<ReturnType<typeof countStarts>>;
