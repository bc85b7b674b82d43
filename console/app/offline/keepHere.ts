import type { QueryClient } from '@tanstack/react-query';
import { systemClock } from '../../../shared/clock.ts';
import type { Session } from '../session/session.ts';
import { BUILD } from '../update/build.ts';
import { workerUrl } from '../../../shared/web/trusted.ts';
import { keepFiles, watchLoads } from './files.ts';
import { keepKnown } from './keep.ts';
import { beside } from './lastUser.ts';
// Used at the sign-out, which may have no link to fetch it by.
import './revoke.ts';

const warn = (message: string, error: unknown) => console.warn(message, error);

/** To say that there is no server and what waits for it, to sign out, to ask before unsaved work is left. */
const bring = () =>
  Promise.all([
    import('./KnownBar.tsx'),
    import('../../kit/ui/overlays/MenuParts.tsx'),
    import('../../kit/ui/overlays/Dialog.tsx'),
    import('../queue/PendingSheet.tsx'),
    import('../queue/SignOutDialog.tsx'),
  ]);

export function keepHere(session: Session, queries: QueryClient) {
  const known = keepKnown({ session, queries, sessionStore: beside, clock: systemClock, build: BUILD, warn });
  const rest = keepFiles({
    clock: systemClock,
    workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    worker: workerUrl,
    origin: location.origin,
    bring,
    watch: watchLoads,
  });
  return {
    restored: known.restored,
    stop() {
      known.stop();
      rest();
    },
  };
}
