/** Payments of invoices, as they were received; never a number of a card. */
import * as z from 'zod/mini';
import { entity } from '../../wire/entity.ts';
import { common, id, int, localDate, MAX_INT, text } from '../../wire/wire.ts';

/** `card_ext`: taken by a payment provider elsewhere; `credit`: set off against what the customer is owed. */
export const PAYMENT_METHODS = ['bank', 'card_ext', 'credit'] as const;
const REFERENCE_MAX = 80;
const CARD = /\d(?:[ -]?\d){12,18}/g;

/** Digits that pass the check of card numbers (Luhn). */
function isCardNumber(found: string): boolean {
  const digits = [...found.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? digit : digit * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
export const hasCardNumber = (value: string): boolean => (value.match(CARD) ?? []).some(isCardNumber);

const editable = {
  /** Of the bank's statement or the provider. */
  reference: text(0, REFERENCE_MAX).check(
    z.refine(value => !hasCardNumber(value), { error: 'No card numbers, please' }),
  ),
  paid_on: localDate,
};
export const payment = z.object({
  ...common,
  reference: z.string(),
  paid_on: z.string(),
  invoice_id: id,
  method: z.enum(PAYMENT_METHODS),
  amount_minor: int(1, MAX_INT),
  currency: z.string(),
});
export type Payment = z.infer<typeof payment>;
export const paymentCreate = z.strictObject({
  invoice_id: id,
  method: z.enum(PAYMENT_METHODS),
  amount_minor: int(1, MAX_INT),
  reference: z._default(editable.reference, ''),
  paid_on: editable.paid_on,
});
/** An amount that was typed wrongly is removed and recorded anew. */
export const paymentPatch = z.partial(z.strictObject(editable));

export const payments = entity({
  path: '/api/payments',
  bulk: ['delete', 'restore'],
  area: 'billing',
  access: { level: 'A' },
  row: payment,
  create: paymentCreate,
  patch: paymentPatch,
  /** As long as its invoice is not paid in full. */
  removable: true,
  listOptions: {
    sorts: ['paid_on', 'amount_minor', 'created_at'],
    defaultSort: '-created_at',
    enums: { method: { method: PAYMENT_METHODS } },
    ids: ['invoice_id'],
  },
});
