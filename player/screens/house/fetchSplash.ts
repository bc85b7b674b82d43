/** The picture for a screen that has nothing to play, fetched apart from what plays. */
import { sleep } from '../../../shared/clock.ts';
import { MAX_SPLASH_BYTES } from '../../../shared/constants.ts';
import { requestDocument } from '../../library/manifest.ts';
import type { SyncPlayer } from '../../link/sync.ts';
import type { DeviceClient } from '../../../shared/device/call.ts';

const FIRST_PICTURE_MS = 1_000;
const AGAIN_MS = 3_600_000;

/** A start with content comes to its first picture without it; what did not come is not fetched over and over. */
export function createSplash(
  { clock, content, db, firstPicture, running, status }: SyncPlayer,
  caller: DeviceClient,
  mayFetch: (bytes: number, isBare: boolean) => boolean,
) {
  let notBefore = 0;
  return async () => {
    await Promise.race([firstPicture, sleep(clock, FIRST_PICTURE_MS)]);
    const sha256 = content.splash();
    if (!sha256 || sha256 === status.get().splash) return;
    const open = await db();
    if (!(await open.getKey('documents', sha256))) {
      const isBare = !running()?.run.onScreen();
      if (clock.mono() < notBefore || !mayFetch(MAX_SPLASH_BYTES, isBare)) return;
      notBefore = clock.mono() + AGAIN_MS;
      await open.put('documents', { sha256, text: await requestDocument(caller, sha256) });
    }
    status.set({ splash: sha256 });
  };
}
