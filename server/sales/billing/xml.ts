/** The XML of a sent invoice; what EN 16931 asks for and it lacks is named. */
import type { InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { brokenRules, enInvoice } from './en16931.ts';
import { ublOf } from './ubl.ts';

export function xmlOf(invoice: InvoiceDetail): { number: string; xml: string } {
  const { number, sent_at, due_at, state } = invoice;
  if (number === null || sent_at === null || due_at === null)
    throw new AppError('STATE', `This is ${state}.`, { status: state });
  const seen = enInvoice({ ...invoice, number, sent_at, due_at });
  const rules = brokenRules(seen);
  if (rules.length > 0)
    throw new AppError('RULE', `EN 16931 asks for more than it has: ${rules.join(', ')}`, { rules });
  return { number, xml: ublOf(seen) };
}
