/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Submission } from '../../../shared/contract/content/submission.ts';
import { AWAITED } from '../../../shared/contract/content/submissionState.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const SUBMISSION_BADGES: Record<Submission['state'], StateBadge> = {
  pending: { shape: 'draft', tone: 'info' },
  in_review: { shape: 'degraded', tone: 'info' },
  changes_requested: { shape: 'slow', tone: 'warn' },
  approved: { shape: 'approved', tone: 'ok' },
  rejected: { shape: 'rejected', tone: 'danger' },
  withdrawn: { shape: 'never', tone: 'neutral' },
};
export const PRIORITY_BADGES: Record<Submission['priority'], StateBadge> = {
  high: { shape: 'slow', tone: 'danger' },
  normal: { shape: 'never', tone: 'neutral' },
  low: { shape: 'never', tone: 'neutral' },
};
/** Whoever else looks at it is asked before it is taken from him. */
export const isReviewedByAnother = (
  { state, assigned_to }: Pick<Submission, 'state' | 'assigned_to'>,
  actor: { id: string },
) => state === 'in_review' && assigned_to !== null && assigned_to !== actor.id;
export const isOpen = ({ state }: Pick<Submission, 'state'>) => AWAITED.some(one => one === state);
