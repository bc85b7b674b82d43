/** Locations from the table of a business: shops, stations, branches. */
import * as z from 'zod/mini';
import { locationFields } from '../fleet/location.ts';
import { endpoint } from '../wire/endpoint.ts';
import { csvBody, importAnswer, MAX_IMPORT_BYTES } from './csvImport.ts';
import { writtenHours } from './openingHours.ts';

/** m; of a line that names none. */
export const DEFAULT_RADIUS_M = 100;
/** Of a line. What it leaves out is left as it is where the location is there already. */
export const locationLine = z.partial(z.extend(locationFields, { hours: writtenHours }), {
  ...{ address: true, radius_m: true, tz: true, external_id: true, hours: true, venue: true },
});
export const LOCATION_COLUMNS: readonly string[] = Object.keys(locationLine.shape);

export const importLocations = endpoint({
  method: 'POST',
  path: '/api/locations/import',
  access: { who: 'user', area: 'business', level: 'W' },
  summary: 'Add the locations of a CSV file, or change those whose external id is there already',
  body: z.strictObject(csvBody),
  bodyLimit: MAX_IMPORT_BYTES,
  answer: importAnswer,
});
