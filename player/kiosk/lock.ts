/** How long wrong PINs lock the screen. Only running time opens it again: no clock on the wall is asked. */
import type { PinLock } from '../../shared/device/storage.ts';

const FREE_ATTEMPTS = 5;
const FIRST_LOCK_MS = 30_000;
const MAX_LOCK_MS = 15 * 60_000;
const LONG_LOCK_FROM = 20;
const LONG_LOCK_MS = 2 * 60 * 60_000;

export const unlocked = (of: string | null): PinLock => ({ of, wrong: 0, leftMs: 0 });

/** What the wrong try of this number brings. */
export function lockMs(wrong: number): number {
  if (wrong < FREE_ATTEMPTS) return 0;
  if (wrong >= LONG_LOCK_FROM) return LONG_LOCK_MS;
  return Math.min(FIRST_LOCK_MS * 2 ** (wrong - FREE_ATTEMPTS), MAX_LOCK_MS);
}

export const isLocked = ({ leftMs }: PinLock) => leftMs > 0;

export const afterWrong = ({ of, wrong }: PinLock): PinLock => ({
  of,
  wrong: wrong + 1,
  leftMs: lockMs(wrong + 1),
});

export const afterRunning = (lock: PinLock, ranMs: number): PinLock => ({
  ...lock,
  leftMs: Math.max(0, lock.leftMs - Math.max(0, ranMs)),
});

/** Until the next lock; each try after the first five is its own. */
export const attemptsLeft = ({ wrong }: PinLock) => Math.max(1, FREE_ATTEMPTS - wrong);
