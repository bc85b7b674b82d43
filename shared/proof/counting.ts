/**
 * Which plays count (docs/proof.md): shown to their end and seen. By the server's own reckoning from the time on screen,
 * because a screen may claim any share, and by the rule that was in force when the play was received.
 */
import type { CountingRule } from '../contract/proof/countingRule.ts';
import type { PlayRecord } from '../contract/proof/play.ts';

/** ms; a picture this short of its time was still shown in full: a frame or two at either end. */
export const FULL_PLAY_SLACK_MS = 100;

export type CountedFields = Pick<
  PlayRecord,
  'result' | 'completion' | 'visible_share' | 'duration_ms' | 'expected_ms'
> &
  CountingRule;
/** What was cut short never counts, however late that was. `duration_ms` is the visible time. */
export function isCounted({
  result,
  completion,
  visible_share,
  duration_ms,
  expected_ms,
  min_completion_pct,
  min_visible_pct,
}: CountedFields): boolean {
  if (result !== 'completed' || duration_ms <= 0 || completion < min_completion_pct / 100) return false;
  const withSlack = duration_ms + FULL_PLAY_SLACK_MS;
  return (
    withSlack >= (min_completion_pct * expected_ms) / 100 &&
    withSlack * visible_share >= (min_visible_pct * duration_ms) / 100
  );
}
