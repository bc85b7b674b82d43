/** Days before its last one from which a licence is said to end. */
export const LICENCE_ENDING_DAYS = 14;
