/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { Sign } from '../../kit/fields/signs.tsx';

export const CREATIVE_SIGNS: Record<Creative['state'], Sign> = {
  draft: { shape: 'draft', tone: 'neutral' },
  submitted: { shape: 'draft', tone: 'info' },
  in_review: { shape: 'degraded', tone: 'info' },
  approved: { shape: 'approved', tone: 'ok' },
  changes_requested: { shape: 'slow', tone: 'warn' },
  rejected: { shape: 'rejected', tone: 'danger' },
  archived: { shape: 'never', tone: 'neutral' },
};
