/** What this screen knows about the moment an item would begin: the time, its zone, the weather, its place. */
import type { Clock } from '../../shared/clock.ts';
import type { ServerTime } from '../../shared/device/time.ts';
import type { RideState } from '../../shared/contract/playout/schedule.ts';
import type { Moment, ScreenPosition } from '../../shared/playout/rights.ts';
import { zoneOf, type ContentStore } from './content.ts';

interface Ports {
  clock: Pick<Clock, 'mono'>;
  time: Pick<ServerTime, 'knownNow'>;
  content: Pick<ContentStore, 'active'>;
}

export function createMoments({ clock, time, content }: Ports) {
  let place: (due: number) => ScreenPosition | null = () => null;
  let ride: () => RideState | undefined = () => undefined;
  return {
    /** `due`: monotonic ms. */
    at(due: number): Moment {
      const [now, active] = [time.knownNow(), content.active()];
      return {
        at: now === null ? null : now + due - clock.mono(),
        tz: zoneOf(active),
        weather: active?.config?.weather ?? null,
        place: place(due),
        ride: ride(),
      };
    },
    /** As far as it is known now. */
    place: () => place(clock.mono()),
    /** The place is watched only where it was allowed, by a part that loads late. */
    setPlace: (source: (due: number) => ScreenPosition | null) => void (place = source),
    /** Only a screen that riders can touch knows of rides, by a part that loads late. */
    setRide: (source: () => RideState) => void (ride = source),
  };
}
export type Moments = ReturnType<typeof createMoments>;
