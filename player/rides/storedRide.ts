/** The ride as it outlives a restart of the page: a new one is begun only where somebody may have got out meanwhile. Pure. */
import type { StoredRide } from '../../shared/device/storage.ts';

/** As long as a car may stand before its ride is over. */
export const RIDE_OUTLIVES_MS = 15 * 60_000;

/** ms since it was stored; a clock that is not known, or was set back, says nothing against it. */
export const gapOf = ({ at }: StoredRide, now: number | null) =>
  at === null || now === null ? 0 : Math.max(0, now - at);

/** null: there was none, or it was so long ago that it is another one. `now`: the server's time, ms. */
export const rideGoingOn = (stored: StoredRide | null, now: number | null): StoredRide | null =>
  stored && gapOf(stored, now) < RIDE_OUTLIVES_MS ? stored : null;
