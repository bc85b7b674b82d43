/** What a request says of a screen and of its place: an auction and the tester say the same. Pure. */
import type { Device } from '../../contract/fleet/device.ts';
import type { InventoryMapping } from '../../contract/programmatic/inventoryMapping.ts';
import { VENUE_TAX } from '../../contract/programmatic/inventoryMapping.ts';
import type { Placement } from '../../contract/programmatic/placement.ts';
import { MULTIPLIER_PLACES } from '../auction/cost.ts';
import { scaledOf } from '../auction/price.ts';
import type { Impressions } from './multiplier.ts';
import type { PlacementInput, PositionInput } from './requestInput.ts';

const SECOND_MS = 1_000;

type ScreenOfPlacement = Pick<
  Placement,
  'id' | 'w' | 'h' | 'ppi' | 'media' | 'mimes' | 'spot_len_s' | 'allow_audio' | 'boxing_allowed' | 'venue_ids'
>;
/** How the partner knows it; null: not yet. */
type Mapping = Pick<InventoryMapping, 'external_screen_id' | 'venuetypetax' | 'venuetype'> | null;

export const placementInput = (
  placement: ScreenOfPlacement,
  mapping: Mapping,
  { multiplier, sourcetype, vendor }: Impressions,
): PlacementInput => ({
  ...{ code: placement.id, screen_id: mapping?.external_screen_id ?? placement.id },
  ...{ w: placement.w, h: placement.h, ppi: placement.ppi, media: placement.media, mimes: placement.mimes },
  ...{ spot_len_s: placement.spot_len_s, allow_audio: placement.allow_audio },
  ...{ boxing_allowed: placement.boxing_allowed, venuetypetax: mapping?.venuetypetax ?? VENUE_TAX.usual },
  venuetype: mapping?.venuetype.length ? mapping.venuetype : [placement.venue_ids.openooh_1_1],
  ...{ multiplier_e4: scaledOf(multiplier, MULTIPLIER_PLACES) ?? 0, sourcetype, vendor },
});

interface Placed {
  placement: Pick<Placement, 'movable'>;
  device: { reported: Pick<NonNullable<Device['reported']>, 'place'> | null };
  /** Where it stands; null: nobody has said. */
  location: { lat: number; lng: number } | null;
}
/** Of a screen that moves, where whoever answers for it lets it say so; one that stands has the place of its location. */
export function positionOf({ placement, device, location }: Placed, now: number): PositionInput | null {
  if (!placement.movable) return location && { lat: location.lat, lon: location.lng };
  const place = device.reported?.place;
  if (!place) return null;
  const age_s = Math.max(0, Math.round((now - Date.parse(place.at)) / SECOND_MS));
  return { lat: place.lat, lon: place.lng, accuracy_m: place.acc_m, age_s };
}
