/** What needs much memory waits its turn: two uploads are checked at a time, and of huge frames one file at all. */
import { crowded, openTurns } from '../../../transaction/turns.ts';

const MAX_WAITING = 500;
const AT_ONCE = 2;
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

const tooMany = crowded('Too many files are checked at once.', 'UNAVAILABLE');
const lanes = openTurns({ atOnce: AT_ONCE, waiting: MAX_WAITING }, tooMany);
const huge = openTurns({ atOnce: 1, waiting: MAX_WAITING }, tooMany);

/** Videos wait for videos and pictures for pictures, so that a photograph is taken while a film is checked. */
export const inLane = <T>(
  lane: 'check' | 'convert' | 'picture',
  frames: Size | null,
  act: () => Promise<T>,
) => (frames && isHuge(frames) ? huge.run('', act) : lanes.run(lane, act));
