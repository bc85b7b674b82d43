import type { Validation } from '../../../shared/contract/content/validation.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** What was measured, with its limit, in the unit of the rule; for words, what was found. */
export function MeasuredCell({ row }: { row: Validation }) {
  const text = useText('validations');
  const format = useFormat();
  const { measured, limit, found, rule } = row;
  if (found.length > 0) return <span className="break-words">{found.join(', ')}</span>;
  if (measured === null || limit === null) return <EmptyCell />;
  if (rule === 'licence') {
    if (measured < 0) return <span>{text('licenceOver')}</span>;
    return <span>{text('licenceLeft', { count: measured, shown: format.number(measured) })}</span>;
  }
  /** Of a small file nothing would be left in whole megabytes. */
  if (rule === 'size')
    return (
      <span>
        {text('measuredSize', { bytes: format.bytes(row.asset.bytes), limit: format.number(limit) })}
      </span>
    );
  const values = { measured: format.number(measured), limit: format.number(limit) };
  return <span>{text('measured', { ...values, unit: text(`units.${rule}`) })}</span>;
}
