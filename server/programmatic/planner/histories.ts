/** For how long screens are usually out of reach: a screen's habit changes by the day, so it is looked up now and then. */
import type { Clock } from '../../../shared/clock.ts';
import { historyOf, type History } from '../../proof/analytics/history.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const FRESH_MS = 600_000;

export interface Histories {
  of: (ctx: TransactionContext, device_id: string) => Promise<History>;
}
export function createHistories(clock: Pick<Clock, 'mono'>): Histories {
  const known = new Map<string, { history: History; until: number }>();
  let swept = clock.mono();
  /** What nobody has asked about for a while belongs to a screen that is offered no more. */
  function sweep(now: number): void {
    if (now - swept < FRESH_MS) return;
    swept = now;
    for (const [id, { until }] of known) if (until < now) known.delete(id);
  }
  return {
    async of(ctx, device_id) {
      const now = clock.mono();
      sweep(now);
      const found = known.get(device_id);
      if (found && now < found.until) return found.history;
      const history = await historyOf(ctx, device_id);
      known.set(device_id, { history, until: now + FRESH_MS });
      return history;
    },
  };
}
