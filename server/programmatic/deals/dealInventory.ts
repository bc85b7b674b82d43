/** Which screens a deal is for. Pure: the planner, the explanation and the tests ask it the same way. */
import type { Deal } from '../../../shared/contract/programmatic/deal.ts';
import type { Placement } from '../../../shared/contract/programmatic/placement.ts';
import type { Coordinates } from '../../../shared/contract/playout/fence.ts';
import { isInFence } from '../../../shared/playout/place/fences.ts';

export interface OfferedScreen {
  placement: Pick<Placement, 'id' | 'venue_ids' | 'media'>;
  /** Of its screen. */
  tags: readonly string[];
  /** Where it was last; null: nobody knows, and it is in no place that a deal names. */
  place: Coordinates | null;
}
const isAny = (list: readonly unknown[]) => list.length === 0;

export function isInInventory(
  { placement_ids, tags, venue_ids, geo, media }: Deal['inventory'],
  { placement, tags: own, place }: OfferedScreen,
): boolean {
  return (
    (isAny(placement_ids) || placement_ids.includes(placement.id)) &&
    (isAny(tags) || tags.some(tag => own.includes(tag))) &&
    (isAny(venue_ids) || venue_ids.includes(placement.venue_ids.openooh_1_1)) &&
    (isAny(media) || placement.media.every(one => media.includes(one))) &&
    (isAny(geo) || (place !== null && geo.some(fence => isInFence(place, fence))))
  );
}
