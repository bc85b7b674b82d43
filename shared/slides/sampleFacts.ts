/** What a preview shows in place of what only a screen knows. */
import type { LiveFacts } from './facts.ts';

export const SAMPLE_FACTS: LiveFacts = {
  weather: () => ({ sky: 'cloud', temperature_c: 21, wind_kmh: 12 }),
  destination: () => 'Central Station, Platform 4 中央车站',
};
