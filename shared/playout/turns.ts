/**
 * Whose turn it is among those that share a time by weight: start-time fair queueing (Goyal, Vin, Cheng 1996). Each gets
 * its share to within one item; who was away begins where the others are, and gets nothing back. Pure.
 */
export interface Turns {
  /** When the one that was served last had its turn, in units of cost. */
  clock: number;
  /** The next turn of each that is not due yet. */
  next: Readonly<Record<string, number>>;
}
export const NO_TURNS: Turns = { clock: 0, next: {} };

export const turnOf = ({ clock, next }: Turns, key: string): number => Math.max(next[key] ?? 0, clock);

/** `cost`: what was served, divided by the weight of who was. */
export function afterTurn(turns: Turns, key: string, cost: number): Turns {
  const clock = turnOf(turns, key);
  const next = { ...turns.next, [key]: clock + cost };
  /** Who is due anyway needs no note, so that those that are gone leave nothing behind. */
  return { clock, next: Object.fromEntries(Object.entries(next).filter(([, turn]) => turn > clock)) };
}

/** Those that are due first come first; the order given decides between equals. */
export const inTurn = <T>(turns: Turns, all: readonly T[], keyOf: (one: T) => string): T[] =>
  all
    .map((one, index) => ({ one, index, turn: turnOf(turns, keyOf(one)) }))
    .sort((a, b) => a.turn - b.turn || a.index - b.index)
    .map(({ one }) => one);
