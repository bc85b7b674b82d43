/** Plays that count and plays that do not. */
import type { CountedFields } from '../../../shared/proof/counting.ts';

export const WHOLE_PLAY: CountedFields = {
  ...{ result: 'completed', completion: 1, visible_share: 1, duration_ms: 10_000, expected_ms: 10_000 },
};
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
];
