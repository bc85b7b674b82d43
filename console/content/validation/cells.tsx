import type { Validation } from '../../../shared/contract/content/validation.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { Picture } from '../creatives/Picture.tsx';
import { QuarantineMark, toDecideOn } from '../creatives/Quarantine.tsx';
import { VALIDATION_BADGES } from './states.ts';

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

export const CheckedFileCell = ({ row }: { row: Validation }) => (
  <span className="flex items-center gap-x-3 py-1 max-sm:flex-col max-sm:items-start">
    <Picture asset={toDecideOn(row.asset)} alt="" className="h-10 w-[71px] shrink-0" />
    <span className="min-w-0 truncate" title={row.name}>
      {row.name}
    </span>
  </span>
);
/** What passed its checks may be off the screens all the same. */
export const ResultCell = ({ row }: { row: Validation }) => (
  <span className="inline-flex flex-wrap gap-x-3">
    <StateMark badge={VALIDATION_BADGES[row.state]} value={row.state} resource="validations" />
    {row.quarantine && <QuarantineMark />}
  </span>
);
export const QuarantineReasonCell = ({ value }: { value: Validation['quarantine'] }) =>
  value && value.reason !== '' ? (
    <span className="block truncate" title={value.reason}>
      {value.reason}
    </span>
  ) : (
    <EmptyCell />
  );
