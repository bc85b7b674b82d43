/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { ListingState } from '../../../shared/contract/sales/listing.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const LISTING_BADGES: Record<ListingState, StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  published: { shape: 'live', tone: 'ok' },
  paused: { shape: 'slow', tone: 'warn' },
  archived: { shape: 'never', tone: 'neutral' },
};
