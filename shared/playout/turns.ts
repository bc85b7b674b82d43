/**
 * Whose turn it is among those that share a time by weight: start-time fair queueing (Goyal, Vin, Cheng 1996). Each gets
 * its share to within one item; who was away begins where the others are, and gets nothing back. Pure.
 */
export interface Turns {
  /** When the one that was served last had its turn, in units of cost. */
  clock: number;
  /** The next turn of each that is not due yet. */
  next: Readonly<Record<string, number>>;
  /** The keys that were served last, the newest at the end, where that is noted. */
  served?: readonly string[];
}
/** Beyond it nobody is told from one that was never served. */
const MAX_SERVED = 256;
export const NO_TURNS: Turns = { clock: 0, next: {} };

export const turnOf = ({ clock, next }: Turns, key: string): number => Math.max(next[key] ?? 0, clock);

/** `cost`: what was served, divided by the weight of who was. */
export function afterTurn(turns: Turns, key: string, cost: number): Turns {
  const clock = turnOf(turns, key);
  const next = { ...turns.next, [key]: clock + cost };
  /** Who is due anyway needs no note, so that those that are gone leave nothing behind. */
  return { clock, next: Object.fromEntries(Object.entries(next).filter(([, turn]) => turn > clock)) };
}

/** The turns after `key` was served last; those that are gone are forgotten. */
export const withServed = (
  after: Turns,
  { served = [] }: Turns,
  key: string,
  isThere: (key: string) => boolean,
): Turns => ({
  ...after,
  served: [...served.filter(one => one !== key && isThere(one)), key].slice(-MAX_SERVED),
});

/**
 * Those that are due first come first; between equals, who was served longest ago, or else the order given. Who waits
 * because of a gap is soon equal to all others: by the order alone the same one would win after each gap.
 */
export function inTurn<T>(turns: Turns, all: readonly T[], keyOf: (one: T) => string): T[] {
  const places = new Map(turns.served?.map((key, place) => [key, place]));
  return all
    .map((one, index) => {
      const key = keyOf(one);
      return { one, index, turn: turnOf(turns, key), served: places.get(key) ?? -1 };
    })
    .sort((a, b) => a.turn - b.turn || a.served - b.served || a.index - b.index)
    .map(({ one }) => one);
}
