/** Which entries may be sent now. Pure: priority, then acceptance; within a group acceptance alone. */
import type { Entry } from './entry.ts';

/** A change of one record waits for the one before; what makes a record waits for nobody. */
export function groupOf({
  metadata,
  method,
  url,
}: Pick<Entry, 'metadata' | 'method' | 'url'>): string | null {
  if (metadata.group !== undefined) return metadata.group;
  const { pathname } = new URL(url, 'http://any');
  const [, api, kind, id] = pathname.split('/');
  if (id === undefined && method === 'POST') return null;
  return [api, kind, id].filter(part => part !== undefined).join('/');
}

/** The first of each group, and all that have none. What is parked holds its group, unless it was refused for good. */
export function groupHeads(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  const free: Entry[] = [];
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    const group = entry.reason === 'poison' ? null : groupOf(entry);
    if (group !== null && seen.has(group)) continue;
    if (group !== null) seen.add(group);
    if (entry.state === 'waiting') free.push(entry);
  }
  return free.sort((a, b) => a.priority - b.priority || a.seq - b.seq);
}

const IF_MATCH = 'if-match';

/** Later changes of the same record that were made upon what `done` was made upon: they are upon what it has made of it. */
export function rebaseVersions(done: Entry, version: number, others: readonly Entry[]): Entry[] {
  const group = groupOf(done);
  const baseVersion = done.headers[IF_MATCH];
  if (group === null || baseVersion === undefined) return [];
  return others
    .filter(one => one.seq > done.seq && one.headers[IF_MATCH] === baseVersion && groupOf(one) === group)
    .map(one => ({ ...one, headers: { ...one.headers, [IF_MATCH]: `"${version}"` } }));
}

export interface SendState {
  /** Monotonic ms. */
  now: number;
  /** Sent and not answered yet. */
  sending: ReadonlySet<number>;
  /** Not to be sent before. */
  notBefore: ReadonlyMap<number, number>;
}
export const readyEntries = (entries: readonly Entry[], { now, sending: busy, notBefore: due }: SendState): Entry[] =>
  groupHeads(entries).filter(({ seq }) => !busy.has(seq) && (due.get(seq) ?? -Infinity) <= now);

/** When the next of them may be sent, monotonic ms; null: none waits for a time. */
export function nextDue(entries: readonly Entry[], { busy, due }: Omit<SendState, 'now'>): number | null {
  const times = groupHeads(entries).flatMap(({ seq }) => (busy.has(seq) ? [] : [due.get(seq) ?? -Infinity]));
  return times.length === 0 ? null : Math.min(...times);
}
