import type { QueryClient } from '@tanstack/react-query';
import { systemClock } from '../../../shared/clock.ts';
import type { Session } from '../session/session.ts';
import { BUILD } from '../update/build.ts';
import { worker } from '../../../shared/web/trusted.ts';
import { reportUsedFiles, watchLoadedFiles } from './files.ts';
import { startOfflineCache } from './keep.ts';
import { keyValueStore } from './lastUser.ts';
// Used at the sign-out, which may have no link to fetch it by.
import './revoke.ts';

const warn = (message: string, error: unknown) => console.warn(message, error);

/** To say that there is no server and what waits for it, to sign out, to ask before unsaved work is left. */
const preload = () =>
  Promise.all([
    import('./KnownBar.tsx'),
    import('../../kit/ui/overlays/MenuParts.tsx'),
    import('../../kit/ui/overlays/Dialog.tsx'),
    import('../queue/PendingSheet.tsx'),
    import('../queue/SignOutDialog.tsx'),
  ]);

export function startOffline(session: Session, queries: QueryClient) {
  const offlineCache = startOfflineCache({ session, queries, keyValueStore, clock: systemClock, build: BUILD, warn });
  const stopReporting = reportUsedFiles({
    clock: systemClock,
    workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    worker,
    origin: location.origin,
    preload,
    watchLoaded: watchLoadedFiles,
  });
  return {
    restored: offlineCache.restored,
    stop() {
      offlineCache.stop();
      stopReporting();
    },
  };
}
