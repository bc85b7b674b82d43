import { useEffect, useState } from 'react';
import { waitingWrites } from '../../kit/waitingWrites.ts';
import { useAuth } from '../session/auth.tsx';
import type { PendingWrites, Queue } from './queue.ts';

/** Null until the queue is there and open, and in browsers without IndexedDB. No page waits for its code. */
export function useQueue(): Queue | null {
  const session = useAuth();
  const [queue, setQueue] = useState<Queue | null>(null);
  useEffect(() => {
    if (!session.network) return;
    import('./openQueue.ts')
      .then(({ openQueue }) => openQueue(session))
      .then(setQueue, (error: unknown) => console.warn('nothing can wait here', error));
  }, [session]);
  /** Lists and forms, which know no queue, see what waits. */
  useEffect(() => {
    if (!queue) return;
    const publish = ({ entries }: PendingWrites) => waitingWrites.setState({ entries });
    publish(queue.pending.getState());
    return queue.pending.subscribe(publish);
  }, [queue]);
  return queue;
}
