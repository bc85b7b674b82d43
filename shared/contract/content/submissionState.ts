/** The states of a submission, apart from its row, so that what only names them brings no more. */
import type { Transitions } from '../wire/entity.ts';

export const SUBMISSION_STATES = [
  'pending',
  'in_review',
  'changes_requested',
  'approved',
  'rejected',
  'withdrawn',
] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];
/** OPEN-LIFE-05. */
export const SUBMISSION_TRANSITIONS: Transitions<SubmissionState> = {
  pending: ['in_review', 'withdrawn'],
  in_review: ['approved', 'changes_requested', 'rejected'],
  changes_requested: ['pending'],
  approved: [],
  rejected: [],
  withdrawn: [],
};
/** Somebody may still do something with it. */
export const OPEN_SUBMISSIONS = SUBMISSION_STATES.filter(state => SUBMISSION_TRANSITIONS[state].length > 0);
/** A decision is still awaited. */
export const AWAITED = ['pending', 'in_review'] as const satisfies readonly SubmissionState[];
