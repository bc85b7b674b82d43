/**
 * Many of the same are asked a share each day, another one every day: all of them are asked by `npm run test:long`,
 * which sets AT_LENGTH. TEST_DAY asks what a certain day asked. Of rounds at random each run makes others anyway.
 */
const DAY_MS = 86_400_000;
export const TODAY = Number(process.env['TEST_DAY'] ?? Math.floor(Date.now() / DAY_MS));
export const isAtLength = process.env['AT_LENGTH'] !== undefined;

/** Is the nth among the one in `of` whose turn it is? */
export const isDue = (nth: number, of: number) => isAtLength || (nth + TODAY) % of === 0;

/** So many rounds, or the share of them that is asked each day. */
export const roundsOf = (all: number, of: number) => (isAtLength ? all : Math.ceil(all / of));

/** Of many, those whose turn it is. */
export const dueOf = <T>(all: readonly T[], of: number): T[] => all.filter((_, nth) => isDue(nth, of));
