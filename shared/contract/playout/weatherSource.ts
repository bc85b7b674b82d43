/** Where the screens of a tenant have the weather from: nowhere, a person, or a service that answers like Open-Meteo. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instant, int, MAX_INT, OUTBOUND_FAULTS, webUrl } from '../wire/wire.ts';
import { SKIES, weatherReading } from './schedule.ts';

export const WEATHER_SOURCES = ['off', 'manual', 'provider'] as const;
/** Why no weather could be had: the address, the way there, or an answer that names none. */
export const WEATHER_FAULTS = [...OUTBOUND_FAULTS, 'format'] as const;
export type WeatherFault = (typeof WEATHER_FAULTS)[number];

const hasPassword = (address: string) => {
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
};
/** Whoever may read the settings would read a password in the address. */
const serviceUrl = webUrl.check(
  z.refine(value => !URL.canParse(value) || !hasPassword(value), 'A web address like https://example.org/'),
);
const coordinate = (most: number) => z.nullable(z.number().check(z.minimum(-most), z.maximum(most)));
const reading = weatherReading.shape;
const editable = {
  source: z.enum(WEATHER_SOURCES),
  /** Of the service; latitude and longitude are added to it. */
  url: z.nullable(serviceUrl),
  lat: coordinate(90),
  lng: coordinate(180),
  /** The weather as a person entered it; null until somebody has. */
  sky: z.nullable(z.enum(SKIES)),
  temperature_c: z.nullable(reading.temperature_c),
  wind_kmh: z.nullable(reading.wind_kmh),
  /** A reading that is older in minutes is passed over by screens. */
  stale_min: reading.stale_min,
};
export const weatherSource = z.object({
  ...editable,
  version: int(1, MAX_INT),
  /** What screens were given last. */
  reading: z.nullable(weatherReading),
  checked_at: z.nullable(instant),
  fault: z.nullable(z.enum(WEATHER_FAULTS)),
});
export type WeatherSource = z.infer<typeof weatherSource>;
export const weatherSourcePatch = z.partial(z.strictObject(editable));

const path = '/api/player-config/weather';
export const readWeather = endpoint({
  method: 'GET',
  path,
  access: { who: 'user', area: 'player_config', level: 'R' },
  summary: 'Where screens have the weather from, and what they were given last',
  answer: weatherSource,
});
export const changeWeather = endpoint({
  method: 'PATCH',
  path,
  access: { who: 'user', area: 'player_config', level: 'W' },
  summary: 'Change where screens have the weather from',
  body: weatherSourcePatch,
  answer: weatherSource,
  versioned: true,
});
