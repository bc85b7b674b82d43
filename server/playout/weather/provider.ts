/** The forecast of Open-Meteo, and of services that answer like it: its address and what its answer says. Pure. */
import * as z from 'zod/mini';
import type { Sky, WeatherReading } from '../../../shared/contract/playout/schedule.ts';

const CURRENT = 'temperature_2m,weather_code,wind_speed_10m';

/** What stands in the address already stays, a key of the service among it. */
export function addressOf(base: string, { lat, lng }: { lat: number; lng: number }): string {
  const url = new URL(base);
  for (const [name, value] of [
    ['latitude', String(lat)],
    ['longitude', String(lng)],
    ['current', CURRENT],
    ['wind_speed_unit', 'kmh'],
  ] as const)
    url.searchParams.set(name, value);
  return url.href;
}

/** Code table 4677 of the WMO, as far as a forecast uses it: the first code of each range and its sky. */
const SKY_FROM: readonly (readonly [number, Sky])[] = [
  [95, 'storm'],
  [85, 'snow'],
  [80, 'rain'],
  [71, 'snow'],
  [51, 'rain'],
  [2, 'cloud'],
  [0, 'clear'],
];
const LAST_CODE = 99;
const skyOf = (code: number): Sky => SKY_FROM.find(([from]) => code >= from)![1];

const answer = z.object({
  current: z.object({
    temperature_2m: z.number().check(z.minimum(-90), z.maximum(70)),
    weather_code: z.int().check(z.minimum(0), z.maximum(LAST_CODE)),
    wind_speed_10m: z.number().check(z.minimum(0), z.maximum(500)),
  }),
});

/** null where the answer names no weather that could be on this earth. Whole degrees, so that small changes are none. */
export function readingIn(bytes: Buffer): Pick<WeatherReading, 'sky' | 'temperature_c' | 'wind_kmh'> | null {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const read = z.safeParse(answer, value);
  if (!read.success) return null;
  const { temperature_2m, weather_code, wind_speed_10m } = read.data.current;
  return {
    sky: skyOf(weather_code),
    temperature_c: Math.round(temperature_2m) + 0,
    wind_kmh: Math.round(wind_speed_10m),
  };
}
