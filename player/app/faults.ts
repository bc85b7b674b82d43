/** What went wrong and did not stop the screen: logged, kept for diagnostics, and passed on to whoever reports it. */
import { instant, systemClock } from '../../shared/clock.ts';
import { ERROR_LOG } from '../../shared/constants.ts';
import type { ContextType } from '../../shared/contract/trust/analytics.ts';

const faultListeners = new Set<(error: unknown, context: ContextType) => void>();
/** Subscribes to faults. */
export const onEachFault = (hear: (error: unknown, context: ContextType) => void) =>
  void faultListeners.add(hear);

const MAX_FAULTS = 20;
const STACK_CHARS = ERROR_LOG.stackChars;
/** The most recent faults, newest last, for diagnostics. */
export const recentFaults: { at: string; context: ContextType; stack: string }[] = [];

/** Logs a fault and informs the subscribers. Playback goes on. */
export function onFault(error: unknown, context: ContextType = 'player') {
  console.error(error);
  const stack = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
    0,
    STACK_CHARS,
  );
  recentFaults.push({ at: instant(systemClock.now()), context, stack });
  if (recentFaults.length > MAX_FAULTS) recentFaults.shift();
  for (const hear of faultListeners) hear(error, context);
}
