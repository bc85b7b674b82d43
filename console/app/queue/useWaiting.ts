import type { Entry } from '../../../shared/queue/entry.ts';
import { useWaitingWrites } from '../../kit/waitingWrites.ts';
import { useQueue } from './useQueue.ts';

/** Changes of the user to what lies under this address that still wait to be sent, in their order. Opens the queue. */
export function useWaiting(path: string): readonly Entry[] {
  useQueue();
  return useWaitingWrites(path);
}
