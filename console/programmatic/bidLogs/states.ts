/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Auction } from '../../../shared/contract/programmatic/auction.ts';
import type { Bid, SpotState } from '../../../shared/contract/programmatic/bid.ts';
import type { Notice } from '../../../shared/contract/programmatic/notice.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

const OK: StateBadge = { shape: 'approved', tone: 'ok' };
const GOING: StateBadge = { shape: 'slow', tone: 'info' };
const WARN: StateBadge = { shape: 'degraded', tone: 'warn' };
const BAD: StateBadge = { shape: 'rejected', tone: 'danger' };
const NONE: StateBadge = { shape: 'never', tone: 'neutral' };

export const AUCTION_BADGES: Record<Auction['status'], StateBadge> = {
  won: OK,
  no_fill: NONE,
  error: BAD,
  test: GOING,
};
export const BID_BADGES: Record<Bid['outcome'], StateBadge> = {
  won: OK,
  lost: NONE,
  test: GOING,
  rejected: WARN,
  nobid: NONE,
  timeout: WARN,
  error: BAD,
};
export const SPOT_BADGES: Record<SpotState, StateBadge> = {
  ...{ granted: GOING, delivered: GOING, ready: GOING, playing: GOING, played: GOING, reported: GOING },
  ...{ billable: GOING, billed: OK, expired_unplayed: WARN, released: NONE, revoked: BAD },
  ...{ failed_playback: BAD, makegood: WARN, late: WARN, held: WARN, dropped: NONE, duplicate: NONE },
  disputed: BAD,
};
export const NOTICE_BADGES: Record<Notice['state'], StateBadge> = {
  pending: GOING,
  sent: GOING,
  ok: OK,
  retrying: WARN,
  failed: BAD,
  cancelled: NONE,
};
