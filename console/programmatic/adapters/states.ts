/** How the state of a breaker is drawn and named: what was set by hand is told from what it does by itself. */
import type { Adapter } from '../../../shared/contract/programmatic/adapter.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

type Breaker = Pick<Adapter['breaker'], 'mode' | 'state'>;
function breakerWord({ mode, state }: Breaker) {
  if (mode === 'open') return 'forced_open';
  return mode === 'closed' ? 'forced_closed' : state;
}
type Judged = Pick<Adapter, 'last_call_at' | 'partner_state'> & {
  breaker: Breaker;
};
/** What was never called is neither well nor ill, and what is not asked now says nothing new. */
export function stateWord({ breaker: { mode, state }, last_call_at, partner_state }: Judged) {
  if (mode === 'open') return 'forced_open';
  if (last_call_at === null) return 'uncalled';
  return partner_state === 'active' ? breakerWord({ mode, state }) : 'not_asked';
}

const BADGES: Record<ReturnType<typeof stateWord>, StateBadge> = {
  closed: { shape: 'live', tone: 'ok' },
  half_open: { shape: 'degraded', tone: 'warn' },
  open: { shape: 'offline', tone: 'danger' },
  uncalled: { shape: 'never', tone: 'neutral' },
  not_asked: { shape: 'never', tone: 'neutral' },
  forced_open: { shape: 'offline', tone: 'danger' },
  forced_closed: { shape: 'slow', tone: 'info' },
};
export const badgeOf = (adapter: Judged) => BADGES[stateWord(adapter)];
/** Of a change of the breaker, whatever its partner did since. */
export const breakerBadgeOf = (breaker: Breaker) => BADGES[breakerWord(breaker)];
