import { describe, expect, it } from 'vitest';
import { DEFAULT_COUNTING_RULE } from '../../../../shared/contract/proof/countingRule.ts';
import { judgePlay, type SpotPlay } from '../../../../server/programmatic/spots/judge.ts';

const SPOT = { play_from: 1_000, play_deadline: 9_000, report_deadline: 20_000, isReleased: false };
const PLAY: SpotPlay = {
  ...{ play_id: 'p', result: 'completed', completion: 1, visible_share: 1, duration_ms: 10_000 },
  ...{ expected_ms: 10_000, started_at: 5_000, received_at: 15_000 },
  ...DEFAULT_COUNTING_RULE,
};
const judge = (play: Partial<SpotPlay>, spot: Partial<typeof SPOT> = {}, policy = 'hold' as const) =>
  judgePlay({ ...SPOT, ...spot }, { ...PLAY, ...play }, policy);

describe('a play of a sold spot', () => {
  it('is billed when it came in time', () => {
    expect(judge({})).toEqual({ state: 'billable', reason: null, notice: { kind: 'burl' } });
  });
  it.each([
    [{ result: 'interrupted_by_alert' as const }, 'makegood', 'alert', 2],
    [{ result: 'interrupted' as const }, 'failed_playback', 'interrupted', 1],
    [{ completion: 0.9, duration_ms: 9_000 }, 'failed_playback', 'partial', 1],
    [{ completion: 0.96, duration_ms: 9_600, min_completion_pct: 98 }, 'failed_playback', 'partial', 1],
  ])('that did not count is lost: %o', (play, state, reason, loss_code) => {
    expect(judge(play)).toEqual({ state, reason, notice: { kind: 'lurl', loss_code } });
  });
  it.each([
    [{}, { isReleased: true }, 'released'],
    [{ started_at: -59_001 }, {}, 'outside_window'],
    [{ started_at: 69_001 }, {}, 'outside_window'],
    [{ received_at: 20_001 }, {}, 'late'],
  ])('waits for a person: %o %o', (play, spot, reason) => {
    expect(judge(play, spot)).toEqual({ state: 'held', reason, notice: null });
  });
  it.each([
    ['bill', 'billable', 'burl'],
    ['makegood', 'makegood', 'lurl'],
    ['drop', 'dropped', 'lurl'],
  ] as const)('that came late is %s: %s', (policy, state, kind) => {
    const judged = judgePlay(SPOT, { ...PLAY, received_at: 20_001 }, policy);
    expect([judged.state, judged.reason, judged.notice?.kind]).toEqual([state, 'late', kind]);
  });
});
