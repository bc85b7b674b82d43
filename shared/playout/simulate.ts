/** What a screen would play over a time, by the code that decides on it. Pure; a day is worked out hour by hour. */
import { DEFAULT_PACING } from '../contract/playout/playerValues.ts';
import { afterPlay } from './afterPlay.ts';
import {
  decide,
  NOTHING_PLAYED,
  type Plan,
  type PlayItem,
  type PlayoutState,
  type Refused,
} from './decide.ts';
import { positionOf, upcoming, type LoopPosition } from './order.ts';
import { refusalOf, type Moment } from './rights.ts';

export interface Show {
  /** ms */
  at: number;
  item: PlayItem;
}
export interface SimulatedStretch {
  shows: Show[];
  /** How often each line was kept back, and why: of all decisions. */
  refusals: Map<string, Map<Refused['reason'], number>>;
  decisions: number;
}

/** What plays at a time, and the standing loop where that is another: it stands in where nothing of the plan may play. */
export interface PlanAt {
  plan: Plan;
  standing: Plan['loop'];
}

/** Every file is taken to be on the screen. `momentAt`: what the screen knows at a time. */
export function createSimulation(
  plans: Plan | ((at: number) => PlanAt),
  momentAt: (at: number) => Moment,
  from: number,
) {
  const planAt = typeof plans === 'function' ? plans : () => ({ plan: plans, standing: null });
  let at = from;
  let state: PlayoutState = NOTHING_PLAYED;
  let position: LoopPosition | null = null;
  let lastLoop: string | undefined;
  /** Another loop is begun at its start. */
  const positionIn = (loop: Plan['loop']) => (loop?.playlist_id === lastLoop ? position : null);
  return {
    /** Plays on up to this time. */
    until(to: number): SimulatedStretch {
      const stretch: SimulatedStretch = { shows: [], refusals: new Map(), decisions: 0 };
      while (at < to) {
        const moment = momentAt(at);
        const { plan, standing } = planAt(at);
        const { candidates, refused } = decide(plan, state, moment, positionIn(plan.loop));
        stretch.decisions++;
        for (const { line, reason } of refused) {
          const of = stretch.refusals.get(line.id) ?? new Map<Refused['reason'], number>();
          stretch.refusals.set(line.id, of.set(reason, (of.get(reason) ?? 0) + 1));
        }
        const chosen = firstAllowed(candidates, moment);
        const item = chosen ?? (standing && firstAllowed(upcoming(standing, positionIn(standing)), moment));
        if (!item) {
          at += (plan.pacing?.idle_s ?? DEFAULT_PACING.idle_s) * 1_000;
          continue;
        }
        stretch.shows.push({ at, item });
        state = afterPlay(plan, state, { item, moment });
        const loop = chosen ? plan.loop : standing;
        if (!item.line && loop) {
          position = positionOf(loop, item, positionIn(loop));
          lastLoop = loop.playlist_id;
        }
        at += item.duration_ms;
      }
      return stretch;
    },
  };
}

function firstAllowed(candidates: Iterable<PlayItem>, moment: Moment): PlayItem | null {
  for (const item of candidates) if (refusalOf(item, moment, item.duration_ms) === null) return item;
  return null;
}
