/** Credit notes: what is taken off an invoice that was sent. */
import * as z from 'zod/mini';
import { common, int, id, MAX_INT, text } from '../../wire/wire.ts';
import { creditLine } from './invoiceLine.ts';

const REASON_MAX = 500;
const MAX_CREDIT_LINES = 20;

const creditNoteLine = z.extend(creditLine, {
  tax_minor: int(0, MAX_INT),
  /** So many plays of a line of the invoice. */
  plays: z.optional(int(1, MAX_INT)),
});
export const creditNote = z.object({
  ...common,
  invoice_id: id,
  /** Of the tenant and the year, without a gap. */
  number: z.string(),
  reason: z.string(),
  lines: z.array(creditNoteLine),
  subtotal_minor: int(0, MAX_INT),
  tax_minor: int(0, MAX_INT),
  total_minor: int(0, MAX_INT),
});
export type CreditNote = z.infer<typeof creditNote>;
export const creditBody = z.strictObject({
  reason: text(3, REASON_MAX),
  lines: z.array(creditLine).check(z.minLength(1, 'Required'), z.maxLength(MAX_CREDIT_LINES)),
});
