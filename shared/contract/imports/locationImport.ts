/** Locations from the table of a business: shops, stations, branches. */
import * as z from 'zod/mini';
import { locationFields, noHours, type OpeningHours } from '../fleet/location.ts';
import { endpoint } from '../wire/endpoint.ts';
import { csvBody, importAnswer, MAX_IMPORT_BYTES } from './csvImport.ts';

/** As OpenStreetMap writes opening hours: what follows a semicolon takes the place of what was said of its days before. */
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const DAY = `(?:${DAYS.join('|')})`;
const SPAN = '\\d\\d:\\d\\d-\\d\\d:\\d\\d';
const PART = `(${DAY})(?:-(${DAY}))? (${SPAN}(?:, ?${SPAN})*|off)`;
const TEXT = new RegExp(`^${PART}(?:[;,] ?${PART})*$`);

function spansOf(text: string) {
  return [...text.matchAll(/(\d\d:\d\d)-(\d\d:\d\d)/g)].map(([, start = '', end = '']) => ({ start, end }));
}
export function hoursOf(text: string): OpeningHours {
  const hours = noHours();
  for (const rule of text.split(';')) {
    const parts = [...rule.matchAll(new RegExp(PART, 'g'))].map(
      ([, first = '', last = first, spans = '']) => {
        const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)];
        /** Sa-Mo runs over the end of the week. */
        const isOn = (day: number) => (from <= to ? day >= from && day <= to : day >= from || day <= to);
        return { isOn, spans: spansOf(spans) };
      },
    );
    for (const day of DAYS.keys()) {
      const named = parts.filter(({ isOn }) => isOn(day));
      if (named.length > 0) hours[day] = named.flatMap(({ spans }) => spans);
    }
  }
  return hours;
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
