/** Which refusals of a key are written one by one: the first of each kind within an hour, then every thousandth. */
import type { Server } from '../../context/server.ts';

const HOUR_MS = 3_600_000;
export const WRITTEN_SINGLY = 10;
const THEN_EVERY = 1_000;
const MAX_KINDS = 10_000;

interface Count {
  n: number;
  until: number;
}
const counts = new WeakMap<Server, Map<string, Count>>();

/** How many of the kind there were within the hour; null: this one is counted and not written. */
export function countRefusal(server: Server, kind: string): number | null {
  const all = counts.get(server) ?? new Map<string, Count>();
  counts.set(server, all);
  const now = server.clock.now();
  if (all.size >= MAX_KINDS) for (const [name, { until }] of all) if (until <= now) all.delete(name);
  /** So many kinds at once are nobody's mistake. */
  if (all.size >= MAX_KINDS && !all.has(kind)) return null;
  const before = all.get(kind);
  const count = before !== undefined && before.until > now ? before : { n: 0, until: now + HOUR_MS };
  count.n++;
  all.set(kind, count);
  return count.n <= WRITTEN_SINGLY || count.n % THEN_EVERY === 0 ? count.n : null;
}
