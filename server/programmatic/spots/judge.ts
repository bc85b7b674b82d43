/** What becomes of a sold spot once its screen has told what it showed. Pure. */
import type { SpotState } from '../../../shared/contract/programmatic/bid.ts';
import type { Partner } from '../../../shared/contract/programmatic/partner.ts';
import { isCounted, type CountedFields } from '../../../shared/proof/counting.ts';

export interface SpotPlay extends CountedFields {
  play_id: string;
  /** ms, corrected. */
  started_at: number;
  received_at: number;
}
export interface Judgement {
  state: SpotState;
  /** Why it is not simply billed, in a word. */
  reason: string | null;
  notice: { kind: 'burl' } | { kind: 'lurl'; loss_code: number } | null;
}

/** OpenRTB loss codes. */
export const LOSS = { internal: 1, expired: 2 } as const;

const BILL: Judgement = { state: 'billable', reason: null, notice: { kind: 'burl' } };
const lost = (state: SpotState, reason: string, loss_code: number): Judgement => ({
  ...{ state, reason },
  notice: { kind: 'lurl', loss_code },
});

/** ms; a screen decides by its own clock, as it does under every lease. */
const CLOCK_MS = 60_000;

interface Spot {
  play_from: number;
  play_deadline: number;
  report_deadline: number;
  /** The partner has been told, or may have been, that it will not play. */
  isReleased: boolean;
}
export function judgePlay(spot: Spot, play: SpotPlay, late_policy: Partner['late_policy']): Judgement {
  if (play.result === 'interrupted_by_alert') return lost('makegood', 'alert', LOSS.expired);
  if (!isCounted(play))
    return lost('failed_playback', play.result === 'completed' ? 'partial' : play.result, LOSS.internal);
  if (spot.isReleased) return { state: 'held', reason: 'released', notice: null };
  if (play.started_at < spot.play_from - CLOCK_MS || play.started_at > spot.play_deadline + CLOCK_MS)
    return { state: 'held', reason: 'outside_window', notice: null };
  if (play.received_at <= spot.report_deadline) return BILL;
  switch (late_policy) {
    case 'bill':
      return { ...BILL, reason: 'late' };
    case 'hold':
      return { state: 'held', reason: 'late', notice: null };
    case 'makegood':
      return lost('makegood', 'late', LOSS.expired);
    case 'drop':
      return lost('dropped', 'late', LOSS.expired);
  }
}
