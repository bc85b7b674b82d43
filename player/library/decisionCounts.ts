/** Counts, for each campaign, why it was chosen or not. What was not handed in when the power is cut is lost: it bills nothing. */
import { instant } from '../../shared/clock.ts';
import type { DecisionCount, DecisionReason } from '../../shared/contract/playout/decisions.ts';
import type { DocumentLine } from '../../shared/contract/playout/flights.ts';
import type { Refused } from '../../shared/playout/decide.ts';

export interface Choice {
  lines: readonly DocumentLine[];
  refused: readonly Refused[];
  /** The line that plays; null: an item of the loop, or nothing. */
  chosen: string | null;
  /** Lines that had the right, and whose file is not here or failed a moment ago. */
  missing: ReadonlySet<string>;
  failed: ReadonlySet<string>;
}
export interface DecisionPeriod {
  period_id: string;
  from: string;
  to: string;
  counts: DecisionCount[];
}

/** `now`: the server's time, ms. */
export function createDecisionCounts(now: () => number, newId: () => string) {
  let counts = new Map<string, Map<DecisionReason, number>>();
  let since = now();
  /** On its way: it goes out again as it is until the server has it. */
  let handedOver: DecisionPeriod | null = null;

  const reasonOf = (line: DocumentLine, choice: Choice, refused: ReadonlyMap<string, DecisionReason>) => {
    if (choice.chosen === line.id) return 'chosen';
    const known = refused.get(line.id);
    if (known) return known;
    if (choice.failed.has(line.id)) return 'failed';
    return choice.missing.has(line.id) ? 'not_cached' : 'outranked';
  };

  return {
    count(choice: Choice): void {
      const refused = new Map(choice.refused.map(({ line, reason }) => [line.id, reason]));
      for (const line of choice.lines) {
        const reason = reasonOf(line, choice, refused);
        const of = counts.get(line.campaign_id) ?? new Map<DecisionReason, number>();
        counts.set(line.campaign_id, of.set(reason, (of.get(reason) ?? 0) + 1));
      }
    },
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
export type DecisionCounts = ReturnType<typeof createDecisionCounts>;
