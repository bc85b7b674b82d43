/** What live parts of a slide are drawn from. */
import type { WeatherReading } from '../contract/playout/schedule.ts';
import type { LiveFact } from './scene.ts';

/** What a screen knows at the moment; null: not, or no more. */
export interface LiveFacts {
  weather(): Pick<WeatherReading, 'sky' | 'temperature_c' | 'wind_kmh'> | null;
  destination(): string | null;
}
export const NOTHING_KNOWN: LiveFacts = { weather: () => null, destination: () => null };
export const isKnown = (facts: LiveFacts, needs: readonly LiveFact[] = []) =>
  needs.every(fact => facts[fact]() !== null);
