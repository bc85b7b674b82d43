/** Counts wrong PINs on the disk, and the running time that a lock still asks for. */
import type { Clock } from '../../shared/clock.ts';
import { readValue, writeValues, type Connection, type PinLock } from '../../shared/device/storage.ts';
import { afterRunning, afterWrong, isLocked, unlocked } from './lock.ts';
import { verifyPin } from './pin.ts';

/** A power cut gives back at most this much of what was waited. */
const SAVE_EVERY_MS = 5_000;

interface Ports {
  db: Connection;
  clock: Pick<Clock, 'mono' | 'after'>;
  onFault: (error: unknown) => void;
}
/** Who rides tries at the driver's button; that must not lock out who services the screen. Each has its own count. */
export const PIN_PADS = ['exit', 'driver'] as const;
export type PinPad = (typeof PIN_PADS)[number];
const LOCK_KEYS = { exit: 'kiosk_lock', driver: 'driver_lock' } as const;
export type PinResult = 'right' | 'wrong' | 'locked';

/** For the one tab that plays. */
export async function createPinAttempts({ db, clock, onFault }: Ports, pad: PinPad = 'exit') {
  const key = LOCK_KEYS[pad];
  const [kiosk, found] = await Promise.all([readValue(db, 'kiosk'), readValue(db, key)]);
  const pin = kiosk?.pin ?? null;
  let lock = found?.of === pin ? found : unlocked(pin);
  let since = clock.mono();
  let lastTurn: Promise<unknown> = Promise.resolve();
  let cancel = () => {};
  const now = () => afterRunning(lock, clock.mono() - since);
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = lastTurn.then(act);
    lastTurn = done.catch(() => null);
    return done;
  };

  async function save(next: PinLock) {
    lock = next;
    since = clock.mono();
    await writeValues(db, { [key]: next });
    scheduleSave();
  }
  function scheduleSave() {
    cancel();
    if (isLocked(lock))
      cancel = clock.after(SAVE_EVERY_MS, () => void inTurn(() => save(now())).catch(onFault));
  }

  async function check(typed: string): Promise<PinResult> {
    if (isLocked(now())) return 'locked';
    /** Counted before it is judged: a power cut in between costs a try, and never gives one. */
    await save(afterWrong(lock));
    if (pin === null || !(await verifyPin(typed, pin))) return 'wrong';
    await save(unlocked(pin));
    return 'right';
  }
  scheduleSave();

  return { now, judge: (typed: string) => inTurn(() => check(typed)) };
}
export type PinAttempts = Awaited<ReturnType<typeof createPinAttempts>>;
