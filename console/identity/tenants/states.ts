/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const TENANT_BADGES: Record<Tenant['status'], StateBadge> = {
  pending: { shape: 'draft', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  suspended: { shape: 'slow', tone: 'warn' },
  archived: { shape: 'never', tone: 'neutral' },
};
