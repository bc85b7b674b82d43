/** The policies of queue and outbox, and the decision after each attempt. Pure. */
import { QUEUE } from '../constants.ts';
import type { Draft, Entry, FailedEntry, FailureReason, ServerMessage } from './entry.ts';

export interface Policy {
  table: 'queue' | 'outbox';
  /** Maximum number of entries; null: unlimited. */
  capacity: number | null;
  /** Null: retried until it is done. */
  maxRetries: number | null;
  backoffCapMs: number;
  /** Older entries are parked, because the server has forgotten their keys; null: none is too old. */
  maxAgeMs: number | null;
}
/** The server remembers idempotency keys this long; an older write could be done twice. */
export const KEY_KEPT_MS = 30 * 86_400_000;
/** The queue may drop its oldest entries, and reports them as failed. */
export const QUEUE_POLICY: Policy = {
  table: 'queue',
  capacity: QUEUE.capacity,
  maxRetries: QUEUE.retries,
  backoffCapMs: QUEUE.backoffCapMs,
  maxAgeMs: KEY_KEPT_MS,
};
/** The outbox loses nothing (promise Q3) and gives nothing up: what may not be done twice names an age of its own. */
export const OUTBOX_POLICY: Policy = {
  table: 'outbox',
  capacity: null,
  maxRetries: null,
  backoffCapMs: 5 * 60_000,
  maxAgeMs: null,
};

/** Retry-After is obeyed up to this. */
export const MAX_PAUSE_MS = 60 * 60_000;
/** Adds the drafts one after the other; a full table first prunes its oldest entries. */
export function admit<P extends Draft>(present: readonly P[], drafts: readonly Draft[], policy: Policy) {
  const stored: (P | Draft)[] = [...present];
  const pruned: (P | Draft)[] = [];
  for (const draft of drafts) {
    if (policy.capacity !== null && stored.length >= policy.capacity)
      pruned.push(...stored.splice(0, QUEUE.prunedWhenFull));
    stored.push(draft);
  }
  return { pruned, kept: drafts.filter(draft => !pruned.includes(draft)) };
}

/** The entries to prune when the disk is full: the older half, rounded up. */
export const olderHalf = <P>(present: readonly P[]): P[] => present.slice(0, Math.ceil(present.length / 2));

/** Before retry `n` = 1, 2, …: 1 s, 2 s, 4 s …, ms. */
export const backoff = (n: number, capMs: number = QUEUE.backoffCapMs) =>
  Math.min(QUEUE.backoffBaseMs * QUEUE.backoffFactor ** (n - 1), capMs);

/** The result of sending an entry. */
export type Outcome =
  /** `version`: the new version of the record, if the answer contains one. */
  | { at: 'done'; version?: number }
  /** Refused by our server for good; `conflict`: the record has a newer version. */
  | { at: 'refused'; said: ServerMessage; conflict: boolean }
  /** Answered, and retryable; `retryAfterMs` from the Retry-After header. */
  | { at: 'tried'; said: ServerMessage; retryAfterMs: number | null }
  | { at: 'timeout' }
  /** Our server did not answer. */
  | { at: 'unreachable' }
  | { at: 'signed_out' };

export type Change =
  | { seq: number; to: 'done'; version?: number }
  | { seq: number; to: 'again'; retryCount: number }
  | { seq: number; to: 'failed'; reason: FailureReason; said: ServerMessage }
  | { seq: number; to: 'parked'; reason: FailureReason };
export interface Decision {
  /** Null: the attempt does not count. */
  change: Change | null;
  /** Wait before this entry is sent again. */
  waitMs?: number;
  /** Pause of the whole lane. */
  pauseMs?: number;
}

function fail(seq: number, policy: Policy, reason: FailureReason, said: ServerMessage): Decision {
  return policy.maxRetries === null
    ? { change: { seq, to: 'parked', reason: 'poison' } }
    : { change: { seq, to: 'failed', reason, said } };
}

/** The caller resolves timeouts to `tried` or `unreachable` first, because it knows whether the server is reachable. */
export function decide(
  entry: Pick<Entry, 'seq' | 'retryCount' | 'maxRetries'>,
  outcome: Exclude<Outcome, { at: 'timeout' }>,
  policy: Policy,
): Decision {
  const { seq, retryCount } = entry;
  switch (outcome.at) {
    case 'done':
      return {
        change: { seq, to: 'done', ...(outcome.version === undefined ? {} : { version: outcome.version }) },
      };
    case 'unreachable':
      return { change: null };
    case 'signed_out':
      return { change: { seq, to: 'parked', reason: 'signed_out' } };
    case 'refused':
      return fail(seq, policy, outcome.conflict ? 'conflict' : 'refused', outcome.said);
    case 'tried': {
      const pauseMs =
        outcome.retryAfterMs === null ? {} : { pauseMs: Math.min(outcome.retryAfterMs, MAX_PAUSE_MS) };
      if (policy.maxRetries !== null && retryCount >= entry.maxRetries)
        return { ...fail(seq, policy, 'exhausted', outcome.said), ...pauseMs };
      return {
        change: { seq, to: 'again', retryCount: retryCount + 1 },
        waitMs: backoff(retryCount + 1, policy.backoffCapMs),
        ...pauseMs,
      };
    }
  }
}

export const isTooOld = (
  { timestamp, maxAgeMs }: Pick<Entry, 'timestamp' | 'maxAgeMs'>,
  now: number,
  policy: Policy,
) => now - timestamp > (maxAgeMs ?? policy.maxAgeMs ?? Infinity);

/** The row for the list of failed entries. */
export function failedOf(
  entry: Draft,
  reason: FailureReason,
  said: ServerMessage,
  failedAt: number,
): Omit<FailedEntry, 'no'> {
  const {
    seq: _seq,
    state: _state,
    reason: _reason,
    ...draft
  } = entry as Draft & Partial<Pick<Entry, 'seq' | 'state' | 'reason'>>;
  return { ...draft, failedAt, reason, said };
}
