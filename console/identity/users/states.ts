/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const USER_BADGES: Record<User['status'], StateBadge> = {
  pending_approval: { shape: 'draft', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  rejected: { shape: 'rejected', tone: 'danger' },
  suspended: { shape: 'slow', tone: 'warn' },
  deactivated: { shape: 'never', tone: 'neutral' },
};
