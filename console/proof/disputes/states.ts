/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Dispute } from '../../../shared/contract/sales/dispute.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const DISPUTE_BADGES: Record<Dispute['state'], StateBadge> = {
  open: { shape: 'draft', tone: 'info' },
  evidence_requested: { shape: 'degraded', tone: 'warn' },
  under_review: { shape: 'slow', tone: 'warn' },
  accepted: { shape: 'approved', tone: 'ok' },
  partly: { shape: 'approved', tone: 'ok' },
  rejected: { shape: 'rejected', tone: 'danger' },
  credited: { shape: 'approved', tone: 'ok' },
  closed: { shape: 'never', tone: 'neutral' },
};
