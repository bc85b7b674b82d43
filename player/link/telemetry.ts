/** Errors of this screen, told of where a hand allowed it: the answer of whoever runs it, never of who rides along. */
import { systemClock } from '../../shared/clock.ts';
import { createPageConsent } from '../../shared/consent/pageConsent.ts';
import type { Monitor } from '../../shared/net/quality/monitor.ts';
import { createTelemetry } from '../../shared/telemetry/telemetry.ts';
import { onEachFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import type { SkippedItem } from '../app/status.ts';

const log = (message: string, error: unknown) => console.warn(message, error);

export const consent = createPageConsent(log);
/** Name of the route in the route table. */
const section_context = location.pathname.startsWith('/display') ? 'display' : 'player';

/** Faults, what no code of ours caught, and each item that could not be shown. */
export function reportFaults(
  { status }: Pick<Player, 'status'>,
  { metered }: Pick<Monitor, 'metered'>,
): void {
  const telemetry = createTelemetry({
    consent,
    clock: systemClock,
    fetch: (input, init) => fetch(input, init),
    origin: location.origin,
    isMetered: metered,
    isOnline: () => navigator.onLine,
    log,
  });
  const context = () => ({ url: location.href, section_context });
  onEachFault((error, context_type) => telemetry.report({ ...context(), error, context_type }));
  addEventListener('error', ({ error, message }: ErrorEvent) =>
    telemetry.report({ ...context(), error: (error as unknown) ?? message, context_type: 'player' }),
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    telemetry.report({ ...context(), error: reason as unknown, context_type: 'player' }),
  );
  const known = new WeakSet<SkippedItem>(status.get().skipped);
  status.watch(({ skipped }) => {
    for (const skip of skipped) {
      if (known.has(skip)) continue;
      known.add(skip);
      telemetry.report({ ...context(), error: new Error(skip.reason), context_type: 'media' });
    }
  });
}
