/** A takeover stops what plays, and gives way only once something plays again. */
import { sleep, type Clock } from '../../shared/clock.ts';
import type { AlertsOnScreen } from '../../shared/alerts/screen.ts';
import type { Playback } from '../engine/playback.ts';
import type { Zones } from '../engine/zones.ts';
import type { AlertView } from './view.ts';

/** What was interrupted has so long to come again; an alert that is over must not stand for longer. */
const AGAIN_MS = 1_500;
const LOOK_MS = 50;

interface Ports {
  clock: Clock;
  running: () => { run: Pick<Playback, 'onScreen'>; zones: Pick<Zones, 'tellAll'> } | null;
}

export function createCover({ clock, running }: Ports) {
  /** What was told to stop; playback may begin only after an alert came. */
  let covered: ReturnType<Ports['running']> = null;

  async function untilPlaying(): Promise<void> {
    const end = clock.mono() + AGAIN_MS;
    while (clock.mono() < end && !running()?.run.onScreen()) await sleep(clock, LOOK_MS);
  }
  return {
    async show(alerts: AlertsOnScreen, view: AlertView): Promise<boolean> {
      const now = running();
      if (alerts.takeover) {
        const isSeen = await view.show(alerts);
        if (now !== covered) now?.zones.tellAll({ on: 'cover' });
        covered = now;
        return isSeen;
      }
      if (covered) {
        covered.zones.tellAll({ on: 'uncover' });
        covered = null;
        await untilPlaying();
      }
      return view.show(alerts);
    },
  };
}
