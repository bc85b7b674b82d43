import { expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { expectChain, records } from '../ledgers.ts';
import { diskForEach, pictures, shown, start } from '../world.ts';

const HOUR_MS = 3_600_000;
const ITEM_MS = 10_000;
/** The server is this far ahead of the screen's wall clock. */
const AHEAD_MS = 7_000;
const disk = diskForEach();

it.each([
  ['stands', 'mono'],
  ['runs on', undefined],
  ['runs on, and the wall clock stands', 'wall'],
] as const)(
  'P8 a screen that sleeps eight hours while its monotonic clock %s records when its plays were, and how sure that is',
  async (_, standing) => {
    const { files, items } = await pictures([100, 200]);
    const clock = manualClock(undefined, () => disk().settled());
    const screen = await start({ clock, disk: disk(), files });
    screen.run.tell({ on: 'tick' });
    await screen.take(items, 1);
    const serverAtZero = clock.now() + AHEAD_MS - clock.mono();
    screen.time.addSample(serverAtZero + clock.mono(), clock.mono(), clock.mono());
    await clock.advance(25_000);
    const awake = clock.mono();
    await clock.sleep(8 * HOUR_MS, standing);
    screen.run.tell({ on: 'tick' });
    await clock.advance(35_000);
    await screen.ledger.recover();
    await disk().settled();

    const plays = (await records(disk().db)).filter(({ result }) => result !== 'not_shown');
    await expectChain(await records(disk().db));
    expect(plays.length).toBeGreaterThanOrEqual(shown(screen.sights).length - 1);
    const slept = standing === 'mono' ? 8 * HOUR_MS : 0;
    for (const {
      started_wall_ms,
      started_mono_ms,
      clock: { offset_ms, quality, uncertainty_ms },
      ...play
    } of plays) {
      const isAfter = started_mono_ms > awake;
      const really = serverAtZero + started_mono_ms + (isAfter ? slept : 0);
      expect(Math.abs(started_wall_ms + offset_ms - really)).toBeLessThanOrEqual(10);
      expect(quality).toBe(isAfter ? 'C' : 'A');
      if (isAfter && standing) expect(uncertainty_ms).toBeGreaterThanOrEqual(8 * HOUR_MS);
      expect(play.duration_ms).toBeLessThanOrEqual(ITEM_MS + 1_000);
    }
  },
);
