/** Persists the query cache: one record, read at the start and written every 10 s if something changed. */
import type { QueryClient } from '@tanstack/react-query';
import { every, type Clock } from '../../clock.ts';
import { QUERY_CACHE } from '../../constants.ts';
import type { SessionStore } from '../sessionStore.ts';
import {
  isValidRecord,
  dehydrate,
  fingerprint,
  QUERY_CACHE_RECORD,
  type CacheRecord,
  type PersistedQuery,
} from './record.ts';

export interface PersistPorts {
  queries: QueryClient;
  sessionStore: SessionStore;
  clock: Clock;
  /** From `cacheOwner`: user, tenant and build. */
  owner: string;
  warn: (message: string, error: unknown) => void;
}

/** Data already in memory is newer and stays. A query that is still loading shows the stored answer meanwhile. */
function hydrate(queries: QueryClient, { queryKey, state }: PersistedQuery) {
  const query = queries.getQueryCache().build(queries, { queryKey }, state);
  if (query.state.data !== undefined) return;
  // Not by `setData`: that counts as an answer since the page began, which an editor waits for. And invalidated, because
  // a view that is rendered but not subscribed yet would treat the data as fresh and never refetch.
  const { data, dataUpdatedAt } = state;
  query.setState({ data, dataUpdatedAt, status: 'success', isInvalidated: true });
}

export function persistQueries({ queries, sessionStore, clock, owner, warn }: PersistPorts) {
  const dehydratedQueries = () =>
    queries
      .getQueryCache()
      .getAll()
      .flatMap(query => dehydrate(query) ?? []);
  let written = fingerprint([]);

  async function restore() {
    const record = (await sessionStore.get(QUERY_CACHE_RECORD)) as CacheRecord | null;
    if (!isValidRecord(record, { owner, now: clock.now() })) {
      if (record !== null) await sessionStore.remove(QUERY_CACHE_RECORD);
      return;
    }
    for (const kept of record.data) hydrate(queries, kept);
    written = fingerprint(record.data);
  }

  async function write() {
    const data = dehydratedQueries();
    if (fingerprint(data) === written) return;
    const record: CacheRecord = {
      version: QUERY_CACHE.version,
      timestamp: clock.now(),
      owner,
      data,
    };
    try {
      await sessionStore.put(QUERY_CACHE_RECORD, record);
      written = fingerprint(data);
    } catch (error) {
      warn('what was read could not be kept', error);
    }
  }

  let isStopped = false;
  let stopWriting = () => {};
  const restored = restore()
    .catch((error: unknown) => warn('what was kept could not be read', error))
    .then(() => {
      if (!isStopped) stopWriting = every(clock, QUERY_CACHE.persistMs, write);
    });
  return {
    restored,
    stop() {
      isStopped = true;
      stopWriting();
    },
  };
}
