/** Counts, for each campaign, why it was chosen or not. What was not handed in when the power is cut is lost: it bills nothing. */
import { instant } from '../../clock.ts';
import type { DecisionCount, DecisionReason } from '../../contract/playout/decisions.ts';
import { reasonsOf, type Choice } from './reason.ts';

export interface DecisionPeriod {
  period_id: string;
  from: string;
  to: string;
  counts: DecisionCount[];
}

/** `now`: the server's time, ms. */
export function createDecisionCounts<C extends Choice>(now: () => number, newId: () => string) {
  let counts = new Map<string, Map<DecisionReason, number>>();
  let since = now();
  /** On its way: it goes out again as it is until the server has it. */
  let handedOver: DecisionPeriod | null = null;

  let onChoice: ((choice: C) => void) | null = null;
  return {
    count(choice: C): void {
      for (const { line, reason } of reasonsOf(choice)) {
        const of = counts.get(line.campaign_id) ?? new Map<DecisionReason, number>();
        counts.set(line.campaign_id, of.set(reason, (of.get(reason) ?? 0) + 1));
      }
      onChoice?.(choice);
    },
    /** Tells each choice, until it is asked to tell another or none. */
    tell: (listener: typeof onChoice) => void (onChoice = listener),
    /** What is to be handed in; null where nothing was decided. */
    take(): DecisionPeriod | null {
      if (handedOver) return handedOver;
      if (counts.size === 0) return null;
      const at = now();
      handedOver = {
        period_id: newId(),
        from: instant(Math.min(since, at)),
        to: instant(at),
        counts: [...counts].flatMap(([campaign_id, reasons]) =>
          [...reasons].map(([reason, n]) => ({ campaign_id, reason, n })),
        ),
      };
      counts = new Map();
      since = at;
      return handedOver;
    },
    /** The server has it. */
    settle: (period_id: string) => {
      if (handedOver?.period_id === period_id) handedOver = null;
    },
  };
}
export type DecisionCounts<C extends Choice> = ReturnType<typeof createDecisionCounts<C>>;
