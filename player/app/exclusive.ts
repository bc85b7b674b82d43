/** One tab plays; another says so and takes over when the first ends. */
import type { Clock } from '../../shared/clock.ts';

const LOCK = 'wayside-player';
/** A reload asks before the page it replaces has let go. */
const PATIENCE_MS = 600;

/** Resolves when the screen is ours; `onWaiting` is called if another tab has it. */
export async function acquireScreen(
  locks: Pick<LockManager, 'request'>,
  clock: Clock,
  onWaiting: () => Promise<void>,
): Promise<void> {
  let notified: Promise<void> = Promise.resolve();
  const notify = () => {
    notified = onWaiting();
  };
  const cancel = clock.after(PATIENCE_MS, notify);
  await new Promise<void>((acquired, fail) => {
    /** Never given back: the browser does it when the page ends. */
    const keep = () => {
      acquired();
      return new Promise<never>(() => {});
    };
    locks.request(LOCK, keep).catch(fail);
  });
  cancel();
  await notified;
}
