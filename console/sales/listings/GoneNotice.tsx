import type { Listing } from '../../../shared/contract/sales/listing.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';

/** Why it cannot be published. */
export function GoneNotice({ row }: { row: Listing }) {
  const text = useText('listings');
  if (!row.is_gone) return null;
  return <Notice tone="warn">{text(row.device_id === null ? 'gone.groupText' : 'gone.deviceText')}</Notice>;
}
