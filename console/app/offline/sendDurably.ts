/** What binds or is money: kept on this device before it is sent, and done exactly once by the server. */
import type { Clock } from '../../../shared/clock.ts';
import { address, type Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { ApiError, isTransient } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { Outbox } from '../../../shared/queue/outbox.ts';

/** Nobody waits longer for the link: what is stored goes on by itself. */
const WAIT_MS = 6_000;
const isOpen = (error: unknown) =>
  isTransient(error) || (error instanceof ApiError && error.code === 'ABORTED');
/** It names the row that has changed: a captive portal may answer 200 with JSON of its own. */
const isOurs = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string';

export interface DurableWrite {
  endpoint: Endpoint;
  params?: object;
  body: unknown;
  /** Of this act: the server does it once. */
  key: string;
  type: string;
  /** What is done, for people. */
  label: string;
  /** Those of one group are sent one after another. */
  group: string;
  /** Older than that it is not sent any more, and a person decides. */
  maxAgeMs?: number;
}

/** A definite refusal is thrown, and nothing is kept; without an answer it waits here under the same key. */
export async function sendDurably(
  { call, clock }: Pick<Client, 'call'> & { clock: Pick<Clock, 'after'> },
  outbox: Pick<Outbox, 'add' | 'withdraw' | 'run'> | null,
  { endpoint, params, body, key, type, label, group, maxAgeMs }: DurableWrite,
): Promise<'sent' | 'waiting'> {
  const seq = await outbox?.add({
    ...{ id: key, method: 'POST', url: address(endpoint.path, params), data: body, priority: 1 },
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    metadata: { type, description: label, group },
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  });
  const stop = new AbortController();
  const cancel = outbox ? clock.after(WAIT_MS, () => stop.abort()) : () => {};
  try {
    const answer: unknown = await call(endpoint, {
      ...(params && { params }),
      ...{ body, key, signal: stop.signal },
    });
    if (!isOurs(answer)) throw new ApiError('NOT_OURS', 'The answer names no row');
  } catch (error) {
    if (!outbox || seq === undefined) throw error;
    if (isOpen(error)) {
      void outbox.run();
      return 'waiting';
    }
    await outbox.withdraw(seq);
    throw error;
  } finally {
    cancel();
  }
  if (seq !== undefined) await outbox?.withdraw(seq);
  return 'sent';
}
