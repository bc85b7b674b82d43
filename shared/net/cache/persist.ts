/** The query cache on disk: one record, read at the start, written every 10 s where something has changed. */
import type { QueryClient } from '@tanstack/react-query';
import { every, type Clock } from '../../clock.ts';
import { QUERY_CACHE } from '../../constants.ts';
import type { Beside } from '../beside.ts';
import { isWorth, keptOf, mark, QUERY_CACHE_RECORD, type CacheRecord, type KeptQuery } from './record.ts';

export interface PersistPorts {
  queries: QueryClient;
  beside: Beside;
  clock: Clock;
  /** Whose it is: `ownerOf` user, tenant and build. */
  owner: string;
  warn: (message: string, error: unknown) => void;
}

/** What is there already is newer; what is being read for the first time shows the old answer meanwhile. */
function giveBack(queries: QueryClient, { queryKey, state }: KeptQuery) {
  const query = queries.getQueryCache().build(queries, { queryKey }, state);
  if (query.state.data !== undefined) return;
  query.setData(state.data, { updatedAt: state.dataUpdatedAt, manual: true });
  // Else a view that was drawn but does not watch yet would take it for fresh, and never ask.
  query.invalidate();
}

export function persistQueries({ queries, beside, clock, owner, warn }: PersistPorts) {
  const of = () =>
    queries
      .getQueryCache()
      .getAll()
      .flatMap(query => keptOf(query) ?? []);
  let written = mark([]);

  async function restore() {
    const record = (await beside.get(QUERY_CACHE_RECORD)) as CacheRecord | null;
    if (!isWorth(record, { owner, now: clock.now() })) {
      if (record !== null) await beside.remove(QUERY_CACHE_RECORD);
      return;
    }
    for (const kept of record.data) giveBack(queries, kept);
    written = mark(record.data);
  }

  async function write() {
    const data = of();
    if (mark(data) === written) return;
    const record: CacheRecord = {
      version: QUERY_CACHE.version,
      timestamp: clock.now(),
      owner,
      data,
    };
    try {
      await beside.put(QUERY_CACHE_RECORD, record);
      written = mark(data);
    } catch (error) {
      warn('what was read could not be kept', error);
    }
  }

  let isOver = false;
  let rest = () => {};
  const restored = restore()
    .catch((error: unknown) => warn('what was kept could not be read', error))
    .then(() => {
      if (!isOver) rest = every(clock, QUERY_CACHE.persistMs, write);
    });
  return {
    restored,
    stop() {
      isOver = true;
      rest();
    },
  };
}
