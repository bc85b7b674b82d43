/** The ride that goes on and what its rider has set; whoever draws or plays is told of each change. */
import { every, type Clock } from '../../shared/clock.ts';
import { NO_WISHES, pressed, type Press, type Wishes } from './controls.ts';
import { firstRide, isQuiet, ride, type Ride, type Sign } from './ride.ts';

export interface RidesState {
  ride: Ride;
  wishes: Wishes;
  /** Nobody is there to be shone at. */
  quiet: boolean;
}

const LOOK_AGAIN_MS = 10_000;

/** `own`: the volume the screen has without a rider, 0–100. */
export function createRides({ clock, newId, own }: { clock: Clock; newId: () => string; own: () => number }) {
  let state: RidesState = { ride: firstRide(clock.mono(), newId), wishes: NO_WISHES, quiet: false };
  const listeners = new Set<(state: RidesState) => void>();

  function become(next: RidesState) {
    const isSame = (Object.keys(next) as (keyof RidesState)[]).every(key => next[key] === state[key]);
    state = next;
    if (!isSame) for (const listener of listeners) listener(state);
  }
  function sign(one: Sign) {
    const now = clock.mono();
    const next = ride(state.ride, one, now, newId);
    /** What one rider set is no other rider's. */
    const wishes = next.id === state.ride.id ? state.wishes : NO_WISHES;
    become({ ride: next, wishes, quiet: isQuiet(next, now) });
  }
  every(clock, LOOK_AGAIN_MS, () => sign({ on: 'tick' }));

  return {
    state: () => state,
    sign,
    press: (press: Press) => become({ ...state, wishes: pressed(state.wishes, press, own()) }),
    /** Calls at once and after each change. */
    watch(listener: (state: RidesState) => void) {
      listeners.add(listener);
      listener(state);
    },
  };
}
export type Rides = ReturnType<typeof createRides>;
