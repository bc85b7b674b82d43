/** What needs much memory waits its turn: one upload is checked at a time, and of huge frames one file at all. */
import { crowded, openTurns } from '../../../transaction/turns.ts';

const MAX_WAITING = 500;
/** Frames above that size fill a gigabyte. */
const HUGE_PX = 4_096 * 2_304;
const THREADS = 2;

interface Size {
  w: number;
  h: number;
}
const isHuge = ({ w, h }: Size) => w * h > HUGE_PX;
/** Each further thread of a decoder holds frames of its own. */
export const threads = (size: Size) => ['-threads', String(isHuge(size) ? 1 : THREADS)];

const turns = openTurns(
  { atOnce: 1, waiting: MAX_WAITING },
  crowded('Too many files are checked at once.', 'UNAVAILABLE'),
);
export const inLane = <T>(lane: 'decode' | 'convert', size: Size, act: () => Promise<T>): Promise<T> =>
  turns.run(isHuge(size) ? 'huge' : lane, act);
