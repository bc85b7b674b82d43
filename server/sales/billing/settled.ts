/** What payments and credit notes leave of an invoice. Pure. */
import type { InvoiceState } from '../../../shared/contract/sales/billing/invoice.ts';

export interface Balance {
  state: InvoiceState;
  total_minor: number;
  paid_minor: number;
  credited_minor: number;
}
export const leftOf = ({ total_minor, paid_minor, credited_minor }: Omit<Balance, 'state'>): number =>
  total_minor - paid_minor - credited_minor;

/** Paid as soon as nothing is left. */
export function settled(
  before: Balance,
  { paid_minor = 0, credited_minor = 0 }: { paid_minor?: number; credited_minor?: number },
): Balance & { left_minor: number } {
  const after = {
    total_minor: before.total_minor,
    paid_minor: before.paid_minor + paid_minor,
    credited_minor: before.credited_minor + credited_minor,
  };
  const left_minor = leftOf(after);
  return { ...after, left_minor, state: left_minor === 0 ? 'paid' : before.state };
}
