/** How the state of a breaker is drawn and named: what was set by hand is told from what it does by itself. */
import type { Adapter } from '../../../shared/contract/programmatic/adapter.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

type Breaker = Pick<Adapter['breaker'], 'mode' | 'state'>;
export function stateWord({ mode, state }: Breaker) {
  if (mode === 'open') return 'forced_open';
  return mode === 'closed' ? 'forced_closed' : state;
}

const BADGES: Record<ReturnType<typeof stateWord>, StateBadge> = {
  closed: { shape: 'live', tone: 'ok' },
  half_open: { shape: 'degraded', tone: 'warn' },
  open: { shape: 'offline', tone: 'danger' },
  forced_open: { shape: 'offline', tone: 'danger' },
  forced_closed: { shape: 'slow', tone: 'info' },
};
export const badgeOf = (breaker: Breaker) => BADGES[stateWord(breaker)];
