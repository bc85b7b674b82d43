/** Which entries may be sent now. Pure: priority, then acceptance; within a group acceptance alone. */
import type { Entry } from './entry.ts';

/** Changes of one record share a group and are sent in order. Creating a record has no group. */
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

/** The first entry of each group, and all without one. A parked entry blocks its group, unless it was refused for good. */
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

/** Later changes of the same record with the same base version as `done`; they are rebased onto its new version. */
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
  /** Seqs sent and not answered yet. */
  sending: ReadonlySet<number>;
  /** Earliest time to send, by seq. */
  notBefore: ReadonlyMap<number, number>;
}
export const readyEntries = (entries: readonly Entry[], { now, sending, notBefore }: SendState): Entry[] =>
  groupHeads(entries).filter(({ seq }) => !sending.has(seq) && (notBefore.get(seq) ?? -Infinity) <= now);

/** When the next of them may be sent, monotonic ms; null: none waits for a time. */
export function nextDue(
  entries: readonly Entry[],
  { sending, notBefore }: Omit<SendState, 'now'>,
): number | null {
  const times = groupHeads(entries).flatMap(({ seq }) =>
    sending.has(seq) ? [] : [notBefore.get(seq) ?? -Infinity],
  );
  return times.length === 0 ? null : Math.min(...times);
}
