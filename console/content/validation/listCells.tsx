import type { Validation } from '../../../shared/contract/content/validation.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { Picture } from '../creatives/Picture.tsx';
import { QuarantineMark, toDecideOn } from '../creatives/Quarantine.tsx';
import { VALIDATION_BADGES } from './states.ts';

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
    {(row.quarantine === null || row.state !== 'pass') && (
      <StateMark badge={VALIDATION_BADGES[row.state]} value={row.state} resource="validations" />
    )}
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
