/** Kinds of places by the tables of OpenOOH, and what each is in version 1.1, which requests name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Placement,
  VenueTaxonomy,
  venueTaxonomy,
} from '../../shared/contract/programmatic/placement.ts';
import { TAXI_VENUE } from '../../shared/contract/programmatic/venue.ts';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { ROOT } from '../root.ts';
import { csvRows } from '../../shared/web/csvRows.ts';

type VenueIds = Placement['venue_ids'];
type Venue = Answer<typeof venueTaxonomy>['items'][number];
const rowsOfFile = (file: string) =>
  csvRows(readFileSync(join(ROOT, 'server/venues', file), 'utf8'))
    .slice(1)
    .map(row => row.map(cell => cell.trim()));

const READ: Record<VenueTaxonomy, () => Venue[]> = {
  openooh_1_1() {
    const all = rowsOfFile('OpenOOH_1.2_to_1.1_Mapping.csv').map(([, , number = '', name = '']) => ({
      ...{ number, name, openooh_1_1: number },
    }));
    return [...new Map(all.map(venue => [venue.number, venue])).values()];
  },
  openooh_1_2: () =>
    rowsOfFile('OpenOOH_1.2_to_1.1_Mapping.csv').map(([name = '', number = '', before]) => ({
      ...{ number, name, openooh_1_1: before || null },
    })),
  dmi: () =>
    rowsOfFile('DMI_to_OpenOOH_1.1_Mapping.csv').map(([name = '', number = '', openooh]) => ({
      ...{ number, name, openooh_1_1: openooh || null },
    })),
};
const read = new Map<VenueTaxonomy, Venue[]>();
/** Read once, when somebody first asks. */
export function venuesOf(taxonomy: VenueTaxonomy): Venue[] {
  const known = read.get(taxonomy);
  if (known) return known;
  const venues = READ[taxonomy]().filter(({ number }) => number !== '');
  read.set(taxonomy, venues);
  return venues;
}

export const NO_VENUE = 'OpenOOH 1.1 has no such venue';
export const isVenue = (openooh_1_1: string) =>
  venuesOf('openooh_1_1').some(({ number }) => number === openooh_1_1);

/** The same venue in the other taxonomies where they are left out; refuses a number that version 1.1 lacks. */
export function filledVenue(venue: VenueIds): VenueIds {
  const { openooh_1_1 } = venue;
  if (!isVenue(openooh_1_1))
    throw new AppError('VALIDATION', NO_VENUE, { 'venue_ids.openooh_1_1': [NO_VENUE] });
  const same = (taxonomy: VenueTaxonomy) => {
    const all = venuesOf(taxonomy).filter(one => one.openooh_1_1 === openooh_1_1);
    return (all.find(({ number }) => number === openooh_1_1) ?? all[0])?.number ?? null;
  };
  return {
    openooh_1_1,
    openooh_1_2: venue.openooh_1_2 ?? same('openooh_1_2'),
    dmi: venue.dmi ?? same('dmi'),
  };
}
/** Of a screen that stands at a location; a taxi where it names none. */
export const venueAt = (venue: Omit<VenueIds, 'dmi'> | null): VenueIds =>
  filledVenue({ ...(venue ?? { openooh_1_1: TAXI_VENUE, openooh_1_2: null }), dmi: null });
/** Of a location: its number in OpenOOH 1.2 is that of the same venue where it is left out. */
export function venueFor(venue: Omit<VenueIds, 'dmi'>): Omit<VenueIds, 'dmi'> {
  const { openooh_1_1, openooh_1_2 } = venueAt(venue);
  return { openooh_1_1, openooh_1_2 };
}
