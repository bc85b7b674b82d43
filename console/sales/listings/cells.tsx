import type { Listing } from '../../../shared/contract/sales/listing.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

interface CellProps {
  row: Listing;
}

/** The screen or group, and whether it is there no more. */
export function PlaceCell({ row }: CellProps) {
  const text = useText('listings');
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{row.place_name}</span>
      {row.is_gone ? (
        <span className="text-13 text-danger">
          {text(row.device_id === null ? 'gone.group' : 'gone.device')}
        </span>
      ) : (
        <span className="text-13 text-ink-2">
          {text(row.device_id === null ? 'values.group' : 'values.device')}
        </span>
      )}
    </span>
  );
}

/** `1280 × 800`, and the lengths of its spots. */
export function FormatCell({ row: { format: spot } }: CellProps) {
  const format = useFormat();
  return (
    <span className="flex flex-col whitespace-nowrap">
      <span className="font-mono">{sizeText({ format: spot })}</span>
      <span className="text-13 text-ink-2">{spot.durations_ms.map(format.seconds).join(', ')}</span>
    </span>
  );
}
export const sizeText = ({ format: { w, h } }: Pick<Listing, 'format'>) => `${w} × ${h}`;
