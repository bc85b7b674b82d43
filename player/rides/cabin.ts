/** What a rider and a driver share: the ride that goes on, and the shift. */
import type { Rides } from './rides.ts';
import type { ShiftStore } from './shift.ts';

export interface Cabin {
  rides: Rides;
  shift: ShiftStore;
}
