/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { ContentState } from '../../../shared/contract/content/contentItem.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const CONTENT_BADGES: Record<ContentState, StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  in_review: { shape: 'degraded', tone: 'info' },
  scheduled: { shape: 'draft', tone: 'info' },
  live: { shape: 'live', tone: 'ok' },
  paused: { shape: 'slow', tone: 'warn' },
  expired: { shape: 'never', tone: 'neutral' },
  rejected: { shape: 'rejected', tone: 'danger' },
  archived: { shape: 'never', tone: 'neutral' },
};
