/** Locations from the table of a business: shops, stations, branches. */
import * as z from 'zod/mini';
import { locationFields, type OpeningHours } from '../fleet/location.ts';
import { endpoint } from '../wire/endpoint.ts';
import { csvBody, importAnswer, MAX_IMPORT_BYTES } from './csvImport.ts';

/** As OpenStreetMap writes opening hours: Monday first, a day may stand in several parts. */
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const DAY = `(?:${DAYS.join('|')})`;
const PART = `(${DAY})(?:-(${DAY}))? (\\d\\d:\\d\\d)-(\\d\\d:\\d\\d)`;
const TEXT = new RegExp(`^${PART}(?:[;,] ?${PART})*$`);

export function hoursOf(text: string): OpeningHours {
  const parts = [...text.matchAll(new RegExp(PART, 'g'))].map(
    ([, first = '', last = first, start = '', end = '']) => {
      const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)];
      /** Sa-Mo runs over the end of the week. */
      const isOn = (day: number) => (from <= to ? day >= from && day <= to : day >= from || day <= to);
      return { isOn, span: { start, end } };
    },
  );
  return DAYS.map((_, day) => parts.filter(({ isOn }) => isOn(day)).map(({ span }) => span));
}
const writtenHours = z.pipe(
  z.pipe(
    z.string().check(z.regex(TEXT, 'Hours like Mo-Fr 08:00-18:00; Sa 10:00-13:00')),
    z.transform(hoursOf),
  ),
  locationFields.shape.hours,
);

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
