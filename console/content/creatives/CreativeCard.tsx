import type { Creative } from '../../../shared/contract/content/creative.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { CREATIVE_BADGES } from './states.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { LicenceText } from '../media/LicenceCell.tsx';
import { Picture } from './Picture.tsx';
import { QuarantineMark } from './Quarantine.tsx';

export function CreativeCard({ row }: { row: Creative }) {
  const text = useText('creatives');
  const format = useFormat();
  const { asset } = row;
  return (
    <>
      <Picture asset={asset} alt="" className="aspect-video w-full" />
      <div className="px-4 pt-3 pb-3">
        <p className="truncate font-semibold" title={row.name}>
          {row.name}
        </p>
        <p className="truncate pr-10 text-13 text-ink-2">
          {text(`values.${row.kind}`)}
          {row.kind !== 'image' && <span className="font-mono"> {clockLength(row.duration_ms)}</span>}
          <span className="font-mono">
            {' '}
            {asset.w}×{asset.h}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-3 pr-10 text-13">
          <StateMark badge={CREATIVE_BADGES[row.state]} value={row.state} resource="creatives" />
          {row.fails_check && <Mark shape="rejected" tone="danger" label={text('values.failing')} />}
          {row.quarantine && <QuarantineMark />}
          <span className="text-ink-3">
            {text('usedCount', { count: row.used_in.length, shown: format.number(row.used_in.length) })}
          </span>
          <LicenceText until={asset.licence_until} />
        </p>
      </div>
    </>
  );
}
