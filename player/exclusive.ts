/** One tab plays; another says so and takes over when the first ends. */
import type { Clock } from '../shared/clock.ts';

const LOCK = 'wayside-player';
/** A reload asks before the page it replaces has let go. */
const PATIENCE_MS = 600;

/** Resolves when the screen is ours; `onWaiting` is called if another tab has it. */
export function holdScreen(
  locks: Pick<LockManager, 'request'>,
  clock: Clock,
  onWaiting: () => Promise<void>,
): Promise<void> {
  return new Promise((mine, fail) => {
    let waiting: Promise<void> | null = null;
    const cancel = clock.after(PATIENCE_MS, () => (waiting = onWaiting()));
    const held = locks.request(LOCK, async () => {
      cancel();
      await waiting;
      mine();
      /** Never given back: the browser does it when the page ends. */
      await new Promise(() => {});
    });
    held.catch(fail);
  });
}
