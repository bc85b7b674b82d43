/** Months without a hand: crashes are counted, timers that stopped are noticed, and safe mode ends by itself. */
import { every, sleep, type Clock } from '../../shared/clock.ts';
import type { Incidents } from '../link/incidents.ts';
import type { Run } from '../engine/run.ts';
import type { Starts } from './starts.ts';

/** A start that showed something for this long was none that crashed. */
const LIVED_MS = 60_000;
/** A build or a driver may be mended: everything is tried again. */
const SAFE_MS = 60 * 60_000;
const TICK_MS = 1_000;
/** The machine slept, or the browser held its timers back. */
const STALLED_MS = 5_000;
const SAFE_DETAIL = 'E-204: three starts in a row crashed, only pictures are played';

interface Ports {
  clock: Clock;
  starts: Pick<Starts, 'isSafe' | 'lived'>;
  /** The first picture, or the house loop. */
  shown: Promise<unknown>;
  incidents: Pick<Incidents, 'note'>;
  run: () => Pick<Run, 'tell'> | undefined;
  /** Marks the screen with the service code. */
  mark: () => Promise<void>;
  /** Begins anew, between two items. */
  restart: () => void;
  onFault: (error: unknown) => void;
}

export function stayAlive({ clock, starts, shown, incidents, run, mark, restart, onFault }: Ports): void {
  watchTimers(clock, () => run()?.tell({ on: 'tick' }));
  void shown
    .then(() => sleep(clock, LIVED_MS))
    .then(() => starts.lived())
    .catch(onFault);
  if (!starts.isSafe) return;
  void incidents.note('playback', SAFE_DETAIL).catch(onFault);
  void mark().catch(onFault);
  clock.after(SAFE_MS, restart);
}

/** The wake-up of the engine may have been lost with the others. */
export function watchTimers(clock: Clock, onStalled: () => void): () => void {
  const now = () => ({ mono: clock.mono(), wall: clock.now() });
  let before = now();
  return every(clock, TICK_MS, () => {
    const after = now();
    const gap = Math.max(after.mono - before.mono, after.wall - before.wall);
    before = after;
    if (gap > STALLED_MS) onStalled();
  });
}
