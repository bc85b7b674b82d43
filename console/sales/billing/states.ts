/** Shape and colour of each state, whose word stands in the texts of the resource; and what an invoice lacks. */
import { UNPAID, type Invoice, type InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const INVOICE_BADGES: Record<Invoice['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  open: { shape: 'degraded', tone: 'info' },
  overdue: { shape: 'rejected', tone: 'danger' },
  paid: { shape: 'approved', tone: 'ok' },
  void: { shape: 'never', tone: 'neutral' },
};
/** What an invoice is called in a sentence. */
export const invoiceLabel = ({ number, customer_name }: Pick<Invoice, 'number' | 'customer_name'>) =>
  number === null ? customer_name : `${number} ${customer_name}`;
export const isUnpaid = ({ state }: Pick<Invoice, 'state'>): boolean => UNPAID.includes(state);
/** What EN 16931 asks for and only people know. */
export const missingOf = ({ seller, customer_country }: InvoiceDetail) => [
  ...(seller.country === null ? (['sellerCountry'] as const) : []),
  ...(seller.tax_id === null ? (['sellerTaxId'] as const) : []),
  ...(customer_country === null ? (['customerCountry'] as const) : []),
];
/** What a customer needs to get an invoice and to pay it. Nothing of it has to be there: whoever sends it decides. */
export const unsetOf = ({ seller, customer_email }: InvoiceDetail) => [
  ...(customer_email === null ? (['customerEmail'] as const) : []),
  ...(seller.tax_id === null ? (['sellerTaxId'] as const) : []),
  ...(seller.bank_account === null ? (['sellerAccount'] as const) : []),
];
