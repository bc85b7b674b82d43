/** What a rider and a driver share: the ride that goes on, and the shift. */
import type { Fix } from '../place/position.ts';
import type { Rides } from './rides.ts';
import type { ShiftStore } from './shift.ts';

export interface Cabin {
  rides: Rides;
  shift: ShiftStore;
  /** Where the car is; null where that is not known, or nobody may know. */
  place: () => Fix | null;
}
