/** What a simulated screen shows: what it decides while somebody rides, and while the car waits for the next one. Each item shown becomes a record. */
import type { Clock } from '../../../shared/clock.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import type { Moment } from '../../../shared/playout/rights.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Show } from './decisions.ts';
import type { Records } from './records.ts';

export interface PlaybackPorts {
  clock: Clock;
  random: () => number;
  records: Records;
  /** What begins at this moment, ms; null: nothing. */
  next: (at: number, ride: RideNow) => Show | null;
  isOnline: () => boolean;
  onFault: (error: unknown) => void;
}
/** `ride_id`: while somebody rides. */
export type RideNow = Pick<Moment, 'ride' | 'ride_id'>;
/** ms */
export interface Range {
  least: number;
  most: number;
}

const MINUTE_MS = 60_000;
const RIDE_MS: Range = { least: 4 * MINUTE_MS, most: 12 * MINUTE_MS };
const EMPTY_MS: Range = { least: 3 * MINUTE_MS, most: 10 * MINUTE_MS };
const LOOK_AGAIN_MS = 1_000;

export const within = ({ least, most }: Range, random: () => number) => least + random() * (most - least);

export function startPlayback({ clock, random, records, next, isOnline, onFault }: PlaybackPorts) {
  let current: { item: Show['item']; since: number } | null = null;
  let waiting: PlayRecord[] = [];
  let isStopped = false;
  let cancelWait = () => {};
  const wait = (ms: number) =>
    new Promise<void>(done => {
      const cancel = clock.after(ms, done);
      cancelWait = () => {
        cancel();
        done();
      };
    });

  async function playNext(ride: RideNow): Promise<void> {
    const start = clock.now();
    const show = next(start, ride);
    if (!show) return wait(LOOK_AGAIN_MS);
    current = { item: show.item, since: start };
    await wait(show.item.duration_ms);
    const { duration_ms } = show.item;
    const shown_ms = isStopped ? Math.min(duration_ms, clock.now() - start) : duration_ms;
    waiting.push(await records.add({ ...show, start, shown_ms, isOnline: isOnline() }));
  }
  /** An item that fails ends neither the ride nor the server that simulates it. */
  function lookAgain(error: unknown): Promise<void> {
    onFault(error);
    return wait(LOOK_AGAIN_MS);
  }
  async function playFor(ms: number, ride: RideNow): Promise<void> {
    const end = clock.mono() + ms;
    while (clock.mono() < end && !isStopped) await playNext(ride).catch(lookAgain);
  }
  async function drive(): Promise<void> {
    while (!isStopped) {
      await playFor(within(RIDE_MS, random), { ride: 'riding', ride_id: uuid7(clock.now()) });
      await playFor(within(EMPTY_MS, random), { ride: 'empty' });
    }
    current = null;
  }
  const driven = drive();

  return {
    current: () => current,
    waiting: (): readonly PlayRecord[] => waiting,
    /** These were handed in. */
    settle: (count: number) => void (waiting = waiting.slice(count)),
    /** What is on screen is interrupted. */
    stop(): Promise<void> {
      isStopped = true;
      cancelWait();
      return driven;
    },
  };
}
