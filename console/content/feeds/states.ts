/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { FeedState } from '../../../shared/contract/content/feed.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const FEED_BADGES: Record<FeedState, StateBadge> = {
  ok: { shape: 'live', tone: 'ok' },
  stale: { shape: 'slow', tone: 'warn' },
  failing: { shape: 'rejected', tone: 'danger' },
  paused: { shape: 'never', tone: 'neutral' },
};
