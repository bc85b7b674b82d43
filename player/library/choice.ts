/** A choice of this screen with all that it was made from. */
import type { Plan, PlayItem, PlayoutState } from '../../shared/playout/decide.ts';
import type { LoopStanding } from '../../shared/playout/loopStanding.ts';
import type { Choice, LineReason } from '../../shared/playout/recording/reason.ts';
import type { Moment } from '../../shared/playout/rights.ts';
import type { Content } from './content.ts';

export interface ChoiceInputs extends LoopStanding {
  content: Content | null;
  plan: Plan;
  state: PlayoutState | null;
  moment: Moment;
}
export interface ExplainedChoice extends Choice {
  inputs: ChoiceInputs;
  reasons: readonly LineReason[];
  item: PlayItem | null;
  /** How many candidates came before it, or all of them where it is null. */
  passed: number;
}
