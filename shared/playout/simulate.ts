/** What a screen would play over a time, by the code that decides on it. Pure; a day is worked out hour by hour. */
import type { DocumentLine } from '../contract/playout/flights.ts';
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
import type { HeldLease } from './leases/held.ts';
import type { SpentPlays } from './leases/spend.ts';
import { byCampaign } from './recording/reason.ts';
import { figuresOf, figuresOfChosen, type Figures } from './recording/figures.ts';
import { positionIn, type LoopStanding } from './loopStanding.ts';
import { positionOf, upcoming } from './order.ts';
import type { PlanAt } from './plans.ts';
import { refusalOf, type Moment } from './rights.ts';

export interface Show {
  /** ms */
  at: number;
  item: PlayItem;
  /** The numbers it was chosen by; null: the standing loop stands in where nothing of the plan may play. */
  figures: Figures | null;
}
export interface SimulatedStretch {
  shows: Show[];
  /** How often each line was kept back, and why: of all decisions. */
  refusals: Map<string, Map<Refused['reason'], number>>;
  /** By line and reason: the numbers of the first time that it was kept back so. */
  figures: Map<string, Map<Refused['reason'], Example>>;
  decisions: number;
}
export interface Example {
  at: number;
  figures: Figures;
}

/** Leases of a simulated screen. */
export interface LeaseHolder {
  /** Plays begun under those it holds at the beginning. */
  spent: SpentPlays;
  /** What it holds at a time, after it asked for more where it had to; times only grow. */
  heldAt(at: number, spent: SpentPlays | undefined): readonly HeldLease[];
  /** ms; a play has begun, under this lease or under none. */
  began(lease_id: string | undefined, ends: number): void;
}

/** Where a screen stands that has played before. */
export interface Standing extends LoopStanding {
  state: PlayoutState;
}
const AT_START: Standing = { state: NOTHING_PLAYED, position: null, lastLoop: null };

/** A screen that decides one item after another: what plays next, by the code of the player, and what that changes. */
export function createStepper({ state, position, lastLoop }: Standing = AT_START) {
  const positionOfLoop = (loop: Plan['loop']) => positionIn({ position, lastLoop }, loop);
  return {
    state: () => state,
    /** What begins at this moment, with the loop it stands in, and which lines were kept back. */
    next({ plan, standing }: PlanAt, moment: Moment, isReady: (item: PlayItem) => boolean = () => true) {
      const { candidates, refused } = decide(plan, state, moment, positionOfLoop(plan.loop));
      const first = (items: Iterable<PlayItem>) => firstAllowed(items, moment, isReady);
      const chosen = first(candidates);
      const before = state;
      const item = chosen ?? (standing && first(upcoming(standing, positionOfLoop(standing))));
      const loop = chosen ? plan.loop : standing;
      if (item) state = afterPlay(plan, state, { item, moment });
      if (item && !item.line && loop) {
        position = positionOf(loop, item, positionOfLoop(loop));
        lastLoop = loop.playlist_id;
      }
      return {
        ...{ item, loop, refused, explain: (one: Refused) => figuresOf(plan, before, moment, one) },
        explainChosen: () => chosen && figuresOfChosen(plan, before, moment, chosen),
      };
    },
  };
}

/**
 * Every file is taken to be on the screen, unless `isReady` says otherwise. `momentAt`: what the screen knows at a time.
 * `leases`: left out where no line needs one.
 */
export function createSimulation(
  plans: Plan | ((at: number) => PlanAt),
  momentAt: (at: number) => Moment,
  from: number,
  begin?: Standing,
  isReady?: (item: PlayItem) => boolean,
  leases?: LeaseHolder,
) {
  const planWithout = typeof plans === 'function' ? plans : () => ({ plan: plans, standing: null });
  const stepper = createStepper(begin);
  let at = from;
  function planAt(time: number): PlanAt {
    const found = planWithout(time);
    if (!leases) return found;
    return { ...found, plan: { ...found.plan, leases: leases.heldAt(time, stepper.state().spent) } };
  }
  return {
    /** Plays on up to this time. */
    until(to: number): SimulatedStretch {
      const stretch: SimulatedStretch = {
        ...{ shows: [], refusals: new Map(), figures: new Map() },
        decisions: 0,
      };
      while (at < to) {
        const planNow = planAt(at);
        const { item, refused, explain, explainChosen } = stepper.next(planNow, momentAt(at), isReady);
        stretch.decisions++;
        for (const one of keptBack(planNow.plan.lines, refused)) {
          const { line, reason } = one;
          const of = stretch.refusals.get(line.id) ?? new Map<Refused['reason'], number>();
          const figures = of.has(reason) ? null : explain(one);
          if (figures) {
            const examples = stretch.figures.get(line.id) ?? new Map<Refused['reason'], Example>();
            stretch.figures.set(line.id, examples.set(reason, { at, figures }));
          }
          stretch.refusals.set(line.id, of.set(reason, (of.get(reason) ?? 0) + 1));
        }
        if (item) stretch.shows.push({ at, item, figures: explainChosen() });
        if (item) leases?.began(item.line?.lease_id, at + item.duration_ms);
        at += item?.duration_ms ?? (planNow.plan.pacing?.idle_s ?? DEFAULT_PACING.idle_s) * 1_000;
      }
      return stretch;
    },
  };
}

/** One reason for each campaign of which no line may play. */
function keptBack(lines: readonly DocumentLine[], refused: readonly Refused[]): Iterable<Refused> {
  const closed = new Set(refused.map(({ line }) => line.id));
  const open = new Set(lines.filter(({ id }) => !closed.has(id)).map(({ campaign_id }) => campaign_id));
  return byCampaign(refused.filter(({ line }) => !open.has(line.campaign_id))).values();
}

/** The first of them that has the right to begin and can be shown. `isReady` is asked of each in turn. */
export function firstAllowed(
  candidates: Iterable<PlayItem>,
  moment: Moment,
  isReady: (item: PlayItem) => boolean,
): PlayItem | null {
  for (const item of candidates)
    if (isReady(item) && refusalOf(item, moment, item.duration_ms) === null) return item;
  return null;
}
