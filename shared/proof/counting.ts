/**
 * Which plays count (docs/proof.md): shown to their end and seen. By the server's own reckoning from the time on screen,
 * because a screen may claim any share.
 */
import type { PlayRecord } from '../contract/proof/play.ts';

/** Shares of the time that was to be shown, and of the time on stage during which it was visible. */
export const MIN_COMPLETION = 0.95;
export const MIN_VISIBLE_SHARE = 0.98;
/** ms; a picture this short of its time was still shown in full: a frame or two at either end. */
export const FULL_PLAY_SLACK_MS = 100;

export type CountedFields = Pick<
  PlayRecord,
  'result' | 'completion' | 'visible_share' | 'duration_ms' | 'expected_ms'
>;
/** What was cut short never counts, however late that was. `duration_ms` is the visible time. */
export function isCounted({
  result,
  completion,
  visible_share,
  duration_ms,
  expected_ms,
}: CountedFields): boolean {
  if (result !== 'completed' || duration_ms <= 0 || completion < MIN_COMPLETION) return false;
  const withSlack = duration_ms + FULL_PLAY_SLACK_MS;
  return (
    withSlack >= MIN_COMPLETION * expected_ms && withSlack * visible_share >= MIN_VISIBLE_SHARE * duration_ms
  );
}
