/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Play } from '../../../shared/contract/proof/play.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const RESULT_BADGES: Record<Play['result'], StateBadge> = {
  completed: { shape: 'live', tone: 'ok' },
  partial: { shape: 'degraded', tone: 'warn' },
  interrupted: { shape: 'degraded', tone: 'warn' },
  interrupted_by_alert: { shape: 'slow', tone: 'info' },
  failed: { shape: 'rejected', tone: 'danger' },
  not_shown: { shape: 'never', tone: 'neutral' },
};
