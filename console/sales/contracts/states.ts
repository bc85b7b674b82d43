/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Contract } from '../../../shared/contract/sales/contract.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const CONTRACT_BADGES: Record<Contract['state'] | 'upcoming', StateBadge> = {
  upcoming: { shape: 'approved', tone: 'info' },
  draft: { shape: 'draft', tone: 'neutral' },
  sent: { shape: 'degraded', tone: 'info' },
  partially_signed: { shape: 'degraded', tone: 'warn' },
  active: { shape: 'approved', tone: 'ok' },
  expired: { shape: 'never', tone: 'neutral' },
  terminated: { shape: 'rejected', tone: 'neutral' },
  renewed: { shape: 'approved', tone: 'neutral' },
  declined: { shape: 'rejected', tone: 'danger' },
  withdrawn: { shape: 'rejected', tone: 'neutral' },
};

/** What a contract is called in a sentence. */
export const contractLabel = ({ number, title }: Pick<Contract, 'number' | 'title'>) =>
  number === null ? title : `${number} ${title}`;
/** It waits for this person's signature. */
export const isTurnOf = ({ state, parties, signed }: Contract, user_id: string): boolean =>
  (state === 'sent' || state === 'partially_signed') && parties[signed]?.user_id === user_id;
/** All of the customer have signed. */
export const waitsForTenant = ({ state, parties, signed }: Contract): boolean =>
  state === 'partially_signed' && signed >= parties.length;
/** Signed by all, and its first day is still to come. */
export const stateOn = ({ state, starts }: Contract, today: string): string =>
  state === 'active' && starts > today ? 'upcoming' : state;
