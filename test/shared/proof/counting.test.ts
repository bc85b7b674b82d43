import { describe, expect, it } from 'vitest';
import { DEFAULT_COUNTING_RULE } from '../../../shared/contract/proof/countingRule.ts';
import { isCounted } from '../../../shared/proof/counting.ts';
import { bodyOf } from '../../../player/ledger/record.ts';
import { COUNTING_CASES, WHOLE_PLAY } from '../../support/proof/counting.ts';
import type { PlayDraft } from '../../../shared/device/storage.ts';

describe('a play counts', () => {
  it.each(COUNTING_CASES)('%s: %o', (_what, fields, counts) => {
    expect(isCounted({ ...WHOLE_PLAY, ...fields })).toBe(counts);
  });

  it.each([1_000, 3_000, 8_000, 10_000, 60_000, 3_600_000])(
    'as the player writes it where all of %i ms was seen',
    expected_ms => {
      const draft = { started_mono_ms: 500, expected_ms } as PlayDraft;
      const frames = { rendered: 1, dropped: 0 };
      for (const visible_ms of [expected_ms - 100, expected_ms, expected_ms + 40]) {
        const at = 500 + Math.max(expected_ms, visible_ms);
        const body = bodyOf(draft, { ending: 'completed', at, seen: { mono: at, visible_ms, frames } });
        expect([body.result, isCounted({ ...body, ...DEFAULT_COUNTING_RULE })]).toEqual(['completed', true]);
      }
    },
  );
});
