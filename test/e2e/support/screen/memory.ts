/**
 * What a browser weighs: its processes' own memory, each page shared out among those that hold it, and what they have
 * mapped of files, counted once and whole: another browser on the machine must not take half of that off its weight.
 */
import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 250;
const MAPPED_EACH = 8;
const KB = 1_024;

/** A process that has ended meanwhile counts as zero. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/ENOENT|ESRCH|EACCES/.test(String(error))) return '';
    throw error;
  }
}

/** The browser of that profile and its child processes. */
function tree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const fields = read(`/proc/${entry}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    parents.set(Number(entry), Number(fields[1] ?? 0));
  }
  const isWithin = (pid: number): boolean => pid === root || (pid > 1 && isWithin(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isWithin);
}

const OWN = /^Pss_(?:Anon|Shmem):\s+(\d+)/gm;
const ownOf = (pid: number) =>
  [...read(`/proc/${pid}/smaps_rollup`).matchAll(OWN)].reduce((sum, [, kb]) => sum + Number(kb) * KB, 0);

const MAPPING = /^[0-9a-f]+-[0-9a-f]+ \S+ ([0-9a-f]+ \S+ [1-9]\d*)/;
const HELD = /^(Rss|Anonymous):\s+(\d+)/;
/** Shared pages are keyed by file and offset; written pages are private to the process. */
function mappedBy(pid: number): Map<string, number> {
  const held = new Map<string, number>();
  let place: string | null = null;
  for (const line of read(`/proc/${pid}/smaps`).split('\n')) {
    if (/^[0-9a-f]+-/.test(line)) place = MAPPING.exec(line)?.[1] ?? null;
    const [, what, kb] = HELD.exec(line) ?? [];
    if (place === null || what === undefined) continue;
    held.set(place, (held.get(place) ?? 0) + (what === 'Rss' ? 1 : -1) * Number(kb) * KB);
  }
  return held;
}
function mapped(pids: readonly number[]): number {
  const most = new Map<string, number>();
  for (const pid of pids)
    for (const [place, bytes] of mappedBy(pid)) most.set(place, Math.max(most.get(place) ?? 0, bytes));
  return [...most.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Samples until it is stopped, and then returns the maximum. */
export function watchMemory(root: number): () => number {
  const peak = { own: 0, mapped: 0 };
  let looks = 0;
  const look = () => {
    const pids = tree(root);
    const own = pids.reduce((sum, pid) => sum + ownOf(pid), 0);
    peak.own = Math.max(peak.own, own);
    /** Slower to read, and changes little. */
    if (looks++ % MAPPED_EACH === 0) peak.mapped = Math.max(peak.mapped, mapped(pids));
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    looks = 0;
    look();
    return peak.own + peak.mapped;
  };
}
