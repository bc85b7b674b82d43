/** The form of a location: its place is one point on a map, its hours are those of a week, its venue is one number. */
import * as z from 'zod/mini';
import { locationFields, type Location, type OpeningHours } from '../../../shared/contract/fleet/location.ts';
import { daypart, type Daypart } from '../../../shared/contract/playout/schedule.ts';
import { venueNumber } from '../../../shared/contract/programmatic/venue.ts';

const { lat, lng, radius_m, ...rest } = locationFields.shape;
const point = z.strictObject({ lat, lng, radius_m });
export const RADIUS = { min: 25, max: 50_000 } as const;

export const locationForm = z.strictObject({
  ...rest,
  point,
  hours: z.array(daypart),
  venue: z.nullable(venueNumber),
});

/** Days with the same hours share a line. */
function daypartsOf(hours: OpeningHours): Daypart[] {
  const parts = new Map<string, Daypart>();
  hours.forEach((spans, i) => {
    for (const { start, end } of spans) {
      const { days } = parts.get(`${start}-${end}`) ?? { days: [] };
      parts.set(`${start}-${end}`, { days: [...days, i + 1], start, end });
    }
  });
  return [...parts.values()];
}
const hoursOf = (parts: readonly Daypart[]): OpeningHours =>
  [1, 2, 3, 4, 5, 6, 7].map(day =>
    parts.filter(({ days }) => days.includes(day)).map(({ start, end }) => ({ start, end })),
  );

export const valuesOf = ({ lat: at, lng: by, radius_m: around, hours, venue, ...row }: Location) => ({
  ...row,
  point: { lat: at, lng: by, radius_m: around },
  hours: daypartsOf(hours),
  venue: venue?.openooh_1_1 ?? null,
});
export const bodyOf = ({ point: place, hours, venue, ...values }: Partial<z.input<typeof locationForm>>) => ({
  ...values,
  ...place,
  ...(hours && { hours: hoursOf(hours) }),
  ...(venue !== undefined && { venue: venue === null ? null : { openooh_1_1: venue, openooh_1_2: null } }),
});
