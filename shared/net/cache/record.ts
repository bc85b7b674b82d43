/** Which queries may be persisted, and how long the record is valid. */
import type { Query, QueryKey, QueryState } from '@tanstack/react-query';
import { QUERY_CACHE } from '../../constants.ts';
import { isTransient } from '../apiError.ts';

export const QUERY_CACHE_RECORD = 'query-cache';

export interface PersistedQuery {
  queryKey: QueryKey;
  state: QueryState;
}
export interface CacheRecord {
  version: string;
  /** When it was written, ms since 1970. */
  timestamp: number;
  /** User, tenant and build it belongs to. */
  owner: string;
  data: PersistedQuery[];
}

export const cacheOwner = (user: string, tenant: string, build: string) => `${user} ${tenant} ${build}`;

/** Paths that contain one of these words are never persisted: personal data, credentials, payments. */
const PRIVATE_WORDS: readonly string[] = [
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

/** Only reads of our own API, identified by the first part of the query key. */
export function isPersistable([path]: QueryKey): boolean {
  if (typeof path !== 'string' || !path.startsWith('/api/')) return false;
  return !path.split(/[/_?-]/).some(word => PRIVATE_WORDS.includes(word));
}

/**
 * The last successful answer of a query. It stays usable after a network error, but not after a refusal.
 * A restored query keeps its age and is stale at once.
 */
export function dehydrate({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): PersistedQuery | null {
  const isUsable = state.status === 'success' || isTransient(state.error);
  if (state.data === undefined || !isUsable || !isPersistable(queryKey)) return null;
  const noError = { error: null, fetchFailureCount: 0, fetchFailureReason: null, fetchMeta: null } as const;
  return {
    queryKey,
    state: { ...state, ...noError, status: 'success', fetchStatus: 'idle', isInvalidated: true },
  };
}

export const isValidRecord = (
  record: CacheRecord | null,
  { owner, now }: { owner: string; now: number },
): record is CacheRecord =>
  record !== null &&
  record.version === QUERY_CACHE.version &&
  record.owner === owner &&
  Math.abs(now - record.timestamp) <= QUERY_CACHE.maxAgeMs;

/** Two equal fingerprints mean that nothing has to be written. */
export const fingerprint = (data: readonly PersistedQuery[]) =>
  JSON.stringify(data.map(({ queryKey, state }) => [queryKey, state.dataUpdatedAt]));
