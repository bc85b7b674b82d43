/** Medians of repeated rounds; the two sides take turns, so that a busy machine hits both. */
import { readFileSync } from 'node:fs';

const ROUNDS = 7;

export const medianOf = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

interface Side {
  name: string;
  /** Does the work of one round and answers how many units were done. */
  round: () => Promise<number>;
}

/** Prints units a second of each side and the ratio of the first to the second. */
export async function compare(unit: string, ours: Side, floor: Side, goal: string): Promise<void> {
  const rates = new Map<Side, number[]>([
    [ours, []],
    [floor, []],
  ]);
  for (const side of [ours, floor]) await side.round();
  for (let round = 0; round < ROUNDS; round++)
    for (const [side, seen] of rates) {
      const started = performance.now();
      const done = await side.round();
      seen.push((done / (performance.now() - started)) * 1000);
    }
  const [a, b] = [medianOf(rates.get(ours) ?? []), medianOf(rates.get(floor) ?? [])];
  const line = (side: Side, rate: number) =>
    process.stdout.write(
      `  ${side.name.padEnd(44)} ${Math.round(rate).toLocaleString('en').padStart(12)} ${unit}/s\n`,
    );
  line(ours, a);
  line(floor, b);
  process.stdout.write(`  ratio ${(a / b).toFixed(2)} (goal ${goal})\n`);
}

/** Clock ticks a second of /proc/<pid>/stat. */
const TICKS = 100;
/** Where its two figures stand after the name. */
const [USER, SYSTEM] = [11, 12];

/** What a process has used of the processor, user and system, s. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS;
}
