import { useContext } from 'react';
import { isUrgent } from '../../../shared/contract/alerts/cap.ts';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { reachedBy, useReach } from './ReachBox.tsx';
import { TypedContext } from './typed.ts';
import { priorityIn, targetIn, type TypedValues } from './values.ts';

/**
 * Where the screen is too narrow for what stands beside the form, the number of screens stays in sight at the lower edge
 * while somebody chooses them.
 */
export function ReachLine() {
  const values = useContext(TypedContext);
  return values && <Line values={values} />;
}
function Line({ values }: { values: TypedValues }) {
  const text = useText('alerts');
  const format = useFormat();
  const kind = { status: values['status'] as Alert['status'], forced: values['forced'] === true };
  const { data } = useReach(targetIn(values), kind);
  return (
    <p
      aria-live="polite"
      className="sticky bottom-0 z-10 flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-ink bg-bg py-2 xl:hidden"
    >
      <span>{text('reach.title')}</span>
      <strong className="font-mono text-20">
        {data ? format.number(reachedBy(data, isUrgent({ priority: priorityIn(values) }))) : '–'}
      </strong>
    </p>
  );
}
