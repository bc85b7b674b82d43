/** Counts, for each campaign, why it was chosen or not. What was not handed in when the power is cut is lost: it bills nothing. */
import { instant } from '../../clock.ts';
import type { DecisionCount, DecisionReason } from '../../contract/playout/decisions.ts';
import { MAX_COUNTS } from '../../contract/playout/screenCalls.ts';

export interface DecisionPeriod {
  period_id: string;
  from: string;
  to: string;
  counts: DecisionCount[];
}

/** `now`: the server's time, ms. */
export function createDecisionCounts<C>(now: () => number, newId: () => string) {
  let counts = new Map<string, Map<DecisionReason, number>>();
  let since = now();
  /** On its way: it goes out again as it is until the server has it. */
  let handedOver: DecisionPeriod | null = null;

  function add({ campaign_id, reason, n }: DecisionCount): void {
    const of = counts.get(campaign_id) ?? new Map<DecisionReason, number>();
    counts.set(campaign_id, of.set(reason, (of.get(reason) ?? 0) + n));
  }
  let onChoice: ((choice: C) => void) | null = null;
  return {
    /** `reasons`: by campaign, why it was chosen or not. */
    count(choice: C, reasons: Iterable<readonly [string, { reason: DecisionReason }]>): void {
      for (const [campaign_id, { reason }] of reasons) add({ campaign_id, reason, n: 1 });
      onChoice?.(choice);
    },
    /** Tells each choice, until it is asked to tell another or none. */
    tell: (listener: typeof onChoice) => void (onChoice = listener),
    /** What is to be handed in; null where nothing was decided. */
    take(): DecisionPeriod | null {
      if (handedOver) return handedOver;
      if (counts.size === 0) return null;
      const at = now();
      const all = [...counts].flatMap(([campaign_id, reasons]) =>
        [...reasons].map(([reason, n]) => ({ campaign_id, reason, n })),
      );
      handedOver = {
        period_id: newId(),
        from: instant(Math.min(since, at)),
        to: instant(at),
        counts: all.slice(0, MAX_COUNTS),
      };
      counts = new Map();
      since = at;
      /** More than one call takes goes with the next. */
      for (const one of all.slice(MAX_COUNTS)) add(one);
      return handedOver;
    },
    /** The server has it. */
    settle: (period_id: string) => {
      if (handedOver?.period_id === period_id) handedOver = null;
    },
  };
}
export type DecisionCounts<C> = ReturnType<typeof createDecisionCounts<C>>;
