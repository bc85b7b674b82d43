/** What a browser weighs: the memory of all its processes, each page of it shared out among those that hold it. */
import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 250;
const KB = 1_024;

/** A process that has ended meanwhile weighs nothing. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/ENOENT|ESRCH|EACCES/.test(String(error))) return '';
    throw error;
  }
}

/** The browser of that profile and all it has started. */
function tree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const fields = read(`/proc/${entry}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    parents.set(Number(entry), Number(fields[1] ?? 0));
  }
  const isWithin = (pid: number): boolean => pid === root || (pid > 1 && isWithin(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isWithin);
}

const pssOf = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * KB;

/** Watches until it is ended, and says then what the most was. */
export function watchMemory(root: number): () => number {
  let peak = 0;
  const look = () =>
    (peak = Math.max(
      peak,
      tree(root).reduce((sum, pid) => sum + pssOf(pid), 0),
    ));
  look();
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
}
