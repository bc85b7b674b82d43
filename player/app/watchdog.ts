/** Unattended operation: reports a healthy start, notices stalled timers, and ends safe mode by a restart. */
import { every, sleep, type Clock } from '../../shared/clock.ts';
import type { Incidents } from '../link/incidents.ts';
import type { Playback } from '../engine/playback.ts';
import type { BootCounter } from './bootCounter.ts';

/** A start counts as healthy once it has shown something for this long. */
const HEALTHY_AFTER_MS = 60_000;
/** Safe mode ends after this time without a crash, because what caused it may be gone. */
const SAFE_MODE_MS = 15 * 60_000;
const TICK_MS = 1_000;
/** A gap this long means that the machine slept or the browser throttled the timers. */
const STALL_MS = 5_000;
const SAFE_DETAIL = 'E-204: three starts in a row crashed, only pictures are played';

interface Ports {
  clock: Clock;
  bootCounter: Pick<BootCounter, 'isSafe' | 'markHealthy' | 'markOrderlyEnd'>;
  page: Pick<EventTarget, 'addEventListener'>;
  /** The first picture, or the house loop. */
  shown: Promise<unknown>;
  incidents: Pick<Incidents, 'note'>;
  run: () => Pick<Playback, 'tell'> | undefined;
  /** After a sleep the time is uncertain until the server is heard. */
  requestSync: () => Promise<void>;
  /** Marks the screen with the service code. */
  showServiceMark: () => Promise<void>;
  /** Restarts the page, between two items. */
  restart: () => void;
  onFault: (error: unknown) => void;
}

export function startWatchdog({
  clock,
  bootCounter,
  page,
  shown,
  incidents,
  run,
  requestSync,
  showServiceMark,
  restart,
  onFault,
}: Ports): void {
  watchTimers(clock, () => {
    run()?.tell({ on: 'tick' });
    void requestSync().catch(onFault);
  });
  void shown
    .then(() => sleep(clock, HEALTHY_AFTER_MS))
    .then(() => bootCounter.markHealthy())
    .catch(onFault);
  page.addEventListener('pagehide', () => bootCounter.markOrderlyEnd());
  if (!bootCounter.isSafe) return;
  void incidents.note('playback', SAFE_DETAIL).catch(onFault);
  void showServiceMark().catch(onFault);
  void shown
    .then(() => sleep(clock, SAFE_MODE_MS))
    .then(restart)
    .catch(onFault);
}

/** Calls back after a stall, because the engine's own timer may have been lost. */
export function watchTimers(clock: Clock, onStalled: () => void): () => void {
  const now = () => ({ mono: clock.mono(), wall: clock.now() });
  let before = now();
  return every(clock, TICK_MS, () => {
    const after = now();
    const gap = Math.max(after.mono - before.mono, after.wall - before.wall);
    before = after;
    if (gap > STALL_MS) onStalled();
  });
}
