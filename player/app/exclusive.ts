/** Only one tab plays. Another one shows a notice and takes over when the first ends. */
import type { Clock } from '../../shared/clock.ts';

const LOCK = 'wayside-player';
/** Wait before the notice, because on a reload the old page still holds the lock for a moment. */
const PATIENCE_MS = 600;

/** Resolves when this tab holds the lock; `onWaiting` is called if another tab holds it. */
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
    /** Never released explicitly: the browser releases it when the page ends. */
    const keep = () => {
      acquired();
      return new Promise<never>(() => {});
    };
    locks.request(LOCK, keep).catch(fail);
  });
  cancel();
  await notified;
}
