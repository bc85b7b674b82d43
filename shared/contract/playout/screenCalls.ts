/** Bounds of what a screen hands in, for code that brings no schemas along. */
/** Counts that one call takes. */
export const MAX_COUNTS = 2_000;
/** Leases that one call names: a screen holds a few for each line; more is a fault of its own. */
export const MAX_LEASES_HELD = 1_000;
