/** Reads a history and says what is wrong with it. Knows the promises Q1 to Q5 and Q8, and nothing of how they are kept. */
import type { Entry, FailedEntry, Tally } from '../../shared/queue/entry.ts';

/** What lies on the disk at one moment, and what was counted there. */
export interface Account {
  lying: number;
  tally: Tally;
  /** Failed entries in their list, and those counted that no longer fit into it. */
  listed: number;
}
export interface History {
  offered: { op: string; group: string | null; poison: boolean }[];
  /** Op to its place in the order of acceptance, for those whose caller heard "queued". */
  accepted: Map<string, number>;
  /** Whose caller heard that it was refused, so that nothing is left to be done. */
  refused: ReadonlySet<string> & { add: (op: string) => unknown };
  /** What the server did, in its order. */
  effects: readonly string[];
  left: readonly Entry[];
  failed: readonly FailedEntry[];
  tally: Tally | null;
  /** After each step. */
  accounts: readonly Account[];
  /** Two replayers that both had requests under way. */
  overlaps: readonly string[];
}

export function violations(history: History, isDurable: boolean): string[] {
  const { offered, accepted, refused, effects, left, failed, tally, accounts, overlaps } = history;
  const found: string[] = overlaps.map(both => `Q8 at work at once: ${both}`);
  const times = new Map<string, number>();
  for (const op of effects) times.set(op, (times.get(op) ?? 0) + 1);
  for (const [op, n] of times) if (n > 1) found.push(`Q2 ${op} was done ${n} times`);

  const waiting = new Set(left.map(({ id }) => id));
  const listed = new Map(failed.map(entry => [entry.id, entry]));
  for (const { op, poison } of offered) {
    if (!accepted.has(op)) continue;
    const isDone = times.has(op);
    if (isDone && poison) found.push(`${op} was refused and yet done`);
    if (isDone || (poison && refused.has(op))) continue;
    if (isDurable ? waiting.has(op) && poison : waiting.has(op) || listed.has(op)) continue;
    found.push(`Q1 ${op} was accepted and is lost`);
  }
  if (!isDurable)
    for (const { reason, id } of failed) if (!reason) found.push(`Q4 ${id} failed without a reason`);
  const last = tally ? [{ lying: left.length, tally, listed: failed.length }] : [];
  for (const [step, account] of [...accounts, ...last].entries()) {
    const { accepted: all, done, failed: failures, pruned, dropped } = account.tally;
    const ended = done + failures + pruned + dropped;
    if (all !== ended + account.lying)
      found.push(`Q4 step ${step}: accepted ${all}, yet ${ended} ended and ${account.lying} lie there`);
    if (failures + pruned !== account.listed)
      found.push(`Q4 step ${step}: ${failures + pruned} ended undone, yet ${account.listed} are shown`);
  }
  const groups = new Map(offered.map(({ op, group }) => [op, group]));
  const latest = new Map<string, number>();
  for (const op of effects) {
    const group = groups.get(op) ?? null;
    const seq = accepted.get(op);
    /** What was given up has no place in the order any more, should its request arrive after all. */
    if (group === null || seq === undefined || seq === 0 || listed.has(op)) continue;
    if (seq < (latest.get(group) ?? 0)) found.push(`Q5 ${op} was done after a later change of its record`);
    latest.set(group, Math.max(seq, latest.get(group) ?? 0));
  }
  return found;
}
