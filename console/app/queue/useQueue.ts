import { useEffect, useState } from 'react';
import { useAuth } from '../session/auth.tsx';
import { openQueue } from './openQueue.ts';
import type { Queue } from './queue.ts';

/** Null until the queue is open, and in browsers without IndexedDB. */
export function useQueue(): Queue | null {
  const session = useAuth();
  const [queue, setQueue] = useState<Queue | null>(null);
  useEffect(() => {
    if (!session.network) return;
    openQueue(session).then(setQueue, (error: unknown) => console.warn('nothing can wait here', error));
  }, [session]);
  return queue;
}
