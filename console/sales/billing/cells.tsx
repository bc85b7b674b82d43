import type { Invoice } from '../../../shared/contract/sales/billing/invoice.ts';
import { useFormat } from '../../kit/text/useFormat.ts';

/** The day it is due; nothing before it is sent. */
export function DueCell({ value }: { value: Invoice['due_at'] }) {
  const format = useFormat();
  return value === null ? <>–</> : <>{format.date(value)}</>;
}
