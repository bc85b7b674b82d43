/** Where this screen is: watched where somebody answered that it may be, for rides and for what is sold by place. */
import { readValue } from '../../shared/device/storage.ts';
import {
  enter,
  enteredAt,
  NOWHERE,
  whereaboutsAfter,
  type Whereabouts,
} from '../../shared/playout/place/whereabouts.ts';
import type { ScreenPosition } from '../../shared/playout/rights.ts';
import type { Player } from '../app/player.ts';
import { linesOf } from '../library/content.ts';
import { isKnown, watchPosition, type Fix, type PositionPorts } from './position.ts';

/** A decimetre: finer than any fix, so that all that is judged and all that is recorded is the same. */
const DEGREE_DIGITS = 6;
const rounded = (degrees: number) => Number(degrees.toFixed(DEGREE_DIGITS));

export interface ScreenPlace {
  /** Young and narrow enough to say where the car is; null: not known, or nobody may know. */
  fix: () => Fix | null;
  /** Speed in km/h with each fix; null: not known any more. */
  onSpeed: (listener: (kmh: number | null) => void) => void;
}
type Ports = Pick<Player, 'clock' | 'content' | 'moments' | 'time'> & Pick<PositionPorts, 'geolocation'>;

export function followPlace({ clock, content, moments, time, geolocation }: Ports): ScreenPlace {
  const listeners: ((kmh: number | null) => void)[] = [];
  let last: Fix | null = null;
  let whereabouts: Whereabouts = NOWHERE;
  let judged = linesOf(content.active());
  const lines = () => {
    const now = linesOf(content.active());
    if (now !== judged) whereabouts = { ...whereabouts, inside: enter(whereabouts, now) };
    return (judged = now);
  };
  moments.setPlace((due): ScreenPosition | null => {
    lines();
    if (!whereabouts.fix) return null;
    const { lat, lng, acc_m, at } = whereabouts.fix;
    return { lat, lng, acc_m, age_ms: Math.max(0, due - at), entered: enteredAt(whereabouts, due) };
  });
  watchPosition({
    clock,
    geolocation,
    onFix(fix) {
      last = fix;
      time.noteFix(fix.made_ms);
      const { lat, lng, accuracyM, at } = fix;
      const next = { lat: rounded(lat), lng: rounded(lng), acc_m: Math.ceil(accuracyM), at };
      whereabouts = whereaboutsAfter(whereabouts, next, lines());
      for (const listener of listeners) listener(fix.kmh);
    },
    /** What was known grows old by itself. */
    onLost() {
      for (const listener of listeners) listener(null);
    },
  });
  return {
    fix: () => (isKnown(last, clock.mono()) ? last : null),
    onSpeed: listener => void listeners.push(listener),
  };
}

/** Only where whoever answers for the screen allowed it: a place is a person's. */
export async function startPlace(
  player: Pick<Player, 'clock' | 'content' | 'db' | 'moments' | 'time'>,
): Promise<ScreenPlace> {
  const isAllowed = ((await readValue(player.db, 'place_allowed')) ?? false) && 'geolocation' in navigator;
  if (isAllowed) return followPlace({ ...player, geolocation: navigator.geolocation });
  return { fix: () => null, onSpeed: () => {} };
}
