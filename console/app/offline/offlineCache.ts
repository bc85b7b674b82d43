/** Stores what the console needs to open offline: the last user and his query results. */
import type { QueryClient } from '@tanstack/react-query';
import type { Clock } from '../../../shared/clock.ts';
import type { SessionStore } from '../../../shared/net/sessionStore.ts';
import { cacheOwner } from '../../../shared/net/cache/record.ts';
import { persistQueries } from '../../../shared/net/cache/persist.ts';
import { saveLastUser } from '../../../shared/net/lastUser.ts';
import type { Session, SessionState } from '../session/session.ts';

export interface OfflineCachePorts {
  session: Pick<Session, 'store'>;
  queries: QueryClient;
  keyValueStore: SessionStore;
  clock: Clock;
  build: string;
  warn: (message: string, error: unknown) => void;
}

/** Scoped to one user in one tenant; `restored` resolves when the stored query results are loaded. */
export function startOfflineCache({
  session,
  queries,
  keyValueStore,
  clock,
  build,
  warn,
}: OfflineCachePorts) {
  const initialState = session.store.getState();
  if (initialState.at !== 'authenticated') throw new Error('No user logged in');
  const owner = cacheOwner(initialState.user.id, initialState.user.tenant_id, build);
  const persister = persistQueries({ queries, sessionStore: keyValueStore, clock, owner, warn });

  /** Saves only data confirmed by the server; right after sign-in the tenants are not known yet. */
  function rememberUser(state: SessionState) {
    if (state.at !== 'authenticated' || state.asOf !== null || state.tenants.length === 0) return;
    const user = { ...state.user, tenant_id: state.homeTenantId };
    saveLastUser(keyValueStore, { user, tenants: [...state.tenants], at: clock.now() }).catch(
      (error: unknown) => warn('the user could not be kept', error),
    );
  }
  rememberUser(initialState);
  const unsubscribe = session.store.subscribe((state, previousState) => {
    rememberUser(state);
    // The server is reachable again: refetch everything shown.
    if (
      state.at === 'authenticated' &&
      state.asOf === null &&
      'asOf' in previousState &&
      previousState.asOf !== null
    )
      void queries.invalidateQueries();
  });
  return {
    restored: persister.restored,
    stop() {
      unsubscribe();
      persister.stop();
    },
  };
}
