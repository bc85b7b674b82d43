/** Writes that add to a sum: done twice they count twice, so each lies in the outbox before it is sent. Pure. */
import { invoices } from '../../../shared/contract/sales/billing/invoice.ts';
import { payments } from '../../../shared/contract/sales/billing/payment.ts';
import { budgets } from '../../../shared/contract/sales/budget.ts';
import { earnings } from '../../../shared/contract/sales/earning.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { Entry } from '../../../shared/queue/entry.ts';
import { KEY_KEPT_MS } from '../../../shared/queue/policy.ts';
import type { DurableWrite } from '../../app/offline/sendDurably.ts';

const { credit } = invoices.actionEndpoints;
const { adjust } = earnings.actionEndpoints;
const { transfer } = budgets.actionEndpoints;
const DAY_MS = 86_400_000;
/** The server knows a key for thirty days, and the clock of a device may be two off. */
const MAX_AGE_MS = KEY_KEPT_MS - 2 * DAY_MS;

export type MoneyKind = 'payment' | 'credit' | 'adjustment' | 'transfer';
export interface MoneyWrite extends Pick<DurableWrite, 'endpoint' | 'params' | 'body'> {
  kind: MoneyKind;
  /** Id of the row whose sum it changes. */
  of: string;
}
export const paymentOf = (body: Body<typeof payments.create>): MoneyWrite => ({
  ...{ kind: 'payment', of: body.invoice_id, endpoint: payments.create, body },
});
export const creditOf = (id: string, body: Body<typeof credit>): MoneyWrite => ({
  ...{ kind: 'credit', of: id, endpoint: credit, params: { id }, body },
});
export const adjustmentOf = (id: string, body: Body<typeof adjust>): MoneyWrite => ({
  ...{ kind: 'adjustment', of: id, endpoint: adjust, params: { id }, body },
});
export const transferOf = (id: string, body: Body<typeof transfer>): MoneyWrite => ({
  ...{ kind: 'transfer', of: id, endpoint: transfer, params: { id }, body },
});

const TYPE = 'money.';
/** None waits for another: the sum is the same in any order. */
export const durableOf = (
  { kind, of, ...write }: MoneyWrite,
  { key, label }: { key: string; label: string },
): DurableWrite => ({
  ...{ ...write, key, label, type: TYPE + kind, group: `${of} ${key}`, maxAgeMs: MAX_AGE_MS },
});
interface MoneyFilter {
  of?: string | undefined;
  kind?: MoneyKind | undefined;
}
/** Of any row and kind where none is named. */
export const isMoneyOf = ({ metadata }: Pick<Entry, 'metadata'>, { of, kind }: MoneyFilter = {}) =>
  metadata.type.startsWith(TYPE + (kind ?? '')) &&
  (of === undefined || metadata.group?.startsWith(`${of} `) === true);
/** The server has refused it, or it is too old to be sent. */
export const isStuck = ({ state, reason }: Pick<Entry, 'state' | 'reason'>) =>
  state === 'parked' && reason !== 'signed_out';
