/** Shape and colour of each state of an import. */
import type { MigrationState } from '../../../shared/contract/trust/migration.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const MIGRATION_BADGES: Record<MigrationState, StateBadge> = {
  uploaded: { shape: 'draft', tone: 'info' },
  mapped: { shape: 'draft', tone: 'info' },
  checking: { shape: 'degraded', tone: 'info' },
  validated: { shape: 'approved', tone: 'info' },
  running: { shape: 'degraded', tone: 'info' },
  completed: { shape: 'approved', tone: 'ok' },
  partial: { shape: 'degraded', tone: 'warn' },
  failed: { shape: 'rejected', tone: 'danger' },
  cancelled: { shape: 'never', tone: 'neutral' },
  rolling_back: { shape: 'degraded', tone: 'warn' },
  rolled_back: { shape: 'never', tone: 'neutral' },
};
