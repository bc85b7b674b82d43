/** The grid of a week: how high a day is, and what a hand may choose of it. */
const HOUR_PX = 30;
export const DAY_PX = 24 * HOUR_PX;
export const SNAP_MIN = 30;
export const snap = (minutes: number) => Math.round(minutes / SNAP_MIN) * SNAP_MIN;
