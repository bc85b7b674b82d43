/** How the advertising time of an hour is divided among the lines that want it, as screens divide it. Pure. */
import type { Weights } from '../../../shared/contract/playout/mix.ts';

export interface Wish {
  /** Plays an hour that it owes its plan; null: as many as its turn brings. */
  rate: number | null;
  spot_ms: number;
}

/**
 * ms of the hour for each of them, in their order: by their weights, and no more than each wants; what one leaves is
 * divided among the others.
 */
export function divide(total_ms: number, wishes: readonly Wish[]): number[] {
  const allotted = wishes.map(() => 0);
  const weights = wishes.map(({ rate }) => rate ?? 1);
  const wanted = wishes.map(({ rate, spot_ms }) => (rate === null ? Infinity : rate * spot_ms));
  let left = total_ms;
  let open = wishes.map((_, i) => i);
  while (open.length > 0 && left > 0) {
    const sum = open.reduce((all, i) => all + weights[i]!, 0);
    const satisfied = open.filter(i => wanted[i]! <= (left * weights[i]!) / sum);
    if (satisfied.length === 0) {
      for (const i of open) allotted[i] = (left * weights[i]!) / sum;
      return allotted;
    }
    for (const i of satisfied) allotted[i] = wanted[i]!;
    left -= satisfied.reduce((all, i) => all + wanted[i]!, 0);
    open = open.filter(i => !satisfied.includes(i));
  }
  return allotted;
}

/** What advertising has of the time that is not owed, where a loop plays beside it; nothing is bought by auction yet. */
export const adShare = ({ ads, programmatic }: Weights) => (ads === 0 ? 0 : ads / (100 - programmatic));
/** What the house's own campaigns have of it. */
export const ownShare = ({ house, programmatic }: Weights) => house / (100 - programmatic);
