/** Shape and colour of each state of a request. */
import type { RequestState } from '../../../shared/contract/trust/compliance.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const REQUEST_BADGES: Record<RequestState, StateBadge> = {
  received: { shape: 'draft', tone: 'info' },
  in_progress: { shape: 'degraded', tone: 'warn' },
  completed: { shape: 'approved', tone: 'ok' },
  refused: { shape: 'rejected', tone: 'danger' },
  withdrawn: { shape: 'never', tone: 'neutral' },
};
