/**
 * How much of the hour is guaranteed, from moment to moment. A thousand screens may each have other campaigns, with
 * thousands of flights: they are sorted once, and for each screen numbers alone are gone through. Pure.
 */
import type { CompetingCampaign, Flights, Span } from './share.ts';

interface Step {
  at: string;
  change: number;
}
const stepsOf = (flights: Flights, valueOf: (one: Flights[number]) => number): Step[] =>
  flights.flatMap(one => [
    { at: one.starts_at, change: valueOf(one) },
    { at: one.ends_at, change: -valueOf(one) },
  ]);
const byTime = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
const inOrder = (steps: readonly { at: string }[]) => [
  ...new Set([...steps].sort(byTime).map(({ at }) => at)),
];
const numbered = <T>(all: readonly T[]) => new Map(all.map((one, n) => [one, n]));

export interface Levels {
  /** Where something begins or ends, in order. */
  moments: readonly string[];
  /** What some of the campaigns are guaranteed from each moment on, seconds of the hour, each of them times its weight. */
  guaranteed: (
    some: readonly CompetingCampaign[],
    weightOf?: (one: CompetingCampaign) => number,
  ) => Float64Array;
  /** What flights have together from each moment on; only moments of flights that were named at first. */
  of: (flights: Flights, valueOf: (one: Flights[number]) => number) => Float64Array;
}
/** `own`: flights whose moments count, too. */
export function levelsOf(all: readonly CompetingCampaign[], own: Flights): Levels {
  const steps = all
    .flatMap((one, n) =>
      stepsOf(one.guaranteed, ({ sov_s_per_h }) => sov_s_per_h ?? 0).map(step => ({ ...step, n })),
    )
    .sort(byTime);
  const moments = inOrder([...steps, ...stepsOf(own, () => 0)]);
  const [campaignNumbers, momentNumbers] = [numbered(all), numbered(moments)];
  const campaign = Uint32Array.from(steps, ({ n }) => n);
  const moment = Uint32Array.from(steps, ({ at }) => momentNumbers.get(at)!);
  const change = Float64Array.from(steps, step => step.change);
  /** From what changes at each moment. */
  function summed(changes: Float64Array): Float64Array {
    for (let n = 1; n < changes.length; n++) changes[n]! += changes[n - 1]!;
    return changes;
  }
  return {
    moments,
    guaranteed(some, weightOf = () => 1) {
      const weights = new Float64Array(all.length);
      for (const one of some) weights[campaignNumbers.get(one)!] = weightOf(one);
      const changes = new Float64Array(moments.length);
      for (let n = 0; n < change.length; n++) changes[moment[n]!]! += change[n]! * weights[campaign[n]!]!;
      return summed(changes);
    },
    of(flights, valueOf) {
      const changes = new Float64Array(moments.length);
      for (const step of stepsOf(flights, valueOf)) changes[momentNumbers.get(step.at)!]! += step.change;
      return summed(changes);
    },
  };
}

/** How many of the moments, which are in order, come before another one. */
function countBefore(moments: readonly string[], at: string): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
/** The most that is guaranteed to some of the campaigns at one moment of each span, seconds of the hour. */
export function guaranteedPeaks(all: readonly CompetingCampaign[], spans: readonly Span[]) {
  const { moments, guaranteed } = levelsOf(all, []);
  /** From the moment whose level holds as the span begins to the first that it does not reach. */
  const ranges = spans.map(({ starts_at, ends_at }) => {
    const begins = countBefore(moments, starts_at);
    const from = moments[begins] === starts_at ? begins : begins - 1;
    return { from: Math.max(0, from), to: countBefore(moments, ends_at) };
  });
  return (some: readonly CompetingCampaign[]): number[] => {
    const levels = guaranteed(some);
    return ranges.map(({ from, to }) => {
      let peak = 0;
      for (let n = from; n < to; n++) peak = Math.max(peak, levels[n]!);
      return peak;
    });
  };
}
