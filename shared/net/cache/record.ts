/** What of the query cache may lie on a disk, and for how long it is worth anything. */
import type { Query, QueryKey, QueryState } from '@tanstack/react-query';
import { QUERY_CACHE } from '../../constants.ts';
import { isTransient } from '../apiError.ts';

export const QUERY_CACHE_RECORD = 'query-cache';

export interface KeptQuery {
  queryKey: QueryKey;
  state: QueryState;
}
export interface CacheRecord {
  version: string;
  /** When it was written, ms since 1970. */
  timestamp: number;
  /** User, tenant and build it belongs to. */
  owner: string;
  data: KeptQuery[];
}

export const ownerOf = (user: string, tenant: string, build: string) => `${user} ${tenant} ${build}`;

/** A path with one of these words in it is never written: who people are, how they get in, what they pay. */
const NEVER: readonly string[] = [
  'auth',
  'user',
  'users',
  'session',
  'sessions',
  'invitations',
  'registrations',
  'key',
  'keys',
  'audit',
  'billing',
  'invoices',
  'payments',
];

/** Reads of our own API alone, by the first part of their key. */
export function mayLie([path]: QueryKey): boolean {
  if (typeof path !== 'string' || !path.startsWith('/api/')) return false;
  return !path.split(/[/_?-]/).some(word => NEVER.includes(word));
}

/**
 * The last answer that came: a link that broke afterwards makes it no worse, a refusal does.
 * Restored, it has its own age and counts as stale at once.
 */
export function keptOf({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): KeptQuery | null {
  const isGood = state.status === 'success' || isTransient(state.error);
  if (state.data === undefined || !isGood || !mayLie(queryKey)) return null;
  const calm = { error: null, fetchFailureCount: 0, fetchFailureReason: null, fetchMeta: null } as const;
  return {
    queryKey,
    state: { ...state, ...calm, status: 'success', fetchStatus: 'idle', isInvalidated: true },
  };
}

export const isWorth = (
  record: CacheRecord | null,
  { owner, now }: { owner: string; now: number },
): record is CacheRecord =>
  record !== null &&
  record.version === QUERY_CACHE.version &&
  record.owner === owner &&
  Math.abs(now - record.timestamp) <= QUERY_CACHE.maxAgeMs;

/** Same text, same answers: nothing to write. */
export const mark = (data: readonly KeptQuery[]) =>
  JSON.stringify(data.map(({ queryKey, state }) => [queryKey, state.dataUpdatedAt]));
