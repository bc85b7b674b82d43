/** Shape and colour of each state of a partner; its word stands in the texts of the resource. */
import type { Partner } from '../../../shared/contract/programmatic/partner.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const PARTNER_BADGES: Record<Partner['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  testing: { shape: 'slow', tone: 'info' },
  active: { shape: 'live', tone: 'ok' },
  paused: { shape: 'slow', tone: 'warn' },
  suspended: { shape: 'rejected', tone: 'danger' },
  archived: { shape: 'never', tone: 'neutral' },
};
