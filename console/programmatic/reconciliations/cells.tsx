import type { Reconciliation } from '../../../shared/contract/reports/reconciliation.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** First and last day, as the file has them. */
export const DaysCell = ({ row }: { row: Reconciliation }) => (
  <span className="font-mono whitespace-nowrap">
    {row.first_day === row.last_day ? row.first_day : `${row.first_day} / ${row.last_day}`}
  </span>
);

/** Theirs against ours. */
export function DiffCell({ value }: { value: Reconciliation['diff_pct'] }) {
  const text = useText('reconciliations');
  const format = useFormat();
  return <>{value === null ? text('noneOfOurs') : `${value > 0 ? '+' : ''}${format.number(value)} %`}</>;
}
const E4 = 10_000;
export function CountCell({ value }: { value: number }) {
  const format = useFormat();
  return <>{format.number(value / E4)}</>;
}
