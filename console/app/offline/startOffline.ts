import type { QueryClient } from '@tanstack/react-query';
import { getI18n } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import type { Session } from '../session/session.ts';
import { BUILD } from '../update/build.ts';
import { workerUrl } from '../../../shared/web/trusted.ts';
import { reportUsedFiles, watchLoadedFiles } from './usedFiles.ts';
import { startOfflineCache } from './offlineCache.ts';
import { keyValueStore } from './lastUser.ts';
// Imported eagerly, because the sign-out needs it and may happen offline.
import './revoke.ts';

const warn = (message: string, error: unknown) => console.warn(message, error);

/**
 * Chunks needed offline: the banner, menus, dialogs, the pending queue and the sign-out dialog. A sign-out leads to
 * the sign-in page, whose texts a page that starts signed in does not load by itself.
 */
const preload = () =>
  Promise.all([
    import('../shell/OfflineBanner.tsx'),
    import('../../kit/ui/overlays/MenuParts.tsx'),
    import('../../kit/ui/overlays/Dialog.tsx'),
    import('../queue/PendingSheet.tsx'),
    import('../queue/SignOutDialog.tsx'),
    getI18n().loadNamespaces(['auth', 'entrance']),
  ]);

export function startOffline(session: Session, queries: QueryClient) {
  const offlineCache = startOfflineCache({
    session,
    queries,
    keyValueStore,
    clock: systemClock,
    build: BUILD,
    warn,
  });
  const stopReporting = reportUsedFiles({
    clock: systemClock,
    workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    worker: workerUrl,
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
