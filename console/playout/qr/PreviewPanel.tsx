import type { QrRule } from '../../../shared/contract/playout/rules/qrRule.ts';
import { useText } from '../../kit/text/useText.ts';

const PLACES: Record<QrRule['place'], string> = {
  top_left: 'items-start justify-start',
  top_right: 'items-start justify-end',
  bottom_left: 'items-end justify-start',
  bottom_right: 'items-end justify-end',
  side: 'items-center justify-end',
};
/** Where on a screen of 16:9 the code stands, drawn to scale. */
export function PreviewPanel({ row }: { row: QrRule }) {
  const text = useText('qrRules');
  return (
    <div
      role="img"
      aria-label={text('preview.label', { place: text(`values.${row.place}`) })}
      className={`flex aspect-video w-full max-w-[480px] bg-neutral-tint p-[2%] ${PLACES[row.place]}`}
    >
      <span className="aspect-square border border-ink bg-surface" style={{ height: `${row.size_pct}%` }}>
        <svg viewBox="0 0 7 7" aria-hidden="true" className="size-full fill-ink">
          <path d="M1 1h2v2H1zM4 1h2v2H4zM1 4h2v2H1zM4 4h1v1H4zM5 5h1v1H5z" />
        </svg>
      </span>
    </div>
  );
}
