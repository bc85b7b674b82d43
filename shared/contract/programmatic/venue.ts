/** A kind of place by the numbers of OpenOOH. */
import * as z from 'zod/mini';

export const venueNumber = z.string().check(z.regex(/^\d{1,8}$/, 'A number of the taxonomy'));
/** `transit.taxi_rideshare_tv` of OpenOOH 1.1. */
export const TAXI_VENUE = '103';
/** What a placement and a location have in common; 1.2 is of the same venue where it is left out. */
export const openOoh = {
  openooh_1_1: venueNumber,
  openooh_1_2: z._default(z.nullable(venueNumber), null),
};
