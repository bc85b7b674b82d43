/** How long this screen has played since the driver's shift began: kept each minute, for the driver's eyes. */
import { every, instant, type Clock } from '../../shared/clock.ts';
import { readValue, writeValues, type Connection, type Shift } from '../../shared/device/storage.ts';

const KEPT_MS = 60_000;

/** `now`: the server's time, ms; `isPlaying`: content is on screen and seen. */
interface Ports {
  db: Connection;
  clock: Clock;
  now: () => number;
  isPlaying: () => boolean;
  onFault: (error: unknown) => void;
}
export async function createShift({ db, clock, now, isPlaying, onFault }: Ports) {
  const newShift = (): Shift => ({ since: instant(Math.round(now())), playedMs: 0 });
  let shift = (await readValue(db, 'shift')) ?? newShift();
  const keep = () => writeValues(db, { shift });
  every(clock, KEPT_MS, () => {
    if (!isPlaying()) return;
    shift = { ...shift, playedMs: shift.playedMs + KEPT_MS };
    keep().catch(onFault);
  });
  return {
    now: () => shift,
    /** The next one begins at once: what plays on is its. */
    async end(): Promise<Shift> {
      const ended = shift;
      shift = newShift();
      await keep();
      return ended;
    },
  };
}
export type ShiftStore = Awaited<ReturnType<typeof createShift>>;
