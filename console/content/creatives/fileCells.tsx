/** Cells of a file and of what is made of it. */
import { useTranslation } from 'react-i18next';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { DurationCell, EmptyCell } from '../../kit/fields/cells.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { LicenceCell } from '../media/LicenceCell.tsx';
import { QuarantineMark } from './Quarantine.tsx';
import { CREATIVE_BADGES } from './states.ts';

export const SizeCell = ({ value }: { value: Creative['asset'] }) => (
  <span className="font-mono">
    {value.w}×{value.h}
  </span>
);
export const FileBytesCell = ({ value }: { value: Creative['asset'] }) => (
  <span className="font-mono">{useFormat().bytes(value.bytes)}</span>
);
export const TypeCell = ({ value }: { value: Creative['asset'] }) => (
  <span className="font-mono wrap-anywhere">
    {value.codec === null ? value.mime : `${value.mime} ${value.codec}`}
  </span>
);
export const FileCell = ({ value }: { value: Creative['asset'] }) => (
  <span className="block truncate" title={value.filename}>
    {value.filename}
  </span>
);
export const ShaCell = ({ value }: { value: Creative['asset'] }) => (
  <span className="block truncate font-mono select-all" title={value.sha256}>
    {value.sha256}
  </span>
);

export const FileLicenceCell = ({ value }: { value: Creative['asset'] }) => (
  <LicenceCell value={value.licence_until} />
);
export const VideoDurationCell = ({ row }: { row: Creative }) =>
  row.kind !== 'image' ? <DurationCell value={row.duration_ms} /> : <EmptyCell />;

/** The reason is a word of the server; one without a text here is shown as it stands. */
export function ApprovalCell({ value }: { value: string | null }) {
  const text = useText('creatives');
  const { i18n } = useTranslation();
  const key = `approval.${value?.replaceAll(' ', '_')}`;
  if (value === null) return <EmptyCell />;
  return <>{i18n.exists(key, { ns: 'creatives' }) ? text(key) : value}</>;
}

/** A state alone would say that it may be shown. */
export const CreativeStateCell = ({ row }: { row: Creative }) => (
  <span className="inline-flex flex-wrap gap-x-3">
    <StateMark badge={CREATIVE_BADGES[row.state]} value={row.state} resource="creatives" />
    {row.quarantine && <QuarantineMark />}
  </span>
);
