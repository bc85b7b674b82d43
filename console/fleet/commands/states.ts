/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { CommandState } from '../../../shared/contract/fleet/command.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const COMMAND_BADGES: Record<CommandState, StateBadge> = {
  queued: { shape: 'draft', tone: 'neutral' },
  delivered: { shape: 'draft', tone: 'info' },
  accepted: { shape: 'degraded', tone: 'info' },
  done: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  expired: { shape: 'slow', tone: 'warn' },
  cancelled: { shape: 'never', tone: 'neutral' },
};
