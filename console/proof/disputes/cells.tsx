import type { Dispute } from '../../../shared/contract/sales/dispute.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';

/** When it should be decided, and whether that is over. */
export function DueCell({ row }: { row: Dispute }) {
  const text = useText('disputes');
  const format = useFormat();
  return (
    <span className="flex flex-col">
      <time dateTime={row.due_at} title={format.exact(row.due_at)}>
        {format.date(row.due_at)}
      </time>
      {row.is_overdue && <Mark shape="rejected" tone="danger" label={text('overdue')} />}
    </span>
  );
}
