import type { Asset } from '../../../shared/contract/content/media.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import { Picture } from '../creatives/Picture.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { ASSET_BADGES } from './states.ts';
import { useFormat } from '../../kit/text/useFormat.ts';

export function MediaCard({ row }: { row: Asset }) {
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
        <p className="text-13">
          <StateMark badge={ASSET_BADGES[row.state]} value={row.state} resource="media" />
        </p>
      </div>
    </>
  );
}
