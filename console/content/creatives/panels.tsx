import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { DurationCell, EmptyCell } from '../../kit/fields/cells.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ChecksOf } from '../validation/panels.tsx';
import { Preview } from './Preview.tsx';

export function PreviewPanel({ row }: { row: Creative }) {
  const text = useText('creatives');
  return (
    <>
      {row.has_newer_file && (
        <div className="mb-3">
          <Notice tone="info">{text('newerFile')}</Notice>
        </div>
      )}
      <Preview asset={row.asset} label={row.alt_text || row.name} />
    </>
  );
}

export const ChecksPanel = ({ row }: { row: Creative }) => <ChecksOf creative_id={row.id} />;

export function UsedInPanel({ row }: { row: Creative }) {
  const text = useText('creatives');
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.used')}</h2>
      {row.used_in.length === 0 && <p className="text-ink-2">{text('unused')}</p>}
      <ul>
        {row.used_in.map(playlist => (
          <li key={playlist.id} className="border-b border-line">
            <Link
              href={`/playlists/${playlist.id}`}
              className="flex min-h-11 items-center font-semibold text-primary hover:underline"
            >
              {playlist.name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

export const SizeCell = ({ value }: { value: Creative['asset'] }) => (
  <span className="font-mono">
    {value.w}×{value.h}
  </span>
);
export const FileBytesCell = ({ value }: { value: Creative['asset'] }) => (
  <span className="font-mono">{useFormat().bytes(value.bytes)}</span>
);
export const TypeCell = ({ value }: { value: Creative['asset'] }) => (
  <span className="font-mono">{value.codec === null ? value.mime : `${value.mime} ${value.codec}`}</span>
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
