/** Screens that sold spots play on: a fifth of them loses its link for up to four hours, and none knows which server answers. */
import type { Clock } from '../../../../shared/clock.ts';
import { createVehicleAlerts } from '../../../../server/demo/vehicles/alerts.ts';
import { Refusal, type Identity } from '../../../../server/demo/vehicles/client.ts';
import { vehiclePorts } from '../../../../server/demo/vehicles/start.ts';
import { makeVehicle, type Vehicle } from '../../sales/leases/vehicles.ts';
import type { Lives } from './lives.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Of the most. */
const LEAST_OFFLINE = 0.1;
const BEAT_MS = 10 * MINUTE_MS;

/** The server died, or its answer did: the screen has no link, and tries again later. */
export class NoLink extends Error {}
const UNAVAILABLE = 503;

export const portsOver = (lives: Lives, clock: Clock) => {
  const { app_version, origin } = vehiclePorts(lives.life().test.app, lives.life().test.server);
  return {
    ...{ clock, app_version, origin },
    async send(sent: Parameters<ReturnType<typeof vehiclePorts>['send']>[0]) {
      const { test, isDead } = lives.life();
      const reply = await vehiclePorts(test.app, test.server)
        .send(sent)
        .catch((cause: unknown) => {
          throw new NoLink('The server did not answer.', { cause });
        });
      if (isDead() || reply.status === UNAVAILABLE) throw new NoLink('The server did not answer.');
      return reply;
    },
  };
};
export type ScreenPorts = ReturnType<typeof portsOver>;

interface Times {
  /** ms; when its link goes, and comes back. */
  from: number;
  to: number;
}
export interface Screen {
  vehicle: Vehicle;
  isOnline: (now: number) => boolean;
  playUntil: (now: number) => Promise<void>;
  /** Hands in, asks for leases, learns what is new. False: it got no answer. */
  synchronize: () => Promise<boolean>;
}
/** `alertUntil`: 0 without one. */
export function makeScreen(
  identity: Identity,
  ports: ScreenPorts,
  { gap, alertUntil }: { gap: Times | null; alertUntil: () => number },
): Screen {
  const { clock } = ports;
  const vehicle = makeVehicle(identity, ports);
  const lookAtAlerts = createVehicleAlerts(identity.device_id, vehicle.client, clock);
  let beatAt = 0;
  let seenUntil = 0;
  async function calls() {
    if (beatAt <= clock.now()) {
      await vehicle.beat();
      beatAt = clock.now() + BEAT_MS;
    }
    await vehicle.synchronize();
    await lookAtAlerts();
    if (alertUntil() > clock.now() && vehicle.client.alertsVersion() > 0) seenUntil = alertUntil();
  }
  return {
    vehicle,
    isOnline: now => gap === null || now < gap.from || now >= gap.to,
    async playUntil(now) {
      /** An alert over the whole picture: nothing else is shown. */
      vehicle.pauseUntil(Math.min(now, seenUntil));
      await vehicle.playUntil(now);
    },
    async synchronize() {
      try {
        await calls();
        return true;
      } catch (error) {
        if (error instanceof NoLink) return false;
        if (error instanceof Refusal && error.status >= 500) return false;
        throw error;
      }
    },
  };
}
/** Within the time that is sold, so that what was sold before is played without a link. */
export function gapIn(span: Times, most_h: number, random: () => number): Times {
  const from = span.from + random() * (span.to - span.from);
  return { from, to: from + (LEAST_OFFLINE + random() * (1 - LEAST_OFFLINE)) * most_h * HOUR_MS };
}
