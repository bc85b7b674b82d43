/**
 * Where a screen is, from one fix to the next: a jump is believed once it lasts, and a place is entered once the whole
 * circles of two fixes in a row lie in it or the screen has been there for a while. It is left with the first fix
 * outside. A fix that comes elsewhere after a silence, as behind a tunnel, may be such a jump: places are entered anew
 * by it, and the next one may take its place. A receiver may be slow: what is a silence depends on its pace. Pure.
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
  /** Of the fix that it was judged by. */
  at: number;
  isDeep: boolean;
  isEntered: boolean;
  /** Of the place: another one is entered anew. */
  version: string | undefined;
}
export interface Whereabouts {
  fix: Fix | null;
  /** It came elsewhere after a silence, and nothing has confirmed it yet. */
  isLone: boolean;
  /** ms between the last fixes, doubted ones too: four at most, the newest at the end. */
  gaps: readonly number[];
  /** Too far from it to have been driven: the first and the newest fix of another way. */
  doubted: { first: Fix; last: Fix } | null;
  /** Lines in whose places the fix lies, by id; `since`: monotonic ms. */
  inside: Readonly<Record<string, Inside>>;
}
export const NOWHERE: Whereabouts = { fix: null, isLone: false, gaps: [], doubted: null, inside: {} };

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

/** The second longest of the gaps: a single silence is no pace, and the pace of a receiver may be uneven. */
const paceOf = (gaps: readonly number[]) => [...gaps].sort((a, b) => b - a)[1] ?? 0;
const GAPS = 4;

/** After a silence: more than twice as long as its pace. */
const isElsewhere = (from: Fix, to: Fix, gaps: readonly number[]) =>
  to.at - from.at > Math.max(SILENCE_MS, 2 * paceOf(gaps)) &&
  distanceM(from, to) - from.acc_m - to.acc_m > ELSEWHERE_M;

/** Whether the fix follows from what was known; what contradicts it waits until it has lasted. */
function believe(
  { fix, isLone, gaps: before, doubted }: Whereabouts,
  next: Fix,
): Omit<Whereabouts, 'inside'> {
  if (fix === null) return { fix: next, isLone: false, gaps: [], doubted: null };
  const gaps = [...before, next.at - (doubted?.last ?? fix).at].slice(-GAPS);
  const accepted = { fix: next, gaps, doubted: null };
  if (isDriven(fix, next)) return { ...accepted, isLone: isElsewhere(fix, next, before) };
  if (isLone) return { ...accepted, isLone };
  const first = doubted && isDriven(doubted.last, next) ? doubted.first : next;
  return next.at - first.at >= BELIEVE_MS
    ? { ...accepted, isLone }
    : { fix, isLone, gaps, doubted: { first, last: next } };
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
      const isSecond = before !== undefined && before.at < fix.at;
      const isEntered = wasEntered || (isSecond && wasDeep && isDeep) || fix.at - since >= DWELL_MS;
      return [[id, { since, at: fix.at, isDeep, isEntered, version: place.version }]];
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
