/** Where screens were last, for a map of the fleet. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, int, name } from '../wire/wire.ts';
import { deviceFilter } from './device.ts';

/** m; a screen that stands at a location is somewhere within it. */
const accuracy = int(0, 50_000);
export const devicePlace = z.object({
  id,
  name,
  last_seen_at: z.nullable(instant),
  /** As the screen reported it; else that of the location it belongs to, which is no observation and has no time. */
  place: z.nullable(
    z.object({
      lat: z.number(),
      lng: z.number(),
      acc_m: accuracy,
      at: z.nullable(instant),
      location: z.nullable(name),
    }),
  ),
});
export type DevicePlace = z.infer<typeof devicePlace>;

/** All that the filter of the list matches, by name. */
export const devicePlaces = endpoint({
  method: 'GET',
  path: '/api/devices/places',
  access: { who: 'user', area: 'devices', level: 'R' },
  summary: 'Where screens were last',
  query: z.object(deviceFilter),
  answer: z.object({ items: z.array(devicePlace) }),
});
