import type { MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import { Picture } from '../creatives/Picture.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { LicenceText } from './LicenceCell.tsx';
import { ASSET_BADGES } from './states.ts';

export function MediaCard({ row }: { row: MediaFile }) {
  const text = useText('media');
  const format = useFormat();
  return (
    <>
      <Picture asset={row} alt="" className="aspect-video w-full" />
      <div className="px-4 pt-3 pb-3">
        <p className="truncate font-semibold" title={row.filename}>
          {row.filename}
        </p>
        <p className="flex flex-wrap gap-x-3 font-mono text-13 text-ink-2">
          <span>{format.bytes(row.bytes)}</span>
          <span>
            {row.w}×{row.h}
          </span>
          {row.duration_ms !== null && <span>{clockLength(row.duration_ms)}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 pr-10 text-13">
          <StateMark badge={ASSET_BADGES[row.state]} value={row.state} resource="media" />
          <span className="text-ink-3">
            {text('usedCount', { count: row.creative_count, shown: format.number(row.creative_count) })}
          </span>
          <LicenceText until={row.licence_until} />
        </p>
        {row.tags.length > 0 && (
          <p className="truncate pr-10 text-13 text-ink-2" title={row.tags.join(', ')}>
            {row.tags.join(', ')}
          </p>
        )}
      </div>
    </>
  );
}
