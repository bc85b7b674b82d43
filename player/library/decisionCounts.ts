/** Counts, for each campaign, why it was chosen or not. What was not handed in when the power is cut is lost: it bills nothing. */
import { instant } from '../../shared/clock.ts';
import type { DecisionCount, DecisionReason } from '../../shared/contract/playout/decisions.ts';
import type { Plan, PlayItem, PlayoutState } from '../../shared/playout/decide.ts';
import { reasonsOf, type Choice } from '../../shared/playout/recording/reason.ts';
import type { Moment } from '../../shared/playout/rights.ts';
import type { LoopStanding } from '../../shared/playout/loopStanding.ts';
import type { Content } from './content.ts';

/** All that a choice was made from. */
export interface ChoiceInputs extends LoopStanding {
  content: Content | null;
  plan: Plan;
  state: PlayoutState | null;
  moment: Moment;
}
export interface ExplainedChoice extends Choice {
  inputs: ChoiceInputs;
  item: PlayItem | null;
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

  let onChoice: ((choice: ExplainedChoice) => void) | null = null;
  return {
    count(choice: ExplainedChoice): void {
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
export type DecisionCounts = ReturnType<typeof createDecisionCounts>;
