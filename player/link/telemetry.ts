/** Errors of this screen, told of where a hand allowed it: the answer of whoever runs it, never of who rides along. */
import { systemClock } from '../../shared/clock.ts';
import { createPageConsent } from '../../shared/consent/here.ts';
import type { Monitor } from '../../shared/net/quality/monitor.ts';
import { createTelemetry } from '../../shared/telemetry/telemetry.ts';
import { hearFaults, type Player } from '../app/player.ts';
import type { Skipped } from '../app/status.ts';

const log = (message: string, error: unknown) => console.warn(message, error);

export const consent = createPageConsent(log);
/** Name of the route in the route table. */
const section_context = location.pathname.startsWith('/display') ? 'display' : 'player';

/** Faults, what no code of ours caught, and each item that could not be shown. */
export function tellOfFaults(
  { status }: Pick<Player, 'status'>,
  { metered }: Pick<Monitor, 'metered'>,
): void {
  const telemetry = createTelemetry({
    consent,
    clock: systemClock,
    fetch: (input, init) => fetch(input, init),
    origin: location.origin,
    metered,
    online: () => navigator.onLine,
    log,
  });
  const here = () => ({ url: location.href, section_context });
  hearFaults((error, context_type) => telemetry.note({ ...here(), error, context_type }));
  addEventListener('error', ({ error, message }: ErrorEvent) =>
    telemetry.note({ ...here(), error: (error as unknown) ?? message, context_type: 'player' }),
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    telemetry.note({ ...here(), error: reason as unknown, context_type: 'player' }),
  );
  const known = new WeakSet<Skipped>(status.get().skipped);
  status.watch(({ skipped }) => {
    for (const skip of skipped) {
      if (known.has(skip)) continue;
      known.add(skip);
      telemetry.note({ ...here(), error: new Error(skip.reason), context_type: 'media' });
    }
  });
}
