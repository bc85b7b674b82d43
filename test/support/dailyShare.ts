/**
 * Many of the same are asked a share each day, another one every day: all of them are asked by `npm run test:long`,
 * which sets AT_LENGTH. TEST_DAY asks what a certain day asked.
 */
const DAY_MS = 86_400_000;
export const TODAY = Number(process.env['TEST_DAY'] ?? Math.floor(Date.now() / DAY_MS));
export const isAtLength = process.env['AT_LENGTH'] !== undefined;

/** Is the nth among the one in `of` whose turn it is? */
export const isDue = (nth: number, of: number) => isAtLength || (nth + TODAY) % of === 0;

/** Of many, those whose turn it is. */
export const dueOf = <T>(all: readonly T[], of: number): T[] => all.filter((_, nth) => isDue(nth, of));
