import { describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { diskForEach, pictures, start } from '../world.ts';

const SIZES = [50, 60, 70];
const MINUTE_MS = 60_000;

const disk = diskForEach();

async function world() {
  const clock = manualClock(undefined, () => disk().settled());
  const { files, items } = await pictures(SIZES);
  const screen = await start({ clock, disk: disk(), files });
  const ready = async () => (await screen.downloads.readiness()).ready.size;
  return { clock, screen, items, ready };
}

describe('what no answer brought', () => {
  it('is asked for again within seconds, without a word of the server', async () => {
    const { clock, screen, items, ready } = await world();
    screen.net.isUp = false;
    await screen.take(items, 1);
    expect(await ready()).toBe(0);
    screen.net.isUp = true;
    await clock.advance(7_000);
    expect(await ready()).toBe(SIZES.length);
  });

  it('is asked for ever more seldom, down to once a minute, and not at all once it is there', async () => {
    const { clock, screen, items, ready } = await world();
    screen.net.isUp = false;
    await screen.take(items, 1);
    await clock.advance(10 * MINUTE_MS);
    const asked = screen.net.asked;
    await clock.advance(10 * MINUTE_MS);
    expect(screen.net.asked - asked).toBeLessThanOrEqual(10);
    screen.net.isUp = true;
    await clock.advance(MINUTE_MS);
    expect(await ready()).toBe(SIZES.length);
    const done = screen.net.asked;
    await clock.advance(10 * MINUTE_MS);
    expect(screen.net.asked).toBe(done);
  });
});
