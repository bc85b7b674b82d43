/** Shapes and colours of mappings; their words stand in the texts of each resource. */
import type { CreativeMapping } from '../../../shared/contract/programmatic/creativeMapping.ts';
import type { MappingState } from '../../../shared/contract/programmatic/inventoryMapping.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const MAPPING_BADGES: Record<MappingState, StateBadge> = {
  unmapped: { shape: 'never', tone: 'warn' },
  pending: { shape: 'slow', tone: 'info' },
  mapped: { shape: 'approved', tone: 'ok' },
  conflict: { shape: 'rejected', tone: 'danger' },
  disabled: { shape: 'offline', tone: 'neutral' },
};
export const AUDIT_BADGES: Record<CreativeMapping['state'], StateBadge> = {
  pending: { shape: 'slow', tone: 'info' },
  pre_approved: { shape: 'degraded', tone: 'ok' },
  approved: { shape: 'approved', tone: 'ok' },
  denied: { shape: 'rejected', tone: 'danger' },
  changed: { shape: 'slow', tone: 'warn' },
  expired: { shape: 'never', tone: 'neutral' },
};
