/** The server asks to wait: what it told one page holds for all pages of this browser and for the worker. */
import type { Clock } from '../clock.ts';
import { readValue, writeValues, type Connection } from '../device/storage.ts';
import { MAX_PAUSE_MS, type Policy } from './policy.ts';

interface Ports {
  db: Connection;
  clock: Pick<Clock, 'now'>;
  table: Policy['table'];
}

export const createPause = ({ db, clock, table }: Ports) => ({
  pause: (ms: number): Promise<void> => writeValues(db, { [`${table}_pause`]: clock.now() + ms }),
  async pauseLeftMs(): Promise<number> {
    const left = ((await readValue(db, `${table}_pause`)) ?? 0) - clock.now();
    // More than anybody was asked for: the clock was set back.
    return left > MAX_PAUSE_MS ? 0 : Math.max(0, left);
  },
});
