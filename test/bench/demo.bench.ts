/** The first start with the demo beside one without it, and what each then takes of a processor while nobody asks for anything. */
import { Wayside } from '../e2e/support/server/wayside.ts';
import { cpuSeconds, medianOf } from './measure.ts';

const ROUNDS = 3;
/** Files are checked and figures rolled up after the start. */
const SETTLED_MS = 30_000;
const REST_MS = 60_000;
const SIDES = ['off', 'on'] as const;
const wait = (ms: number) => new Promise<void>(done => setTimeout(done, ms));

type PerSide = Record<(typeof SIDES)[number], number[]>;
const starts: PerSide = { off: [], on: [] };
/** Says more than the time where the machine has other work. */
const startCpu: PerSide = { off: [], on: [] };
const rest = { off: 0, on: 0 };
for (let round = 1; round <= ROUNDS; round++)
  for (const side of SIDES) {
    const began = performance.now();
    const server = await Wayside.first('--demo', side);
    starts[side].push((performance.now() - began) / 1_000);
    startCpu[side].push(cpuSeconds(server.pid));
    try {
      if (round < ROUNDS) continue;
      await wait(SETTLED_MS);
      const before = cpuSeconds(server.pid);
      await wait(REST_MS);
      rest[side] = (cpuSeconds(server.pid) - before) / (REST_MS / 1_000);
    } finally {
      await server.remove();
    }
  }

const figure = (value: number, digits = 6) => value.toFixed(1).padStart(digits);
for (const side of SIDES)
  process.stdout.write(
    `  --demo=${side.padEnd(4)} first start ${figure(medianOf(starts[side]))} s (${figure(medianOf(startCpu[side]))} s of CPU), at rest ${figure(rest[side] * 100)} % of a core\n`,
  );
const more = (of: PerSide) => medianOf(of.on) - medianOf(of.off);
process.stdout.write(
  `  ${figure(more(starts), 0)} s more (goal ≤ 15; ${figure(more(startCpu), 0)} s of CPU), ${figure(rest.on * 100, 0)} % at rest (goal ≤ 3)\n`,
);
