/** Rides that outlive a restart: stored with each change, and each minute, so that a gap is known for what it is. */
import { every, type Clock } from '../../shared/clock.ts';
import { readValue, writeValues, type Connection, type StoredRide } from '../../shared/device/storage.ts';
import { createRides, type Rides, type RidesState } from './rides.ts';
import { gapOf, rideGoingOn } from './storedRide.ts';

const STORED_EVERY_MS = 60_000;

/** By the monotonic clock of this start: what had lasted so long before has lasted as long and the gap. */
function rebasedRide(stored: StoredRide, now: number | null, mono: number): StoredRide['ride'] {
  const { ride } = stored;
  const shift = mono - stored.mono - gapOf(stored, now);
  const { standingSince } = ride;
  return {
    ...ride,
    since: ride.since + shift,
    standingSince: standingSince === null ? null : standingSince + shift,
  };
}

interface Ports {
  db: Connection;
  clock: Clock;
  /** The server's time, ms; null while it is not known. */
  now: () => number | null;
  newId: () => string;
  /** The volume the screen has without a rider, 0–100. */
  own: () => number;
  onFault: (error: unknown) => void;
}
export async function createLastingRides({ db, clock, now, onFault, ...ports }: Ports): Promise<Rides> {
  const stored = rideGoingOn(await readValue(db, 'ride'), now());
  const begun = stored && {
    ride: rebasedRide(stored, now(), clock.mono()),
    wishes: stored.wishes,
  };
  const rides = createRides({ clock, ...ports, begun });
  let written: Pick<RidesState, 'ride' | 'wishes'> | null = null;
  function store() {
    const { ride, wishes } = rides.state();
    written = { ride, wishes };
    writeValues(db, { ride: { ride, wishes, at: now(), mono: clock.mono() } }).catch(onFault);
  }
  rides.watch(({ ride, wishes }) => {
    if (written?.ride !== ride || written.wishes !== wishes) store();
  });
  every(clock, STORED_EVERY_MS, store);
  return rides;
}
