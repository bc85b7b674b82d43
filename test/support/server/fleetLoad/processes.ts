/** What processes of this machine have used, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every machine that Node runs on. */
const TICK_MS = 10;
const PAGE_MB = 4_096 / 1_000_000;
/** Fields of /proc/PID/stat after the name in brackets. */
const PARENT = 1;
const USER = 11;
const SYSTEM = 12;
const USER_OF_ENDED = 13;
const SYSTEM_OF_ENDED = 14;
const RESIDENT = 21;

function fieldsOf(pid: number): number[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}
const sum = (fields: readonly number[] | null, of: readonly number[]) =>
  of.reduce((all, at) => all + (fields?.[at] ?? 0), 0);

/** ms of a processor since the process began. */
export const processorMs = (pid: number) => sum(fieldsOf(pid), [USER, SYSTEM]) * TICK_MS;
export const residentMb = (pid: number) => sum(fieldsOf(pid), [RESIDENT]) * PAGE_MB;

/** Of a PostgreSQL and all that serve its connections, ended ones too. */
export function postgresMs(postmaster: number): number {
  const own = sum(fieldsOf(postmaster), [USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED]);
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => fieldsOf(Number(name)))
    .filter(fields => fields?.[PARENT] === postmaster);
  return (own + children.reduce((all, fields) => all + sum(fields, [USER, SYSTEM]), 0)) * TICK_MS;
}
