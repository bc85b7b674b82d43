/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import type { Sign } from '../../kit/fields/signs.tsx';

export const TENANT_SIGNS: Record<Tenant['status'], Sign> = {
  pending: { shape: 'draft', tone: 'info' },
  active: { shape: 'approved', tone: 'ok' },
  suspended: { shape: 'slow', tone: 'warn' },
  archived: { shape: 'never', tone: 'neutral' },
};
