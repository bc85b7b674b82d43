/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const CREATIVE_BADGES: Record<Creative['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  submitted: { shape: 'draft', tone: 'info' },
  in_review: { shape: 'degraded', tone: 'info' },
  approved: { shape: 'approved', tone: 'ok' },
  changes_requested: { shape: 'slow', tone: 'warn' },
  rejected: { shape: 'rejected', tone: 'danger' },
  archived: { shape: 'never', tone: 'neutral' },
};
