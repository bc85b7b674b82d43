import { instant } from '../../../shared/clock.ts';
import type { Submission } from '../../../shared/contract/content/submission.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { isOpen } from './states.ts';

/** By when a decision is promised; only what waits can be late. */
export function DueCell({ value, row }: { value: string; row: Pick<Submission, 'state'> }) {
  const text = useText('submissions');
  const format = useFormat();
  const now = useNow();
  if (!isOpen(row) || value > instant(now)) return <time dateTime={value}>{format.exact(value)}</time>;
  return (
    <span className="font-semibold text-danger">{text('overdue', { age: format.ago(value, now) })}</span>
  );
}
export const SizeCell = ({ value }: { value: Submission['asset'] }) => (
  <span className="font-mono">
    {value.w}×{value.h}
  </span>
);
/** The reviewer's words, the last of them. */
export const LastReasonCell = ({ row }: { row: Pick<Submission, 'decisions'> }) => {
  const reason = row.decisions.at(-1)?.reason ?? '';
  return reason === '' ? (
    <EmptyCell />
  ) : (
    <span className="block truncate" title={reason}>
      {reason}
    </span>
  );
};
