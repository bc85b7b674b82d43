/** Sends what is noted, every thirty seconds, one by one; a record that fails ends the batch. It knows no other retry. */
import { every, type Clock } from '../clock.ts';
import { ANALYTICS, API } from '../constants.ts';
import { reportError, type ErrorRecord } from '../contract/trust/analytics.ts';
import { RATE_LIMITED } from '../contract/wire/errorTexts.ts';
import { added, EMPTY, failed, lengthOf, sent, taken } from './queue.ts';
import { recordOf, type Noted } from './record.ts';

export interface SenderPorts {
  fetch: typeof fetch;
  clock: Clock;
  origin: string;
  /** Asked before each batch: another tab, or a cut of the power, may have taken it back. */
  mayGoOn: () => Promise<boolean>;
  /** Each byte costs: what waits keeps waiting, and no try is counted. */
  metered: () => boolean;
  online: () => boolean;
  log: (message: string, error: unknown) => void;
}

const TOO_MANY = 429;

export function startSender(ports: SenderPorts) {
  const { clock } = ports;
  let queue = EMPTY;
  const end = new AbortController();

  async function send(record: ErrorRecord): Promise<void> {
    const stop = new AbortController();
    const abort = () => stop.abort();
    const cancel = clock.after(API.timeoutMs, abort);
    end.signal.addEventListener('abort', abort);
    try {
      const answer = await ports.fetch(reportError.path, {
        method: reportError.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(record),
        // It says of nobody, by no header either: the referrer would hold the page's whole address.
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        cache: 'no-store',
        signal: stop.signal,
      });
      if (answer.status === TOO_MANY) throw new Error(RATE_LIMITED);
      // 204 alone: a portal's page is no receipt.
      if (answer.status !== 204) throw new Error(`Error ${answer.status}`);
    } finally {
      cancel();
      end.signal.removeEventListener('abort', abort);
    }
  }

  const isOver = () => end.signal.aborted;

  async function submit(): Promise<void> {
    if (lengthOf(queue) === 0 || ports.metered() || !ports.online()) return;
    if (!(await ports.mayGoOn()) || isOver()) return;
    queue = taken(queue);
    try {
      for (let next = queue.batch[0]; next !== undefined; next = queue.batch[0]) {
        await send(next);
        queue = sent(queue, next);
      }
    } catch (error) {
      if (isOver()) return;
      queue = failed(queue);
      ports.log('error records were not taken', error);
    }
  }
  const stop = every(clock, ANALYTICS.everyMs, submit);

  return {
    note(noted: Noted): void {
      const record = isOver() ? null : recordOf(noted, ports.origin);
      if (record) queue = added(queue, record);
    },
    length: () => lengthOf(queue),
    /** For good: nothing waits any more, no timer runs, what is under way is broken off. */
    stop(): void {
      stop();
      end.abort();
      queue = EMPTY;
    },
  };
}
export type Sender = ReturnType<typeof startSender>;
