/** Whether a reading of the weather still counts, and what it changes in what plays. Pure. */
import type { DocumentLine } from '../contract/playout/flights.ts';
import type { MixSource } from '../contract/playout/mix.ts';
import type { WeatherFactor } from '../contract/playout/playerValues.ts';
import type { Condition, WeatherReading } from '../contract/playout/schedule.ts';

const MINUTE_MS = 60_000;

/** Unknown once it is older than its limit; one from the future was made by another clock and counts as new. */
export const isFresh = ({ at, stale_min }: Pick<WeatherReading, 'at' | 'stale_min'>, now: number): boolean =>
  now - Date.parse(at) <= stale_min * MINUTE_MS;

type WeatherCondition = Exclude<Condition, { on: 'ride' }>;
export function holdsIn(
  { sky, temperature_c, wind_kmh }: WeatherReading,
  condition: WeatherCondition,
): boolean {
  if (condition.on === 'sky') return condition.is.includes(sky);
  if (condition.on === 'wind') return wind_kmh >= condition.min;
  return temperature_c >= (condition.min ?? -Infinity) && temperature_c <= (condition.max ?? Infinity);
}

/** A line as the weather lets it play: its weight and its rate are multiplied; 0: not at all. */
export type WeighedLine = DocumentLine & { factor?: number };
/** What the weight of a source is multiplied by. */
export type FactorOf = (source: MixSource) => number;

export interface LineKind {
  /** Left out of a line that is gone: it was one of those that are sold. */
  class?: string | undefined;
  programmatic?: true | undefined;
}
/** Which source of the mix a line counts as. */
export const sourceOfLine = ({ class: of, programmatic }: LineKind): MixSource =>
  of === 'house' ? 'house' : programmatic ? 'programmatic' : 'ads';

interface Weighed {
  lines: readonly WeighedLine[];
  weather_rules?: readonly WeatherFactor[] | undefined;
  factorOf?: FactorOf;
}
/** The plan as its rules of the weather leave it. Weather that is not known, or known for too long, changes nothing. */
export function inWeather<P extends Weighed>(
  plan: P,
  { at, weather }: { at: number | null; weather: WeatherReading | null },
): P {
  if (at === null || !weather) return plan;
  const rules = (plan.weather_rules ?? []).filter(
    ({ condition, stale_min, unless }) =>
      isFresh({ at: weather.at, stale_min }, at) &&
      holdsIn(weather, condition as WeatherCondition) === !unless,
  );
  if (rules.length === 0) return plan;
  const weighed = (line: WeighedLine): WeighedLine => {
    const rule = rules.find(
      ({ sources, campaign_ids }) =>
        campaign_ids.includes(line.campaign_id) || sources.includes(sourceOfLine(line)),
    );
    /** What is guaranteed is sold to the second: more of it would be the time of another, less is not what was paid. */
    if (rule && rule.factor > 0 && line.class === 'guaranteed') return line;
    /** A source that plays more has more weight among the sources; each of its campaigns still keeps its own pace. */
    return rule && (rule.factor === 0 || rule.campaign_ids.includes(line.campaign_id))
      ? { ...line, factor: rule.factor }
      : line;
  };
  return {
    ...plan,
    lines: plan.lines.map(weighed),
    factorOf: source => rules.find(({ sources }) => sources.includes(source))?.factor ?? 1,
  };
}
