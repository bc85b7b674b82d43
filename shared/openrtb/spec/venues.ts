/** Venue types of the OpenOOH taxonomies 1.0 and 1.1 by their enumeration ids (openooh/venue-taxonomy, Apache-2.0). */

/** AdCOM's number of OpenOOH 1.0, the default of `dooh.venuetypetax`. */
export const OPENOOH_1_0 = 1;
/** AdCOM's number of OpenOOH 1.1, the latest that has one. */
export const OPENOOH_1_1 = 5;

const IDS: Record<number, string> = {
  [OPENOOH_1_0]:
    '1 2 3 4 5 6 7 8 9 10 11 101 102 103 104 105 106 201 202 203 204 205 206 207 208 301 302 ' +
    '303 401 402 403 501 502 601 602 701 801 802 803 804 805 806 807 808 901 902 1001 1101 ' +
    '10101 10102 10103 10104 10105 10106 10107 10201 10202 10501 10502 10601 10602 20101 20102 ' +
    '20301 20302 20501 20502 20503 30101 30102 30103 40101 40102 70101 70102 80101 80102 80103 ' +
    '80201 80202 80301 80302 80701 80702 110101 110102 ',
  [OPENOOH_1_1]:
    '1 2 3 4 5 6 7 8 9 10 11 101 102 103 104 105 106 107 201 202 203 204 205 206 207 208 301 ' +
    '302 303 401 402 403 501 502 601 602 701 801 802 803 804 805 806 807 808 809 810 901 902 ' +
    '903 1001 1101 10101 10102 10103 10104 10105 10106 10107 10201 10202 10203 10501 10502 ' +
    '10601 10602 20101 20102 20301 20302 20303 20501 20502 20503 30101 30102 30103 40101 40102 ' +
    '40201 40202 40203 60201 60202 60203 70101 70102 80101 80102 80103 80201 80202 80301 80302 ' +
    '80701 80702 80703 110101 110102 ',
};
const SETS = new Map(Object.entries(IDS).map(([tax, ids]) => [Number(tax), new Set(ids.trim().split(' '))]));

/** Whether the taxonomy has this venue type; null where we hold no list of that taxonomy. */
export const hasVenue = (taxonomy: number, venue: string): boolean | null =>
  SETS.get(taxonomy)?.has(venue) ?? null;
