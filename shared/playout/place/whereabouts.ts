/**
 * Where a screen is, from one fix to the next: a jump is believed once it lasts, and a place is entered once the whole
 * circles of two fixes in a row lie in it or the screen has been there for a while. It is left with the first fix
 * outside. A fix that comes elsewhere after a silence, as behind a tunnel, may be such a jump: places are entered anew
 * by it, and the next one may take its place. Pure.
 */
import type { Coordinates } from '../../contract/playout/fence.ts';
import type { DocumentLine } from '../../contract/playout/flights.ts';
import { distanceM } from './distance.ts';
import { depthM, isInReach } from './fences.ts';

export interface Fix extends Coordinates {
  /** Radius in m within which it is, two times of three. */
  acc_m: number;
  /** Monotonic ms when it came. */
  at: number;
}
interface Inside {
  since: number;
  isDeep: boolean;
  isEntered: boolean;
  /** Of the place: another one is entered anew. */
  version: string | undefined;
}
export interface Whereabouts {
  fix: Fix | null;
  /** It came elsewhere after a silence, and nothing has confirmed it yet. */
  isLone: boolean;
  /** Too far from it to have been driven: the first and the newest fix of another way. */
  doubted: { first: Fix; last: Fix } | null;
  /** Lines in whose places the fix lies, by id; `since`: monotonic ms. */
  inside: Readonly<Record<string, Inside>>;
}
export const NOWHERE: Whereabouts = { fix: null, isLone: false, doubted: null, inside: {} };

/** 250 km/h: no taxi was faster. */
const MAX_M_PER_S = 70;
const MS_PER_S = 1_000;
/** A reflected signal seldom lasts longer. */
export const BELIEVE_MS = 10_000;
/** Who stays this long within a place is there, however wide the fix is. */
export const DWELL_MS = 10_000;

/** Longer than between two fixes of a receiver that hears its satellites. */
const SILENCE_MS = 5_000;
/** Farther than a car that stands seems to move. */
const ELSEWHERE_M = 50;

const isDriven = (from: Fix, to: Fix) =>
  distanceM(from, to) - from.acc_m - to.acc_m <= (MAX_M_PER_S * Math.max(0, to.at - from.at)) / MS_PER_S;

const isElsewhere = (from: Fix, to: Fix) =>
  to.at - from.at > SILENCE_MS && distanceM(from, to) - from.acc_m - to.acc_m > ELSEWHERE_M;

/** Whether the fix follows from what was known; what contradicts it waits until it has lasted. */
function believe({ fix, isLone, doubted }: Whereabouts, next: Fix): Omit<Whereabouts, 'inside'> {
  if (fix === null) return { fix: next, isLone: false, doubted: null };
  if (isDriven(fix, next)) return { fix: next, isLone: isElsewhere(fix, next), doubted: null };
  if (isLone) return { fix: next, isLone, doubted: null };
  const first = doubted && isDriven(doubted.last, next) ? doubted.first : next;
  return next.at - first.at >= BELIEVE_MS
    ? { fix: next, isLone, doubted: null }
    : { fix, isLone, doubted: { first, last: next } };
}

type PlacedLine = Pick<DocumentLine, 'id' | 'place'>;
/** Judged anew for a fix and for lines that have come since. */
export function enter(
  { fix, inside }: Pick<Whereabouts, 'fix' | 'inside'>,
  lines: readonly PlacedLine[],
): Whereabouts['inside'] {
  if (fix === null) return {};
  return Object.fromEntries(
    lines.flatMap(({ id, place }) => {
      if (!place) return [];
      const near = place.fences.filter(fence => isInReach(fix, fence));
      const depth = Math.max(...near.map(fence => depthM(fix, fence)));
      if (depth < 0) return [];
      const before = inside[id]?.version === place.version ? inside[id] : undefined;
      const { since = fix.at, isDeep: wasDeep = false, isEntered: wasEntered = false } = before ?? {};
      const isDeep = depth >= fix.acc_m;
      const isEntered = wasEntered || (wasDeep && isDeep) || fix.at - since >= DWELL_MS;
      return [[id, { since, isDeep, isEntered, version: place.version }]];
    }),
  );
}

/** Lines whose places it is in, at a monotonic time; where no fix follows, the last one stands as long as it may. */
export const enteredAt = ({ inside }: Whereabouts, now: number): ReadonlySet<string> =>
  new Set(
    Object.keys(inside).filter(id => {
      const { since, isDeep, isEntered } = inside[id]!;
      return isEntered || (isDeep && now - since >= DWELL_MS);
    }),
  );

export function whereaboutsAfter(before: Whereabouts, next: Fix, lines: readonly PlacedLine[]): Whereabouts {
  const believed = believe(before, next);
  if (believed.fix === before.fix) return { ...before, ...believed };
  const inside = believed.isLone ? {} : before.inside;
  return { ...believed, inside: enter({ fix: believed.fix, inside }, lines) };
}
