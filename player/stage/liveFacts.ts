/** What slides say by themselves: the weather as the server last knew it, and where this ride goes. */
import type { WeatherReading } from '../../shared/contract/playout/schedule.ts';
import type { ServerTime } from '../../shared/device/time.ts';
import { isFresh } from '../../shared/playout/weather.ts';
import type { LiveFacts } from '../../shared/slides/facts.ts';

interface Ports {
  /** The server's time. */
  time: Pick<ServerTime, 'knownNow'>;
  weather: () => WeatherReading | undefined;
}
export function createLiveFacts({ time, weather }: Ports) {
  let destination: string | null = null;
  return {
    weather() {
      const reading = weather();
      const now = time.knownNow();
      return reading && now !== null && isFresh(reading, now) ? reading : null;
    },
    destination: () => destination,
    /** Of this ride; null ends it. */
    setDestination: (text: string | null) => void (destination = text),
  } satisfies LiveFacts & Record<string, unknown>;
}
export type LiveFactsStore = ReturnType<typeof createLiveFacts>;
