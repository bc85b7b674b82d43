/** Shape and colour of each state of earnings and payouts; their words stand in the texts of the resource. */
import type { Earning } from '../../../shared/contract/sales/earning.ts';
import type { Payout } from '../../../shared/contract/sales/payout.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const EARNING_BADGES: Record<Earning['state'], StateBadge> = {
  estimated: { shape: 'draft', tone: 'neutral' },
  calculated: { shape: 'degraded', tone: 'info' },
  approved: { shape: 'approved', tone: 'ok' },
  paid: { shape: 'approved', tone: 'neutral' },
  disputed: { shape: 'rejected', tone: 'warn' },
};
export const PAYOUT_BADGES: Record<Payout['state'], StateBadge> = {
  pending: { shape: 'draft', tone: 'neutral' },
  processing: { shape: 'degraded', tone: 'info' },
  paid: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  cancelled: { shape: 'rejected', tone: 'neutral' },
};
