/** The request that a partner would be sent for a placement, marked as a test. Pure. */
import type { Device } from '../../../../shared/contract/fleet/device.ts';
import {
  VENUE_TAX,
  type InventoryMapping,
} from '../../../../shared/contract/programmatic/inventoryMapping.ts';
import {
  MULTIPLIER_ONE,
  type MultiplierModel,
} from '../../../../shared/contract/programmatic/multiplierModel.ts';
import type { Partner } from '../../../../shared/contract/programmatic/partner.ts';
import type { Placement } from '../../../../shared/contract/programmatic/placement.ts';
import type { Listing } from '../../../../shared/contract/sales/listing.ts';
import { MULTIPLIER_PLACES } from '../../../../shared/openrtb/auction/cost.ts';
import { scaledOf } from '../../../../shared/openrtb/auction/price.ts';
import { buildRequest } from '../../../../shared/openrtb/build/buildRequest.ts';
import { multiplierAt } from '../../../../shared/openrtb/build/multiplier.ts';
import type { PlacementInput } from '../../../../shared/openrtb/build/requestInput.ts';
import type { Json } from '../../../../shared/openrtb/json.ts';
import { uuid7 } from '../../../../shared/random.ts';

const MINUTE_MS = 60_000;
/** A position leaves by about a kilometre, as in every request. */
const PLACE_DECIMALS = 2;

export interface Placed {
  placement: Placement;
  partner: Partner;
  device: Pick<Device, 'tz' | 'reported'>;
  location: { lat: number; lng: number } | null;
  /** null: the partner does not know it yet. */
  mapping: InventoryMapping | null;
  model: MultiplierModel | null;
  listing: Pick<Listing, 'floor_micros' | 'currency'> | null;
  publisher: { id: string; name: string; domain: string };
}
export interface SpotTime {
  /** ms */
  now: number;
  minutes: number;
}

/** As the planner says it: of a screen that moves its own report, of one that stands its location. */
function positionOf({ placement, device, location }: Placed, now: number) {
  if (!placement.movable) return location && { lat: location.lat, lon: location.lng };
  const place = device.reported?.place;
  if (!place) return null;
  const age_s = Math.max(0, Math.round((now - Date.parse(place.at)) / 1_000));
  return { lat: place.lat, lon: place.lng, accuracy_m: place.acc_m, age_s };
}

export function requestOfPlacement(placed: Placed, { now, minutes }: SpotTime): Json {
  const { placement, partner, device, mapping, model, listing, publisher } = placed;
  const play_at = now + minutes * MINUTE_MS;
  const multiplier = model ? multiplierAt(model.table, play_at, device.tz) : MULTIPLIER_ONE;
  const venuetype = mapping?.venuetype ?? [];
  const { w, h, ppi, media, mimes, spot_len_s, allow_audio, boxing_allowed, venue_ids } = placement;
  const [usual = 'EUR'] = partner.currencies;
  const currency = listing?.currency ?? usual;
  return buildRequest({
    id: uuid7(now),
    placement: {
      ...{ code: placement.id, screen_id: mapping?.external_screen_id ?? placement.id },
      ...{ w, h, ppi, media, mimes, spot_len_s, allow_audio, boxing_allowed },
      venuetypetax: mapping?.venuetypetax ?? VENUE_TAX.usual,
      venuetype: venuetype.length > 0 ? venuetype : [venue_ids.openooh_1_1],
      multiplier_e4: scaledOf(multiplier, MULTIPLIER_PLACES) ?? 0,
      sourcetype: (model?.sourcetype ?? 0) as PlacementInput['sourcetype'],
      vendor: model?.vendor ?? null,
    },
    time: { play_at, exp_s: minutes * 60 + partner.report_deadline_s },
    position: positionOf(placed, now),
    partner: { ...partner, currencies: [currency], test_mode: true },
    floor: { micros: listing?.floor_micros ?? 0, currency },
    deals: [],
    policy: { place_decimals: PLACE_DECIMALS, publisher },
  });
}
