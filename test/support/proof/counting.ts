/** Plays that count and plays that do not. */
import { DEFAULT_COUNTING_RULE } from '../../../shared/contract/proof/countingRule.ts';
import type { CountedFields } from '../../../shared/proof/counting.ts';

export const WHOLE_PLAY: CountedFields = {
  ...{ result: 'completed', completion: 1, visible_share: 1, duration_ms: 10_000, expected_ms: 10_000 },
  ...DEFAULT_COUNTING_RULE,
};
const MAX_MS = 2_147_483_647;
/** The rule of shared/proof/counting.ts and the one of the database answer alike. */
export const COUNTING_CASES: [what: string, fields: Partial<CountedFields>, counts: boolean][] = [
  ['shown to its end', {}, true],
  ['a frame short at either end', { duration_ms: 9_900, completion: 1, visible_share: 0.99 }, true],
  [
    'a picture of a second, a frame short',
    { duration_ms: 900, expected_ms: 1_000, visible_share: 0.9 },
    true,
  ],
  ['95 of 100', { duration_ms: 9_500, completion: 0.95 }, true],
  ['94 of 100', { duration_ms: 9_300, completion: 0.94 }, false],
  ['a share that its time does not bear out', { duration_ms: 1_000, completion: 1 }, false],
  ['nothing at all, called completed', { duration_ms: 0, completion: 0, visible_share: 0 }, false],
  ['nothing at all, called whole', { duration_ms: 0 }, false],
  ['hidden for half of its time on stage', { visible_share: 0.5 }, false],
  ['hidden for a thirtieth of it', { visible_share: 0.966 }, false],
  ['interrupted just before its end', { result: 'interrupted', completion: 0.99, duration_ms: 9_900 }, false],
  [
    'interrupted by an alert',
    { result: 'interrupted_by_alert', completion: 0.97, duration_ms: 9_700 },
    false,
  ],
  ['a part', { result: 'partial', completion: 0.96, duration_ms: 9_600 }, false],
  ['as long as the database holds', { duration_ms: MAX_MS, expected_ms: MAX_MS }, true],
  ['96 of 100 where 98 are asked', { duration_ms: 9_600, completion: 0.96, min_completion_pct: 98 }, false],
  ['96 of 100 where 96 are asked', { duration_ms: 9_600, completion: 0.96, min_completion_pct: 96 }, true],
  ['all of it where all is asked', { min_completion_pct: 100, min_visible_pct: 100 }, true],
  ['98 of 100 where all is asked', { duration_ms: 9_800, completion: 0.98, min_completion_pct: 100 }, false],
  ['half where half is asked', { duration_ms: 5_000, completion: 0.5, min_completion_pct: 50 }, true],
  ['less than half', { duration_ms: 4_800, completion: 0.48, min_completion_pct: 50 }, false],
  ['a part where half is asked', { result: 'partial', completion: 0.96, min_completion_pct: 50 }, false],
  ['hidden for half of its time, as may be', { visible_share: 0.5, min_visible_pct: 50 }, true],
  ['hidden for more than half of it', { visible_share: 0.49, min_visible_pct: 50 }, false],
  ['55 of 100 to the last bit', { duration_ms: 5_400, completion: 0.55, min_completion_pct: 55 }, true],
];
