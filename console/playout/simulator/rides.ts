/** Who is in the car over a day, as a person says it. Pure. */
import { minutesOf } from '../../../shared/contract/playout/mix.ts';
import type { RideState } from '../../../shared/contract/playout/schedule.ts';
import { localAt } from '../../../shared/playout/rights.ts';

export interface RideSpan {
  /** HH:MM by the clock on the wall; an end at or before the start is the end of the day. */
  from: string;
  to: string;
  ride: RideState;
}
const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

/** Nobody says anything of that time: undefined. Of several that hold, the last one counts. */
export function rideAt(spans: readonly RideSpan[], at: number, tz: string): RideSpan | undefined {
  const minute = Math.floor(localAt(at, tz) / MINUTE_MS) % DAY_MIN;
  return [...spans].reverse().find(({ from, to }) => {
    const [start, end] = [minutesOf(from), minutesOf(to)];
    return start <= minute && (end <= start || minute < end);
  });
}
