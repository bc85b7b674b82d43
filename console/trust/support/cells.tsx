import type { OwnTicket, Ticket } from '../../../shared/contract/trust/ticket.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

export const NumberCell = ({ value }: { value: OwnTicket['number'] }) => (
  <span className="font-mono">#{value}</span>
);

/** The next deadline; one that has passed says for how long. */
export function DueCell({ row }: { row: Ticket }) {
  const text = useText('tickets');
  const format = useFormat();
  const now = useNow();
  if (row.sla === 'waiting') return <span className="text-ink-2">{text('values.waiting')}</span>;
  if (row.due_at === null) return <EmptyCell />;
  if (row.sla === 'on_time')
    return (
      <time className="whitespace-nowrap" dateTime={row.due_at} title={format.exact(row.due_at)}>
        {format.appointment(row.due_at)}
      </time>
    );
  return (
    <span className="font-semibold text-danger">{text('overdue', { age: format.ago(row.due_at, now) })}</span>
  );
}
