/**
 * The newest event of each audit chain, written to a file outside the database with each commit: events that are cut
 * off the end of a chain are missed there, however new they are.
 */
import { closeSync, openSync } from 'node:fs';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { instant, sleep, type Clock } from '../../shared/clock.ts';

export interface AuditHead {
  tenant_id: string;
  /** Events so far. */
  seq: number;
  hash: string;
}
export interface Anchor extends AuditHead {
  at: string;
}
interface Ports {
  dataDir: string;
  clock: Clock;
}

export const latestHeadsFile = (dataDir: string) => join(dataDir, 'audit-latest.jsonl');

/** Skips a line that a power cut left half-written. */
export async function readAnchorFile(file: string): Promise<Anchor[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap(line => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Anchor];
    } catch {
      return [];
    }
  });
}

export const anchorLine = ({ at, tenant_id, seq, hash }: Anchor) =>
  `${JSON.stringify({ at, tenant_id, seq, hash })}\n`;

/** Heads behind which a chain went on shorter than it was: events were cut off and others written in their place. */
export function outlived<T extends AuditHead>(heads: readonly T[]): T[] {
  const lowestLater = new Map<string, number>();
  const found: T[] = [];
  for (const head of [...heads].reverse()) {
    const later = lowestLater.get(head.tenant_id) ?? Infinity;
    if (later <= head.seq) found.unshift(head);
    lowestLater.set(head.tenant_id, Math.min(later, head.seq));
  }
  return found;
}

/** The longest state of each chain. */
export function newestHeads<T extends AuditHead>(heads: readonly T[]): T[] {
  const newest = new Map<string, T>();
  for (const head of heads)
    if (head.seq > (newest.get(head.tenant_id)?.seq ?? 0)) newest.set(head.tenant_id, head);
  return [...newest.values()];
}

const AGAIN_MS = 10;
/** Nodes append beside each other; while one writes the file anew, none does. */
async function withLock<T>(
  file: string,
  { clock, shared }: { clock: Ports['clock']; shared: boolean },
  act: () => Promise<T>,
): Promise<T> {
  const fd = openSync(`${file}.lock`, 'a+', 0o600);
  try {
    while (!tryLock(fd, { shared })) await sleep(clock, AGAIN_MS);
    return await act();
  } finally {
    closeSync(fd);
  }
}

export function createAuditHeads({ dataDir, clock }: Ports) {
  const file = latestHeadsFile(dataDir);
  let waiting: AuditHead[] = [];
  let last = Promise.resolve();
  /** One after the other, so that no line is written into another. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }
  async function append() {
    const heads = newestHeads(waiting);
    waiting = [];
    /** Many commits share one write: those behind the first find nothing left. */
    if (heads.length === 0) return;
    const at = instant(clock.now());
    try {
      const lines = heads.map(head => anchorLine({ ...head, at })).join('');
      await withLock(file, { clock, shared: true }, () => appendFile(file, lines, { mode: 0o600 }));
    } catch {
      /** What is committed is not undone by a full disk: it is noted with the next commit, or by the hourly job, which logs its fault. */
      waiting.push(...heads);
    }
  }
  return {
    /** Called after the commit; the answer to the caller comes after it. */
    note(heads: Iterable<AuditHead>): Promise<void> {
      waiting.push(...heads);
      return inTurn(append);
    },
    /** Leaves one line a tenant, so that the file stays small; `keep` gets what else is still to be known. */
    compact: (keep: (anchors: readonly Anchor[]) => Promise<void>): Promise<void> =>
      inTurn(() =>
        withLock(file, { clock, shared: false }, async () => {
          const noted = await readAnchorFile(file);
          const newest = newestHeads(noted);
          if (newest.length === noted.length) return;
          await keep(outlived(noted));
          await writeFile(`${file}.new`, newest.map(anchorLine).join(''), { mode: 0o600 });
          await rename(`${file}.new`, file);
        }),
      ),
  };
}
export type AuditHeads = ReturnType<typeof createAuditHeads>;
