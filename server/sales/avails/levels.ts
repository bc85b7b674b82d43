/** How much of the hour is guaranteed, from moment to moment: drawn up once, however many spans are asked. Pure. */
import type { CompetingCampaign, Flights, Span } from './share.ts';

export interface Step {
  at: string;
  /** Seconds of the hour. */
  change_s: number;
}
/** Where a flight of a campaign that is guaranteed a share begins or ends. */
export interface GuaranteedStep extends Step {
  one: CompetingCampaign;
}

/** What stands at one moment holds together. */
export const byTime = (a: Step, b: Step) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
export const stepsOf = (flights: Flights): Step[] =>
  flights
    .flatMap(({ starts_at, ends_at, sov_s_per_h }) => [
      { at: starts_at, change_s: sov_s_per_h ?? 0 },
      { at: ends_at, change_s: -(sov_s_per_h ?? 0) },
    ])
    .sort(byTime);

/** The steps, in order, of some of the campaigns: sorting them again for each kind of screen takes seconds. */
export function guaranteedSteps(all: readonly CompetingCampaign[]) {
  const sorted: GuaranteedStep[] = all
    .flatMap(one => stepsOf(one.guaranteed).map(step => ({ ...step, one })))
    .sort(byTime);
  return (some: readonly CompetingCampaign[]): readonly GuaranteedStep[] => {
    const wanted = new Set(some);
    return wanted.size === all.length ? sorted : sorted.filter(({ one }) => wanted.has(one));
  };
}

export interface Levels {
  /** The most that is guaranteed at one moment of the span, seconds of the hour. */
  peakIn: (span: Span) => number;
}
/** `steps`: in order. */
export function levelsOf(steps: readonly Step[]): Levels {
  const moments: string[] = [];
  /** What holds from each of them on. */
  const levels: number[] = [];
  for (const { at, change_s } of steps) {
    const level = (levels.at(-1) ?? 0) + change_s;
    if (moments.at(-1) === at) levels[levels.length - 1] = level;
    else {
      moments.push(at);
      levels.push(level);
    }
  }
  /** How many of the moments come no later. */
  function countUntil(at: string): number {
    let [low, high] = [0, moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (moments[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  return {
    peakIn({ starts_at, ends_at }) {
      const first = countUntil(starts_at);
      let peak = levels[first - 1] ?? 0;
      for (let n = first; n < moments.length && moments[n]! < ends_at; n++) peak = Math.max(peak, levels[n]!);
      return peak;
    },
  };
}
/** The most at one moment of any of the spans. */
export const peakOf = ({ peakIn }: Levels, spans: readonly Span[]): number => Math.max(...spans.map(peakIn));
