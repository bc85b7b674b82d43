/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { Invitation } from '../../../shared/contract/identity/invitation.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const INVITATION_BADGES: Record<Invitation['state'], StateBadge> = {
  sent: { shape: 'draft', tone: 'info' },
  accepted: { shape: 'approved', tone: 'ok' },
  expired: { shape: 'never', tone: 'neutral' },
  revoked: { shape: 'rejected', tone: 'danger' },
};

export const USER_BADGES: Record<User['status'], StateBadge> = {
  pending_approval: { shape: 'draft', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  rejected: { shape: 'rejected', tone: 'danger' },
  suspended: { shape: 'slow', tone: 'warn' },
  deactivated: { shape: 'never', tone: 'neutral' },
};
