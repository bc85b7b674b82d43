/** Shape and colour of each state of a request, a legal text and a consent. */
import type { RequestState } from '../../../shared/contract/trust/compliance.ts';
import type { Consent } from '../../../shared/contract/trust/consent.ts';
import type { PolicyState } from '../../../shared/contract/trust/policy.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const REQUEST_BADGES: Record<RequestState, StateBadge> = {
  received: { shape: 'draft', tone: 'info' },
  in_progress: { shape: 'degraded', tone: 'warn' },
  completed: { shape: 'approved', tone: 'ok' },
  refused: { shape: 'rejected', tone: 'danger' },
  withdrawn: { shape: 'never', tone: 'neutral' },
};
export const POLICY_BADGES: Record<PolicyState, StateBadge> = {
  draft: { shape: 'draft', tone: 'info' },
  published: { shape: 'approved', tone: 'ok' },
  superseded: { shape: 'never', tone: 'neutral' },
};
export const CONSENT_BADGES: Record<Consent['choice'], StateBadge> = {
  given: { shape: 'approved', tone: 'ok' },
  withdrawn: { shape: 'never', tone: 'neutral' },
};
