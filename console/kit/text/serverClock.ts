/** The time of the server, read off the `Date` of its answers: the clock of this computer may be minutes wrong. */
import { systemClock } from '../../../shared/clock.ts';

/** `Date` counts whole seconds, and the answer was under way; below this both clocks are right. */
const EXACT_MS = 3_000;
let aheadMs = 0;

export function learnServerTime(answer: Response): void {
  const ahead = Date.parse(answer.headers.get('date') ?? '') - systemClock.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < EXACT_MS ? 0 : ahead;
}
/** What the server's clock shows when the clock of this computer shows `now`; ms. */
export const serverTime = (now: number): number => now + aheadMs;
