import type { QueryClient } from '@tanstack/react-query';
import { systemClock } from '../../shared/clock.ts';
import type { Session } from '../session.ts';
import { BUILD } from '../update/build.ts';
import { worker } from '../worker.ts';
import { keepFiles, watchLoads } from './files.ts';
import { keepKnown } from './keep.ts';
import { beside } from './lastUser.ts';

const warn = (message: string, error: unknown) => console.warn(message, error);

export function keepHere(session: Session, queries: QueryClient) {
  const known = keepKnown({ session, queries, beside, clock: systemClock, build: BUILD, warn });
  const rest = keepFiles({
    clock: systemClock,
    workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    worker,
    origin: location.origin,
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
