/** Spares a partner that fails, and us: a share of the requests to it is left out, never all of them. Pure. */
import type {
  AdapterEvent,
  BreakerMode,
  BreakerState,
} from '../../../shared/contract/programmatic/adapter.ts';
import type { CallOutcome } from '../../../shared/contract/programmatic/bid.ts';

/** Calls over which health is averaged. */
const WINDOW = 1_000;
/** Nothing is left out below this. */
const SPARED_FROM = 0.2;
/** At its worst one call in ten still goes out, so that a partner that is well again is noticed. */
export const MOST_DROPPED = 0.9;

/** 0 healthy to 1 not. */
export const nextUnhealth = (unhealth: number, hasFailed: boolean) =>
  unhealth + ((hasFailed ? 1 : 0) - unhealth) / WINDOW;

/** What counts against a partner. No bid is a healthy answer. */
export const hasFailed = (outcome: CallOutcome) => outcome === 'timeout' || outcome === 'error';

export const dropOf = (mode: BreakerMode, unhealth: number): number => {
  switch (mode) {
    case 'open':
      return 1;
    case 'closed':
      return 0;
    case 'auto':
      return Math.max(0, Math.min(1, (unhealth - SPARED_FROM) / (1 - SPARED_FROM))) * MOST_DROPPED;
  }
};

/** Half of what can ever be left out, and the breaker counts as open. */
const OPEN_FROM = MOST_DROPPED / 2;
export function stateOf(mode: BreakerMode, unhealth: number): BreakerState {
  const drop = dropOf(mode, unhealth);
  if (drop >= OPEN_FROM) return 'open';
  return drop > 0 ? 'half_open' : 'closed';
}

const BY_ITSELF: Record<BreakerState, AdapterEvent['kind']> = {
  open: 'opened',
  half_open: 'half_opened',
  closed: 'closed',
};
const BY_HAND: Record<BreakerMode, AdapterEvent['kind']> = {
  open: 'forced_open',
  closed: 'forced_closed',
  auto: 'auto',
};
interface Breaker {
  mode: BreakerMode;
  state: BreakerState;
}
/** What is worth noting; null: nothing has changed. */
export function eventOf(before: Breaker, after: Breaker): AdapterEvent['kind'] | null {
  if (before.mode !== after.mode) return BY_HAND[after.mode];
  return before.state === after.state ? null : BY_ITSELF[after.state];
}

/** `chance` from 0 to 1. */
export const isDropped = (mode: BreakerMode, unhealth: number, chance: number) =>
  chance < dropOf(mode, unhealth);
