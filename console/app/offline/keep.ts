/** Keeps what a console needs that cannot reach its server: who it is for, what he has read, and its own files. */
import type { QueryClient } from '@tanstack/react-query';
import type { Clock } from '../../../shared/clock.ts';
import type { SessionStore } from '../../../shared/net/sessionStore.ts';
import { cacheOwner } from '../../../shared/net/cache/record.ts';
import { persistQueries } from '../../../shared/net/cache/persist.ts';
import { saveLastUser } from '../../../shared/net/lastUser.ts';
import type { Session, SessionState } from '../session/session.ts';

export interface KeepPorts {
  session: Pick<Session, 'store'>;
  queries: QueryClient;
  sessionStore: SessionStore;
  clock: Clock;
  build: string;
  warn: (message: string, error: unknown) => void;
}

/** Of one user in one tenant; `restored` once what was read before is there again. */
export function keepKnown({ session, queries, sessionStore, clock, build, warn }: KeepPorts) {
  const begun = session.store.getState();
  if (begun.at !== 'authenticated') throw new Error('No user logged in');
  const owner = cacheOwner(begun.user.id, begun.user.tenant_id, build);
  const persister = persistQueries({ queries, sessionStore, clock, owner, warn });

  /** Only what the server has just said: the tenants of a fresh sign-in are still to come. */
  function remember(state: SessionState) {
    if (state.at !== 'authenticated' || state.asOf !== null || state.tenants.length === 0) return;
    const user = { ...state.user, tenant_id: state.home };
    saveLastUser(sessionStore, { user, tenants: [...state.tenants], at: clock.now() }).catch(
      (error: unknown) => warn('the user could not be kept', error),
    );
  }
  remember(begun);
  const forget = session.store.subscribe((state, before) => {
    remember(state);
    // The server is there again: everything shown is read anew.
    if (state.at === 'authenticated' && state.asOf === null && 'asOf' in before && before.asOf !== null)
      void queries.invalidateQueries();
  });
  return {
    restored: persister.restored,
    stop() {
      forget();
      persister.stop();
    },
  };
}
