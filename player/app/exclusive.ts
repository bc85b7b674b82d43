/** One tab plays; another says so and takes over when the first ends. */
import type { Clock } from '../../shared/clock.ts';

const LOCK = 'wayside-player';
/** A reload asks before the page it replaces has let go. */
const PATIENCE_MS = 600;

/** Resolves when the screen is ours; `onWaiting` is called if another tab has it. */
export async function holdScreen(
  locks: Pick<LockManager, 'request'>,
  clock: Clock,
  onWaiting: () => Promise<void>,
): Promise<void> {
  let told: Promise<void> = Promise.resolve();
  const tell = () => {
    told = onWaiting();
  };
  const cancel = clock.after(PATIENCE_MS, tell);
  await new Promise<void>((held, fail) => {
    /** Never given back: the browser does it when the page ends. */
    const keep = () => {
      held();
      return new Promise<never>(() => {});
    };
    locks.request(LOCK, keep).catch(fail);
  });
  cancel();
  await told;
}
