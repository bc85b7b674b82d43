import { useEffect, useState } from 'react';
import { useAuth } from '../session/auth.tsx';
import { openQueue } from './open.ts';
import type { Queue } from './queue.ts';

/** Null until it is open, and where this browser has no database to keep it in. */
export function useQueue(): Queue | null {
  const session = useAuth();
  const [queue, setQueue] = useState<Queue | null>(null);
  useEffect(() => {
    if (!session.network) return;
    openQueue(session).then(setQueue, (error: unknown) => console.warn('nothing can wait here', error));
  }, [session]);
  return queue;
}
