import * as z from 'zod/mini';
import { dateOf } from '../../../../shared/clock.ts';
import { locationFields, type Location } from '../../../../shared/contract/fleet/location.ts';
import { hoursText, writtenHours } from '../../../../shared/contract/imports/openingHours.ts';
import { venueNumber } from '../../../../shared/contract/programmatic/venue.ts';
import { refreshSets } from '../../../alerts/screens/versions.ts';
import { locations } from '../../../db/schema.ts';
import { isVenue, NO_VENUE, venueFor } from '../../../venues/venues.ts';
import type { Candidate, Importer } from './importer.ts';

const { address, external_id, hours: _hours, venue: _venue, ...needed } = locationFields.shape;

function readLine(line: Candidate): void {
  const { id: _id, venue, ...columns } = line.values as Candidate['values'] & { venue?: string };
  line.columns = columns;
  if (venue === undefined) return;
  if (isVenue(venue)) line.columns['venue'] = venueFor({ openooh_1_1: venue, openooh_1_2: null });
  else line.problems.push({ field: 'venue', text: NO_VENUE });
}

export const locationImporter: Importer = {
  kind: 'locations',
  table: locations,
  schema: z.strictObject({
    ...needed,
    address: z.optional(address),
    external_id: z.optional(external_id),
    hours: z.optional(writtenHours),
    venue: z.optional(venueNumber),
  }),
  keys: { external_id: locations.external_id, name: locations.name },
  prepare(_ctx, lines) {
    for (const line of lines) readLine(line);
  },
  defaults: () => ({}),
  fieldsOf: (_ctx, rows) =>
    rows.map(row => {
      const { hours, venue } = row as unknown as Location;
      return { ...row, hours: hoursText(hours), venue: venue?.openooh_1_1 ?? null };
    }),
  settle: ctx => refreshSets(ctx),
  removed: ctx => ({ deleted_at: dateOf(ctx.now) }),
};
