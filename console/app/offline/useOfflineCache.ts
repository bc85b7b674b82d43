/** Starts the offline cache of the workspace. */
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAuth } from '../session/auth.tsx';
import type { Session } from '../session/session.ts';

async function start(session: Session, queries: QueryClient) {
  try {
    return (await import('./startOffline.ts')).startOffline(session, queries);
  } catch (error) {
    console.warn('nothing is kept for a time without a server', error);
    return { restored: Promise.resolve(), stop: () => undefined };
  }
}

/** Resolves when the stored query results are restored. */
export function useOfflineCache(queries: QueryClient): Promise<void> {
  const session = useAuth();
  const [offline] = useState(() => start(session, queries));
  const [restored] = useState(() => offline.then(known => known.restored));
  useEffect(() => () => void offline.then(known => known.stop()), [offline]);
  return restored;
}
