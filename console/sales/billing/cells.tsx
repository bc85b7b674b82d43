import type { Invoice } from '../../../shared/contract/sales/billing/invoice.ts';
import { useText } from '../../kit/text/useText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';

/** The day it is due; nothing before it is sent. */
export function DueCell({ value }: { value: Invoice['due_at'] }) {
  const format = useFormat();
  return value === null ? <>–</> : <>{format.date(value)}</>;
}

/** Nothing where nobody disputes it. */
export function DisputedCell({ value }: { value: Invoice['is_disputed'] }) {
  const text = useText('invoices');
  return value ? <span className="font-semibold text-danger">{text('inDispute')}</span> : null;
}
