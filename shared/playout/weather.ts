/** Whether a reading of the weather still counts. Pure. */
import type { WeatherReading } from '../contract/playout/schedule.ts';

const MINUTE_MS = 60_000;

/** Unknown once it is older than its limit; one from the future was made by another clock and counts as new. */
export const isFresh = ({ at, stale_min }: Pick<WeatherReading, 'at' | 'stale_min'>, now: number): boolean =>
  now - Date.parse(at) <= stale_min * MINUTE_MS;
