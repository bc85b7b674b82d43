/** Which records wait and which are being sent. The whole queue is the batch; together they are never more than fifty. */
import { ANALYTICS } from '../constants.ts';
import type { ErrorRecord } from '../contract/trust/analytics.ts';

export interface Queue {
  /** The oldest first; they came before all that waits. */
  batch: readonly ErrorRecord[];
  waiting: readonly ErrorRecord[];
  /** Of this batch. */
  failures: number;
}
export const EMPTY: Queue = { batch: [], waiting: [], failures: 0 };

export const lengthOf = ({ batch, waiting }: Queue) => batch.length + waiting.length;

/** The oldest gives way. */
export function added(queue: Queue, record: ErrorRecord): Queue {
  const waiting = [...queue.waiting, record];
  const over = queue.batch.length + waiting.length - ANALYTICS.queued;
  if (over <= 0) return { ...queue, waiting };
  return {
    ...queue,
    batch: queue.batch.slice(over),
    waiting: waiting.slice(Math.max(0, over - queue.batch.length)),
  };
}
/** A batch that failed is taken again as it is left; else all that waits becomes one. */
export const taken = (queue: Queue): Queue =>
  queue.batch.length > 0 ? queue : { batch: queue.waiting, waiting: [], failures: 0 };

/** By identity: it may have given way while it was under way. */
export const sent = (queue: Queue, record: ErrorRecord): Queue => ({
  ...queue,
  batch: queue.batch.filter(one => one !== record),
});
/** After the last retry what is left of the batch is dropped. */
export const failed = (queue: Queue): Queue =>
  queue.failures < ANALYTICS.batchRetries
    ? { ...queue, failures: queue.failures + 1 }
    : { ...queue, batch: [], failures: 0 };
