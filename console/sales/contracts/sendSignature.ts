/** A signature: kept on this device before it is sent, and sent exactly once. */
import type { contracts, ownContracts } from '../../../shared/contract/sales/contract.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { Entry } from '../../../shared/queue/entry.ts';
import type { Outbox } from '../../../shared/queue/outbox.ts';
import { sendDurably } from '../../app/offline/sendDurably.ts';

const TYPE = 'contract.sign';
export type SignCall =
  | typeof ownContracts.actionEndpoints.sign
  | typeof contracts.actionEndpoints.countersign;
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

/** It may arrive however late: a contract is signed once by each party. */
export const sendSignature = (
  client: Pick<Client, 'call'> & { clock: Pick<Clock, 'after'> },
  outbox: Pick<Outbox, 'add' | 'withdraw' | 'run'> | null,
  { id, ...signing }: Signing,
): Promise<'sent' | 'waiting'> =>
  sendDurably(client, outbox, { ...signing, params: { id }, type: TYPE, group: groupOf(id) });

/** Of this contract: one that waits, or one that the server did not take. */
export const isSignatureOf = ({ metadata: { type, group } }: Entry, id: string): boolean =>
  type === TYPE && group === groupOf(id);
