/** Where a taxi of the demo is: round after round through its city, each on a way of its own. Pure. */
import { instant } from '../../../shared/clock.ts';
import type { Reported } from '../../../shared/contract/fleet/device.ts';
import type { ScreenPosition } from '../../../shared/playout/rights.ts';

const CENTRE = { lat: 38.7372, lng: -9.1445 };
/** Degrees from there, so that no way leads into the river. */
const REACH = { lat: 0.018, lng: 0.03 };
const ROUND_MS = 40 * 60_000;
const ACCURACY_M = 12;
const DIGITS = 1e4;
const rounded = (degrees: number) => Math.round(degrees * DIGITS) / DIGITS;

/** Of a number between 0 and 1 for each screen. */
const shareOf = (id: string) => (Number.parseInt(id.slice(-6), 16) || 0) / 0xff_ff_ff;

export function placeAt(device_id: string, now: number): NonNullable<Reported['place']> {
  const own = shareOf(device_id);
  const angle = 2 * Math.PI * (now / ROUND_MS + own);
  const wide = 0.4 + 0.6 * own;
  return {
    lat: rounded(CENTRE.lat + REACH.lat * wide * Math.sin(angle + own)),
    lng: rounded(CENTRE.lng + REACH.lng * wide * Math.cos(angle)),
    acc_m: ACCURACY_M,
    at: instant(now),
  };
}

/** A fix that was read at this very moment. */
export function positionAt(device_id: string, now: number): ScreenPosition {
  const { lat, lng, acc_m } = placeAt(device_id, now);
  return { lat, lng, acc_m, age_ms: 0 };
}
