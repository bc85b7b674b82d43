/** The queue of error records: the batch being sent and the records that wait. Together at most fifty. */
import { ANALYTICS } from '../constants.ts';
import type { ErrorRecord } from '../contract/trust/analytics.ts';

export interface Queue {
  /** The oldest first; they came before all that waits. */
  batch: readonly ErrorRecord[];
  waiting: readonly ErrorRecord[];
  /** Failed attempts of this batch. */
  failures: number;
}
export const EMPTY: Queue = { batch: [], waiting: [], failures: 0 };

export const lengthOf = ({ batch, waiting }: Queue) => batch.length + waiting.length;

/** A full queue drops its oldest records. */
export function enqueue(queue: Queue, record: ErrorRecord): Queue {
  const waiting = [...queue.waiting, record];
  const over = queue.batch.length + waiting.length - ANALYTICS.queued;
  if (over <= 0) return { ...queue, waiting };
  return {
    ...queue,
    batch: queue.batch.slice(over),
    waiting: waiting.slice(Math.max(0, over - queue.batch.length)),
  };
}
/** Continues a failed batch; otherwise all waiting records become the batch. */
export const takeBatch = (queue: Queue): Queue =>
  queue.batch.length > 0 ? queue : { batch: queue.waiting, waiting: [], failures: 0 };

/** Compares by identity, because the record may have been dropped meanwhile. */
export const removeSent = (queue: Queue, record: ErrorRecord): Queue => ({
  ...queue,
  batch: queue.batch.filter(one => one !== record),
});
/** After the last retry the rest of the batch is dropped. */
export const recordFailure = (queue: Queue): Queue =>
  queue.failures < ANALYTICS.batchRetries
    ? { ...queue, failures: queue.failures + 1 }
    : { ...queue, batch: [], failures: 0 };
