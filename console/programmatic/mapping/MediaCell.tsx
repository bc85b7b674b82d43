import type { Placement } from '../../../shared/contract/programmatic/placement.ts';
import { useText } from '../../kit/text/useText.ts';

/** What a placement may show, in words. */
export function MediaCell({ row: { media } }: { row: Pick<Placement, 'media'> }) {
  const text = useText('programmaticPlacements');
  return <>{media.map(medium => text(`values.${medium}`)).join(text('separator'))}</>;
}
