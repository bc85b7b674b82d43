import type { QueryClient } from '@tanstack/react-query';
import type { Session } from './session.ts';

/** When the session ends, reads under way are stopped and nothing that was read for this user is kept. */
export const clearCacheOnSignOut = (session: Pick<Session, 'onEnd'>, queries: QueryClient) =>
  session.onEnd(() => {
    void queries.cancelQueries();
    queries.clear();
  });
