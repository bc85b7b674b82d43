/** The request that a partner would be sent for a placement, marked as a test. Pure. */
import type { Device } from '../../../../shared/contract/fleet/device.ts';
import type { InventoryMapping } from '../../../../shared/contract/programmatic/inventoryMapping.ts';
import type { MultiplierModel } from '../../../../shared/contract/programmatic/multiplierModel.ts';
import type { Partner } from '../../../../shared/contract/programmatic/partner.ts';
import type { Placement } from '../../../../shared/contract/programmatic/placement.ts';
import type { Listing } from '../../../../shared/contract/sales/listing.ts';
import { buildRequest } from '../../../../shared/openrtb/build/buildRequest.ts';
import { impressionsAt } from '../../../../shared/openrtb/build/multiplier.ts';
import { placementInput, positionOf } from '../../../../shared/openrtb/build/screenInput.ts';
import type { Json } from '../../../../shared/openrtb/json.ts';
import { uuid7 } from '../../../../shared/random.ts';

const MINUTE_MS = 60_000;

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
  /** Of a position that leaves the server. */
  place_decimals: number;
}
export interface SpotTime {
  /** ms */
  now: number;
  minutes: number;
}

export function requestOfPlacement(placed: Placed, { now, minutes }: SpotTime): Json {
  const { placement, partner, device, mapping, model, listing, publisher, place_decimals } = placed;
  const play_at = now + minutes * MINUTE_MS;
  const [usual = 'EUR'] = partner.currencies;
  const currency = listing?.currency ?? usual;
  return buildRequest({
    id: uuid7(now),
    placement: placementInput(placement, mapping, impressionsAt(model, { at: play_at, tz: device.tz })),
    time: { play_at, exp_s: minutes * 60 + partner.report_deadline_s },
    position: positionOf(placed, now),
    partner: { ...partner, currencies: [currency], test_mode: true },
    floor: { micros: listing?.floor_micros ?? 0, currency },
    deals: [],
    policy: { place_decimals, publisher },
  });
}
