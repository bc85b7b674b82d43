/** How often a call is tried, and when again. Pure; attempts count the first. */
import { RETRY } from '../constants.ts';

export type LinkStatus = 'online' | 'offline' | 'degraded' | 'slow';
/** once: sign-in and the look-up of who is signed in; query: what is cached; call: all else. */
export type Kind = 'once' | 'query' | 'call';

export interface Plan {
  attempts: number;
  baseMs: number;
}
const ONCE: Plan = { attempts: 1, baseMs: 0 };
/** All that one act of a person may send; the replay of a 401 counts, the refresh does not. */
export const ACTION_BUDGET = 5;

const isPoor = (status: LinkStatus) => status === 'slow' || status === 'degraded';

export function planOf(kind: Kind, status: LinkStatus): Plan {
  if (kind === 'once') return ONCE;
  if (kind === 'query') return isPoor(status) ? RETRY.querySlow : RETRY.query;
  if (status === 'degraded') return RETRY.callDegraded;
  return status === 'slow' ? RETRY.callSlow : RETRY.call;
}

/** Before attempt `n + 1`; `chance` from 0 up to 1. */
export const waitAfter = (n: number, { baseMs }: Plan, chance: number) =>
  Math.min(baseMs * 2 ** (n - 1) + chance * RETRY.jitterMs, RETRY.capMs);
