/** A signature: kept on this device before it is sent, and sent exactly once. */
import type { contracts, ownContracts } from '../../../shared/contract/sales/contract.ts';
import { address, type Body } from '../../../shared/contract/wire/endpoint.ts';
import type { Clock } from '../../../shared/clock.ts';
import { ApiError, isTransient } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { Entry } from '../../../shared/queue/entry.ts';
import type { Outbox } from '../../../shared/queue/outbox.ts';

const TYPE = 'contract.sign';
/** Whoever signs does not wait longer for the link: what is stored goes on by itself. */
const WAIT_MS = 6_000;
const isOpen = (error: unknown) =>
  isTransient(error) || (error instanceof ApiError && error.code === 'ABORTED');
export type SignCall =
  typeof ownContracts.actionEndpoints.sign | typeof contracts.actionEndpoints.countersign;
export interface Signing {
  endpoint: SignCall;
  /** Of the contract. */
  id: string;
  /** Of this signature: the server takes it once. */
  key: string;
  /** What is signed, for people. */
  label: string;
  body: Body<SignCall>;
}
const groupOf = (id: string) => `contract ${id}`;

/** A definite refusal is thrown, and nothing is kept; without an answer it waits here under the same key. */
export async function sendSignature(
  { call, clock }: Pick<Client, 'call'> & { clock: Pick<Clock, 'after'> },
  outbox: Pick<Outbox, 'add' | 'withdraw' | 'run'> | null,
  { endpoint, id, key, label, body }: Signing,
): Promise<'sent' | 'waiting'> {
  const seq = await outbox?.add({
    ...{ id: key, method: 'POST', url: address(endpoint.path, { id }), data: body, priority: 1 },
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    metadata: { type: TYPE, description: label, group: groupOf(id) },
  });
  const stop = new AbortController();
  const cancel = outbox ? clock.after(WAIT_MS, () => stop.abort()) : () => {};
  try {
    await call(endpoint, { params: { id }, body, key, signal: stop.signal });
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

/** Of this contract, the newest: one that waits, or one that the server did not take. */
export async function keptSignature({ list }: Pick<Outbox, 'list'>, id: string): Promise<Entry | undefined> {
  const entries = await list();
  return entries.filter(({ metadata: { type, group } }) => type === TYPE && group === groupOf(id)).at(-1);
}
