/**
 * Who is in the car, as far as a screen can tell: from the speed, a touch and the driver's word. Pure; monotonic ms.
 * A rider who touches nothing is a rider, too: only the driver says that the car is empty.
 */
import type { RideState } from '../../shared/contract/playout/schedule.ts';
import { RIDE_OUTLIVES_MS } from './storedRide.ts';

export interface Ride {
  at: RideState;
  /** Random, of this ride alone; null where nobody rides. */
  id: string | null;
  since: number;
  /** The driver's word holds until he takes it back, or a hand on the screen does. */
  isSaidEmpty: boolean;
  /** Since when the car is known to stand; null while it moves or nobody knows. */
  standingSince: number | null;
}
export type RideEvent =
  /** Null: not known. */
  | { on: 'speed'; kmh: number | null }
  /** A hand on the screen that is not the driver's. */
  | { on: 'touch' }
  | { on: 'driver'; occupied: boolean }
  | { on: 'tick' };

/** At most this fast is standing, km/h: a fix wanders. */
export const STANDING_KMH = 3;
/** At least this fast is driving, km/h; between the two nothing changes. */
export const DRIVING_KMH = 10;
/** Longer than a red light: the driver may leave the road with his eyes. */
export const STANDING_AFTER_MS = 3 * 60_000;
/** Longer than a jam, in which a ride goes on with all its rider has set. */
export const PARKED_AFTER_MS = RIDE_OUTLIVES_MS;

export const firstRide = (now: number, newId: () => string): Ride => newRide(now, newId, null);

const newRide = (now: number, newId: () => string, standingSince: number | null): Ride => ({
  at: 'riding',
  id: newId(),
  since: now,
  isSaidEmpty: false,
  standingSince,
});
const setRideState = (ride: Ride, at: Exclude<RideState, 'riding'>, now: number): Ride =>
  ride.at === at ? ride : { ...ride, at, id: null, since: now };

/** Reducer of rides. A new ride gets a new id; without a change the same object is returned. */
export function rideReducer(before: Ride, event: RideEvent, now: number, newId: () => string): Ride {
  switch (event.on) {
    case 'driver':
      if (!event.occupied) return { ...setRideState(before, 'empty', now), isSaidEmpty: true };
      return before.at === 'riding' ? before : newRide(now, newId, before.standingSince);
    case 'touch':
      return before.at === 'riding' ? before : newRide(now, newId, before.standingSince);
    case 'speed':
      return afterStanding(afterSpeed(before, event.kmh, now, newId), now);
    case 'tick':
      return afterStanding(before, now);
  }
}

function afterSpeed(before: Ride, kmh: number | null, now: number, newId: () => string): Ride {
  if (kmh !== null && kmh <= STANDING_KMH)
    return before.standingSince === null ? { ...before, standingSince: now } : before;
  if (kmh !== null && kmh < DRIVING_KMH) return before;
  // What is not known is not parked: somebody may have got in.
  if (before.at === 'parked' && !before.isSaidEmpty) return newRide(now, newId, null);
  if (before.at === 'parked') return { ...setRideState(before, 'empty', now), standingSince: null };
  return before.standingSince === null ? before : { ...before, standingSince: null };
}

/** Who gets in while the car stands has as long before the ride is over. */
function afterStanding(now: Ride, at: number): Ride {
  const { standingSince, since } = now;
  if (standingSince === null || at - Math.max(standingSince, since) < PARKED_AFTER_MS) return now;
  return setRideState(now, 'parked', at);
}

/** The car is known to stand, and has for a while, whoever is in it. */
export const isStanding = ({ standingSince }: Ride, now: number): boolean =>
  standingSince !== null && now - standingSince >= STANDING_AFTER_MS;

/** Nobody is there to be shone at or spoken to: at once on the driver's word, after a while where the car stands. */
export const QUIET_AFTER_MS = 5 * 60_000;
export const isQuiet = ({ at, since }: Ride, now: number): boolean =>
  at === 'empty' || (at === 'parked' && now - since >= QUIET_AFTER_MS);
