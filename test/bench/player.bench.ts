/**
 * Our player beside a floor page in the same Chromium, watched from its compositor: when the first content is seen,
 * and how well items follow each other. Say how many starts with `-- player 50`; twelve of each by default.
 */
import { join } from 'node:path';
import { Screen, segments } from '../e2e/support/screen/screen.ts';
import { freePort, Wayside } from '../e2e/support/server/wayside.ts';
import { chromium } from '../tools/machine.ts';
import { floorServer } from './player/floor.ts';

process.env['CHROMIUM_PATH'] ??= chromium();
const LOOP = join(import.meta.dirname, '../fixtures/markers');
const EACH_S = 2;
const STARTS = Number(process.argv[3] ?? 12);
const COLD_STARTS = Math.ceil(STARTS / 2);
/** Time to fetch the whole loop and be kept by the worker. */
const SETTLE_MS = 15_000;
const WATCH_MS = 60_000;
const WITHIN_MS = 20_000;
const say = (text: string) => void process.stdout.write(`  ${text}\n`);
const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
const p95 = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN;

interface Side {
  name: 'ours' | 'floor';
  address: string;
  stop: () => Promise<void>;
}
/** ms from the page's birth to the frame with its first content. */
async function firstFrame(screen: Screen, address: string): Promise<number> {
  await screen.open(address);
  await screen.content(WITHIN_MS);
  const seen = screen.frames.find(frame => frame.seen !== 'other')!;
  return seen.at - (await screen.page.evaluate(() => performance.timeOrigin));
}
async function coldStarts({ address }: Side): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < COLD_STARTS; i++) {
    const screen = new Screen();
    times.push(await firstFrame(screen, address));
    await screen.remove();
  }
  return times;
}
async function keptStarts({ address, stop }: Side) {
  const screen = new Screen();
  try {
    await firstFrame(screen, address);
    await screen.wait(SETTLE_MS);
    screen.frames = [];
    await screen.wait(WATCH_MS);
    const turns = segments(screen.frames);
    await screen.close();
    await stop();
    const times: number[] = [];
    for (let i = 0; i < STARTS; i++) {
      times.push(await firstFrame(screen, address));
      await screen.close();
    }
    const shown = turns.filter(turn => turn.seen !== 'other');
    const dwell = shown.slice(2).map((turn, n) => Math.abs(turn.at - shown[n + 1]!.at - EACH_S * 1_000));
    return { times, dwell: p95(dwell), other: turns.length - shown.length, turns: shown.length };
  } finally {
    await screen.remove();
  }
}

const wayside = await Wayside.start('--play', LOOP, '--seconds', String(EACH_S));
const floor = await floorServer(await freePort());
const sides: Side[] = [
  { name: 'ours', address: `${wayside.origin}/player`, stop: () => wayside.stop() },
  { name: 'floor', address: floor.address, stop: floor.stop },
];
let missed = 0;
function tell(what: string, [ours, base]: readonly [number[], number[]], goal: number) {
  const ratio = median(ours) / median(base);
  if (ratio > goal) missed += 1;
  say(`${what}: ours ${median(ours).toFixed(0)} ms, floor ${median(base).toFixed(0)} ms`);
  say(
    `  ratio ${ratio.toFixed(2)} (goal ≤ ${goal}), ${ours.length} and ${base.length} starts, each with content`,
  );
}
try {
  const cold = [await coldStarts(sides[0]!), await coldStarts(sides[1]!)] as const;
  tell('new profile', cold, 2);
  const [ours, base] = [await keptStarts(sides[0]!), await keptStarts(sides[1]!)];
  tell('server stopped', [ours.times, base.times], 1.5);
  for (const [name, { dwell, other, turns }] of [['ours', ours] as const, ['floor', base] as const])
    say(
      `${name.padEnd(6)} ${turns} items: ${other} gaps, p95 of the error of their length ${dwell.toFixed(1)} ms`,
    );
  if (ours.other > 0) missed += 1;
  say(missed === 0 ? 'every goal is reached' : `${missed} goals are missed`);
  if (missed > 0) process.exitCode = 1;
} finally {
  await wayside.remove();
  await floor.stop();
}
