/** Sends error records every thirty seconds, one by one. A failed record ends the batch; there is no other retry. */
import { every, type Clock } from '../clock.ts';
import { ANALYTICS, API } from '../constants.ts';
import { reportError, type ErrorRecord } from '../contract/trust/analytics.ts';
import { RATE_LIMITED } from '../contract/wire/errorTexts.ts';
import { enqueue, EMPTY, recordFailure, lengthOf, removeSent, takeBatch } from './queue.ts';
import { toErrorRecord, type ErrorReport } from './record.ts';

export interface SenderPorts {
  fetch: typeof fetch;
  clock: Clock;
  origin: string;
  /** Called before each batch, because another tab may have withdrawn the consent. */
  isAllowed: () => Promise<boolean>;
  /** On a metered link records keep waiting, and no attempt is counted. */
  isMetered: () => boolean;
  isOnline: () => boolean;
  log: (message: string, error: unknown) => void;
}

const TOO_MANY_REQUESTS = 429;

export function startSender(ports: SenderPorts) {
  const { clock } = ports;
  let queue = EMPTY;
  const stopped = new AbortController();

  async function send(record: ErrorRecord): Promise<void> {
    const stop = new AbortController();
    const abort = () => stop.abort();
    const cancel = clock.after(API.timeoutMs, abort);
    stopped.signal.addEventListener('abort', abort);
    try {
      const answer = await ports.fetch(reportError.path, {
        method: reportError.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(record),
        // No header may identify anybody: the referrer would contain the full address of the page.
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        cache: 'no-store',
        signal: stop.signal,
      });
      if (answer.status === TOO_MANY_REQUESTS) throw new Error(RATE_LIMITED);
      // Only 204 counts, because a captive portal may answer 200.
      if (answer.status !== 204) throw new Error(`Error ${answer.status}`);
    } finally {
      cancel();
      stopped.signal.removeEventListener('abort', abort);
    }
  }

  const isStopped = () => stopped.signal.aborted;

  async function submit(): Promise<void> {
    if (lengthOf(queue) === 0 || ports.isMetered() || !ports.isOnline()) return;
    if (!(await ports.isAllowed()) || isStopped()) return;
    queue = takeBatch(queue);
    try {
      for (let next = queue.batch[0]; next !== undefined; next = queue.batch[0]) {
        await send(next);
        queue = removeSent(queue, next);
      }
    } catch (error) {
      if (isStopped()) return;
      queue = recordFailure(queue);
      ports.log('error records were not taken', error);
    }
  }
  const stop = every(clock, ANALYTICS.everyMs, submit);

  return {
    report(error: ErrorReport): void {
      const record = isStopped() ? null : toErrorRecord(error, ports.origin);
      if (record) queue = enqueue(queue, record);
    },
    length: () => lengthOf(queue),
    /** Final: clears the queue, stops the timer and aborts the running request. */
    stop(): void {
      stop();
      stopped.abort();
      queue = EMPTY;
    },
  };
}
export type Sender = ReturnType<typeof startSender>;
