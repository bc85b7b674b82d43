import type { Budget } from '../../../shared/contract/sales/budget.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** The amount that is spent over the whole, with its share in words. */
export function SpentCell({ value, row }: { value: number; row: Budget }) {
  const text = useText('budgets');
  const format = useFormat();
  const share = value / row.amount_minor;
  return (
    <span className="block min-w-28">
      <span className="font-mono whitespace-nowrap">{format.money(value, row.currency)}</span>
      <progress
        className="block h-1.5 w-full"
        max={1}
        value={Math.min(1, share)}
        aria-label={text('bar', { share: format.percent(share) })}
      />
      <span className="text-13 text-ink-2">{text('bar', { share: format.percent(share) })}</span>
    </span>
  );
}
