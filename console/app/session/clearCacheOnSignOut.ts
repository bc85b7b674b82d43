import type { QueryClient } from '@tanstack/react-query';
import type { Session } from './session.ts';

/** When the session ends, cancels running queries and clears the query cache. */
export const clearCacheOnSignOut = (session: Pick<Session, 'onEnd'>, queries: QueryClient) =>
  session.onEnd(() => {
    void queries.cancelQueries();
    queries.clear();
  });
