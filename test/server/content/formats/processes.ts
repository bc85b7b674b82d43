/** The processes this one has started, as the kernel counts them. */
import { readdirSync, readFileSync } from 'node:fs';

interface Child {
  pid: number;
  name: string;
}
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    /** It has ended meanwhile. */
    return '';
  }
}

/** With those they have started. */
export function childrenOf(pid: number): Child[] {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), stat: read(`/proc/${name}/stat`) }));
  const of = (parent: number): Child[] =>
    all
      .filter(({ stat }) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent)
      .flatMap(one => [{ pid: one.pid, name: stat(one.stat) }, ...of(one.pid)]);
  const stat = (line: string) => line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'));
  return of(pid);
}

/** Bytes held by a process and all it has started; what several share counts once. */
export const memoryOf = (pid: number): number =>
  [{ pid }, ...childrenOf(pid)].reduce(
    (sum, one) =>
      sum + Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${one.pid}/smaps_rollup`))?.[1] ?? 0) * 1_024,
    0,
  );
