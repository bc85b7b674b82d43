/** What this screen knows about the moment an item would begin: the time, its zone, the weather, its place. */
import type { Clock } from '../../shared/clock.ts';
import type { ServerTime } from '../../shared/device/time.ts';
import type { Moment, ScreenPosition } from '../../shared/playout/rights.ts';
import type { StoredRide } from '../../shared/device/storage.ts';
import type { Ride } from '../rides/ride.ts';
import { rideGoingOn } from '../rides/storedRide.ts';
import { zoneOf, type ContentStore } from './content.ts';

interface Ports {
  clock: Pick<Clock, 'mono'>;
  time: Pick<ServerTime, 'knownNow'>;
  content: Pick<ContentStore, 'active'>;
  /** The ride that went on at the last start; null: none, or no screen with rides. */
  storedRide?: () => StoredRide | null;
}

export function createMoments({ clock, time, content, storedRide = () => null }: Ports) {
  let place: (due: number) => ScreenPosition | null = () => null;
  let ride = (): Pick<Ride, 'at' | 'id'> | null => rideGoingOn(storedRide(), time.knownNow())?.ride ?? null;
  return {
    /** `due`: monotonic ms. */
    at(due: number): Moment {
      const [now, active, riding] = [time.knownNow(), content.active(), ride()];
      return {
        at: now === null ? null : now + due - clock.mono(),
        tz: zoneOf(active),
        weather: active?.config?.weather ?? null,
        place: place(due),
        ride: riding?.at,
        ride_id: riding?.id ?? undefined,
      };
    },
    /** As far as it is known now. */
    place: () => place(clock.mono()),
    /** The place is watched only where it was allowed, by a part that loads late. */
    setPlace: (source: (due: number) => ScreenPosition | null) => void (place = source),
    /** Only a screen that riders can touch knows of rides, by a part that loads late; until then the ride before holds. */
    setRide: (source: () => Pick<Ride, 'at' | 'id'>) => void (ride = source),
  };
}
export type Moments = ReturnType<typeof createMoments>;
