/** How long wrong PINs lock the screen. Only running time opens it again: no clock on the wall is asked. */
import type { PinLock } from '../../shared/device/storage.ts';

const FREE_TRIES = 5;
const FIRST_MS = 30_000;
const CAP_MS = 15 * 60_000;
const LONG_FROM_TRY = 20;
const LONG_MS = 2 * 60 * 60_000;

export const unlocked = (of: string | null): PinLock => ({ of, wrong: 0, leftMs: 0 });

/** What the wrong try of this number brings. */
export function lockMs(wrong: number): number {
  if (wrong < FREE_TRIES) return 0;
  if (wrong >= LONG_FROM_TRY) return LONG_MS;
  return Math.min(FIRST_MS * 2 ** (wrong - FREE_TRIES), CAP_MS);
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
export const triesLeft = ({ wrong }: PinLock) => Math.max(1, FREE_TRIES - wrong);
