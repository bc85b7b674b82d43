/** Shape and colour of each state of a deal; its word stands in the texts of the resource. */
import type { Deal } from '../../../shared/contract/programmatic/deal.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const DEAL_BADGES: Record<Deal['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  proposed: { shape: 'slow', tone: 'info' },
  accepted: { shape: 'approved', tone: 'info' },
  rejected: { shape: 'rejected', tone: 'danger' },
  active: { shape: 'live', tone: 'ok' },
  paused: { shape: 'slow', tone: 'warn' },
  completed: { shape: 'approved', tone: 'neutral' },
  cancelled: { shape: 'offline', tone: 'neutral' },
  expired: { shape: 'never', tone: 'neutral' },
};
