/** The ride that goes on and what its rider has set; whoever draws or plays is told of each change. */
import { every, type Clock } from '../../shared/clock.ts';
import {
  NO_RIDER_SETTINGS,
  applyRiderAction,
  riderVolume,
  type RiderAction,
  type RiderSettings,
} from './controls.ts';
import { firstRide, isQuiet, rideReducer, type Ride, type RideEvent } from './ride.ts';

export interface RidesState {
  ride: Ride;
  wishes: RiderSettings;
  /** Nobody is there to be shone at. */
  quiet: boolean;
}

const LOOK_AGAIN_MS = 10_000;

/** `own`: the volume the screen has without a rider, 0–100. `begun`: the ride that goes on since before this start. */
export function createRides({
  clock,
  newId,
  own: screenVolume,
  begun = null,
}: {
  clock: Clock;
  newId: () => string;
  own: () => number;
  begun?: Pick<RidesState, 'ride' | 'wishes'> | null;
}) {
  const { ride, wishes } = begun ?? { ride: firstRide(clock.mono(), newId), wishes: NO_RIDER_SETTINGS };
  let state: RidesState = { ride, wishes, quiet: isQuiet(ride, clock.mono()) };
  const listeners = new Set<(state: RidesState) => void>();

  function setState(next: RidesState) {
    const isSame = (Object.keys(next) as (keyof RidesState)[]).every(key => next[key] === state[key]);
    state = next;
    if (!isSame) for (const listener of listeners) listener(state);
  }
  function dispatch(event: RideEvent) {
    const now = clock.mono();
    const next = rideReducer(state.ride, event, now, newId);
    /** What one rider set is no other rider's. */
    const wishes = next.id === state.ride.id ? state.wishes : NO_RIDER_SETTINGS;
    setState({ ride: next, wishes, quiet: isQuiet(next, now) });
  }
  every(clock, LOOK_AGAIN_MS, () => dispatch({ on: 'tick' }));

  return {
    state: () => state,
    sign: dispatch,
    /** What the rider hears, 0–100. */
    volume: () => riderVolume(state.wishes, false, screenVolume()),
    press: (press: RiderAction) =>
      setState({ ...state, wishes: applyRiderAction(state.wishes, press, screenVolume()) }),
    /** Calls at once and after each change; the answer ends it. */
    watch(listener: (state: RidesState) => void): () => void {
      listeners.add(listener);
      listener(state);
      return () => void listeners.delete(listener);
    },
  };
}
export type Rides = ReturnType<typeof createRides>;
