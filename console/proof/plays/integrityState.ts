/** What a day of a ledger is drawn as: the worst that is known of it. Pure. */
import type { IntegrityDay } from '../../../shared/contract/proof/integrity.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export type IntegrityState = 'none' | 'whole' | 'doubt' | 'gap' | 'fork';

export function stateOfDay({ records, missing, forks, quarantined }: IntegrityDay): IntegrityState {
  if (forks.length > 0) return 'fork';
  if (missing.length > 0) return 'gap';
  if (records === 0) return 'none';
  return quarantined > 0 ? 'doubt' : 'whole';
}

export const INTEGRITY_BADGES: Record<IntegrityState, StateBadge> = {
  none: { shape: 'never', tone: 'neutral' },
  whole: { shape: 'live', tone: 'ok' },
  doubt: { shape: 'slow', tone: 'info' },
  gap: { shape: 'degraded', tone: 'warn' },
  fork: { shape: 'rejected', tone: 'danger' },
};

/** `812–816`, or one number. */
export const rangeText = ({ first_seq, last_seq }: { first_seq: number; last_seq: number }) =>
  first_seq === last_seq ? `${first_seq}` : `${first_seq}–${last_seq}`;
