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
import { positionOf, type LoopPosition } from './order.ts';
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

/** Every file is taken to be on the screen. `momentAt`: what the screen knows at a time. */
export function createSimulation(plan: Plan, momentAt: (at: number) => Moment, from: number) {
  let at = from;
  let state: PlayoutState = NOTHING_PLAYED;
  let position: LoopPosition | null = null;
  const idleMs = (plan.pacing?.idle_s ?? DEFAULT_PACING.idle_s) * 1_000;
  return {
    /** Plays on up to this time. */
    until(to: number): SimulatedStretch {
      const stretch: SimulatedStretch = { shows: [], refusals: new Map(), decisions: 0 };
      while (at < to) {
        const moment = momentAt(at);
        const { candidates, refused } = decide(plan, state, moment, position);
        stretch.decisions++;
        for (const { line, reason } of refused) {
          const of = stretch.refusals.get(line.id) ?? new Map<Refused['reason'], number>();
          stretch.refusals.set(line.id, of.set(reason, (of.get(reason) ?? 0) + 1));
        }
        const item = firstAllowed(candidates, moment);
        if (!item) {
          at += idleMs;
          continue;
        }
        stretch.shows.push({ at, item });
        state = afterPlay(plan, state, { item, moment });
        if (!item.line && plan.loop) position = positionOf(plan.loop, item, position);
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
