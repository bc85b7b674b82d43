/** Counts wrong PINs on the disk, and the running time that a lock still asks for. */
import type { Clock } from '../../shared/clock.ts';
import { readValue, writeValues, type Connection, type PinLock } from '../../shared/device/storage.ts';
import { afterRunning, afterWrong, isLocked, unlocked } from './lock.ts';
import { verifyPin } from './pin.ts';

/** A power cut gives back at most this much of what was waited. */
const STEP_MS = 5_000;

interface Ports {
  db: Connection;
  clock: Pick<Clock, 'mono' | 'after'>;
  onFault: (error: unknown) => void;
}
export type Verdict = 'right' | 'wrong' | 'locked';

/** For the one tab that plays. */
export async function createTries({ db, clock, onFault }: Ports) {
  const [kiosk, found] = await Promise.all([readValue(db, 'kiosk'), readValue(db, 'kiosk_lock')]);
  const pin = kiosk?.pin ?? null;
  let kept = found?.of === pin ? found : unlocked(pin);
  let since = clock.mono();
  let turn: Promise<unknown> = Promise.resolve();
  let cancel = () => {};
  const now = () => afterRunning(kept, clock.mono() - since);
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = turn.then(act);
    turn = mine.catch(() => null);
    return mine;
  };

  async function keep(next: PinLock) {
    kept = next;
    since = clock.mono();
    await writeValues(db, { kiosk_lock: next });
    plan();
  }
  function plan() {
    cancel();
    if (isLocked(kept)) cancel = clock.after(STEP_MS, () => void inTurn(() => keep(now())).catch(onFault));
  }

  async function judge(typed: string): Promise<Verdict> {
    if (isLocked(now())) return 'locked';
    /** Counted before it is judged: a power cut in between costs a try, and never gives one. */
    await keep(afterWrong(kept));
    if (pin === null || !(await verifyPin(typed, pin))) return 'wrong';
    await keep(unlocked(pin));
    return 'right';
  }
  plan();

  return { now, judge: (typed: string) => inTurn(() => judge(typed)) };
}
export type Tries = Awaited<ReturnType<typeof createTries>>;
