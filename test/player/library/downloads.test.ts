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

describe('a poll', () => {
  it('of a screen that has all it plays reads neither the index nor a chunk, until one is damaged', async () => {
    const { clock, screen, items, ready } = await world();
    await screen.take(items, 1);
    await screen.bring();
    await disk().settled();
    const before = disk().calls();
    for (let n = 0; n < 10; n++) await screen.bring();
    expect(await ready()).toBe(SIZES.length);
    expect(disk().calls() - before).toBe(0);

    await screen.library.evict(new Set([items[0]!.asset.sha256]));
    screen.damage(items[0]!.asset.sha256);
    await clock.advance(2_000);
    expect(await ready()).toBe(SIZES.length);
  });

  it('reads nothing once the only file that was refused is of an older version', async () => {
    const clock = manualClock(undefined, () => disk().settled());
    const { files, items } = await pictures(SIZES);
    const [broken] = (await pictures([80], {}, 9)).files;
    const damaged = files.map((one, n) => (n === 0 ? { ...broken!, asset: one.asset } : one));
    const screen = await start({ clock, disk: disk(), files: damaged });
    await screen.take(items, 1);
    expect((await screen.downloads.readiness()).givenUp.size).toBe(1);
    await screen.take(items.slice(1), 2);
    await screen.bring();
    await disk().settled();
    const before = disk().calls();
    await screen.bring();
    expect(disk().calls() - before).toBe(0);
  });

  it('that gets no answer still counts what lies here', async () => {
    const { clock, screen, items, files } = { ...(await world()), files: [] };
    await screen.take(items, 1);
    const again = await start({ clock, disk: disk(), files });
    again.net.isUp = false;
    await again.downloads.updateStatus();
    expect(again.status.get().library).toEqual({ ready: SIZES.length, total: SIZES.length, givenUp: 0 });
  });
});

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
