/** A picture comes back within five seconds, however long the screen was off or without a link. */
import { expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { diskForEach, HOUSE, pictures, shown, start, type Clock } from '../world.ts';

const HOUR_MS = 3_600_000;
const WITHIN_MS = 5_000;
const disk = diskForEach();

async function screenOf(sizes: readonly number[]) {
  const { files, items } = await pictures(sizes);
  const clock = manualClock(undefined, () => disk().settled());
  const screen = await start({ clock, disk: disk(), files });
  screen.run.tell({ on: 'tick' });
  return { clock, items, ...screen };
}

it.each([
  ['its clocks ran on', (clock: Clock) => clock.advance(8 * HOUR_MS)],
  ['the machine slept', (clock: Clock) => clock.sleep(8 * HOUR_MS)],
] as const)('goes on with another item after eight hours off, while %s', async (_name, pass) => {
  const { clock, items, sights, run, alarms, ...screen } = await screenOf([100, 200]);
  await screen.take(items, 1);
  await clock.advance(3_000);
  run.setVisible(false);
  await pass(clock);
  const [before, from] = [shown(sights).length, clock.mono()];
  run.setVisible(true);
  await clock.advance(WITHIN_MS);
  expect(shown(sights).length).toBeGreaterThan(before);
  expect(sights.at(-1)?.what).not.toBe(HOUSE);
  expect((sights.at(-1)?.at ?? Infinity) - from).toBeLessThanOrEqual(WITHIN_MS);
  expect(alarms).toEqual([]);
});

it('shows what it lacked once the link is back', async () => {
  const { clock, items, sights, net, bring, ...screen } = await screenOf([100, 200]);
  net.isUp = false;
  await screen.take(items, 1);
  await clock.advance(HOUR_MS);
  expect(shown(sights)).toEqual([]);
  await clock.advance(100);
  net.isUp = true;
  void bring();
  /** Not at the next of its looks, which come every five seconds. */
  await clock.advance(1_000);
  expect(shown(sights)).not.toEqual([]);
});
