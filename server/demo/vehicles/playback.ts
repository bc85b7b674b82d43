/** What a simulated screen shows: its loop while somebody rides, then a pause. Each item shown becomes a record. */
import type { Clock } from '../../../shared/clock.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { isOpen, type Loop, type LoopItem, type Records } from './records.ts';

export interface PlaybackPorts {
  clock: Clock;
  random: () => number;
  records: Records;
  loop: () => Loop | null;
  isOnline: () => boolean;
}
/** ms */
export interface Range {
  least: number;
  most: number;
}

const MINUTE_MS = 60_000;
const RIDE_MS: Range = { least: 4 * MINUTE_MS, most: 12 * MINUTE_MS };
const PAUSE_MS: Range = { least: 3 * MINUTE_MS, most: 10 * MINUTE_MS };
const LOOK_AGAIN_MS = 1_000;

export const within = ({ least, most }: Range, random: () => number) => least + random() * (most - least);

export function startPlayback({ clock, random, records, loop, isOnline }: PlaybackPorts) {
  let position = Math.floor(random() * 100);
  let current: { item: LoopItem; since: number } | null = null;
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

  async function playNext(): Promise<void> {
    const playing = loop();
    const start = clock.now();
    const open = playing?.items.filter(one => isOpen(one, start)) ?? [];
    const item = open[position++ % Math.max(1, open.length)];
    if (playing === null || item === undefined) return wait(LOOK_AGAIN_MS);
    const { items: _items, ...source } = playing;
    current = { item, since: start };
    await wait(item.duration_ms);
    if (isStopped) return;
    const showing = { item, loop: source, start, shown_ms: item.duration_ms, isOnline: isOnline() };
    waiting.push(await records.add(showing));
  }
  async function drive(): Promise<void> {
    while (!isStopped) {
      const end = clock.mono() + within(RIDE_MS, random);
      while (clock.mono() < end && !isStopped) await playNext();
      current = null;
      if (!isStopped) await wait(within(PAUSE_MS, random));
    }
  }
  void drive();

  return {
    current: () => current,
    waiting: (): readonly PlayRecord[] => waiting,
    /** These were handed in. */
    settle: (count: number) => void (waiting = waiting.slice(count)),
    stop() {
      isStopped = true;
      cancelWait();
    },
  };
}
