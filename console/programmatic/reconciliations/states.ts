/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { ReconciledLine, Reconciliation } from '../../../shared/contract/reports/reconciliation.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const RECONCILIATION_BADGES: Record<Reconciliation['state'], StateBadge> = {
  open: { shape: 'degraded', tone: 'warn' },
  matched: { shape: 'approved', tone: 'ok' },
  explained: { shape: 'approved', tone: 'info' },
  disputed: { shape: 'rejected', tone: 'danger' },
};
export const LINE_BADGES: Record<ReconciledLine['state'], StateBadge> = {
  matched: RECONCILIATION_BADGES.matched,
  explained: RECONCILIATION_BADGES.explained,
  open: RECONCILIATION_BADGES.open,
};
