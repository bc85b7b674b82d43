import { describe, expect, it } from 'vitest';
import { isSteady, nextChunk, type ChunkPosition } from '../../../player/library/scrub.ts';
import type { AssetRow } from '../../../shared/device/storage.ts';
import { manualClock } from '../../support/clock.ts';
import { picture, shaOf } from '../items.ts';
import { diskForEach, HOUSE, mostOverdue, pictures, shown, start } from '../world.ts';

const ITEM_MS = 10_000;
/** `npm run soak -- damage` asks for more. */
const LOSSES = Number(process.env['LOSSES'] ?? 30);
const disk = diskForEach();

async function playing(sizes: number[], seed = 1) {
  const clock = manualClock(undefined, () => disk().settled());
  const { files, items } = await pictures(sizes);
  const screen = await start({ clock, disk: disk(), files });
  let state = seed;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  screen.run.tell({ on: 'tick' });
  await screen.take(items, 1);
  await clock.advance(5_000);
  return { clock, screen, items, random };
}
const library = () => disk().caches.open('library');
async function lose(random: () => number) {
  const keys = await (await library()).keys();
  const key = keys[Math.floor(random() * keys.length)];
  if (key) await (await library()).delete(key);
}

describe('the scrub', () => {
  it('goes through every chunk of what is complete, one after the other, and round again', () => {
    const row = (n: number, chunks: number, complete = true) =>
      ({ ...picture(n).asset, bytes: chunks * 10, chunk_bytes: 10, complete }) as AssetRow;
    const rows = [row(2, 2), row(1, 3), row(3, 5, false)];
    const visited: string[] = [];
    let spot: ChunkPosition | null = null;
    for (let n = 0; n < 6; n++) {
      const next: ReturnType<typeof nextChunk> = nextChunk(rows, spot);
      if (!next) break;
      spot = { sha256: next.row.sha256, index: next.index };
      visited.push(`${next.row.sha256.slice(0, 4)}/${next.index}`);
    }
    const [one, two] = [shaOf(1).slice(0, 4), shaOf(2).slice(0, 4)];
    expect(visited).toEqual([`${one}/0`, `${one}/1`, `${one}/2`, `${two}/0`, `${two}/1`, `${one}/0`]);
    expect(nextChunk([], spot)).toBeNull();
    expect(nextChunk(rows, { sha256: shaOf(9), index: 4 })?.row.sha256).toBe(shaOf(1));
  });

  it('reads nothing near a change of picture, or where nothing is on screen', () => {
    const item = picture(1);
    const at = (age: number) => isSteady({ item, since: 1_000 }, 1_000 + age);
    expect([at(0), at(399), at(400), at(9_600), at(9_601)]).toEqual([false, false, true, true, false]);
    expect(isSteady(null, 5)).toBe(false);
  });

  it('finds a bit that flipped after it was read, sets the item aside until it is whole, and mends it', async () => {
    const { clock, screen, items } = await playing([64 * 3, 64 * 4]);
    const { sha256 } = items[1]!.asset;
    screen.net.isUp = false;
    disk().store.damage('library', `${sha256}/2`);
    await clock.advance(120_000);
    expect((await screen.library.find(sha256))?.complete).toBe(false);
    const before = shown(screen.sights).length;
    await clock.advance(60_000);
    expect(new Set(shown(screen.sights).slice(before + 1))).toEqual(new Set([items[0]!.id]));
    const asked = screen.net.asked;
    screen.net.isUp = true;
    await screen.bring();
    expect(screen.net.asked - asked).toBe(1);
    await clock.advance(60_000);
    expect(new Set(shown(screen.sights).slice(-3))).toEqual(new Set(items.map(({ id }) => id)));
    expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS)).toBeLessThanOrEqual(1_000);
  });

  it('whatever chunk is lost, again and again, with and without a link: never more than a second without content', async () => {
    const { clock, screen, items, random } = await playing([64 * 3, 100, 64 * 5, 64]);
    for (let n = 0; n < LOSSES; n++) {
      screen.net.isUp = random() < 0.7;
      await lose(random);
      await clock.advance(Math.round(random() * 40_000));
      if (screen.net.isUp) await screen.bring();
    }
    screen.net.isUp = true;
    await screen.bring();
    await clock.advance(60_000);
    expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS)).toBeLessThanOrEqual(1_000);
    expect(new Set(shown(screen.sights).slice(-4))).toEqual(new Set(items.map(({ id }) => id)));
    expect(screen.skipped).toEqual([]);
    const overdue = mostOverdue(screen.sights, clock.mono(), ITEM_MS);
    process.stdout.write(`figures ${JSON.stringify({ losses: LOSSES, longestWaitMs: overdue })}\n`);
  });

  it('that lost everything without a link shows the house loop, and plays again when the link is back', async () => {
    const { clock, screen } = await playing([64, 100]);
    screen.net.isUp = false;
    for (const key of await (await library()).keys()) await (await library()).delete(key);
    await clock.advance(60_000);
    expect(screen.sights.at(-1)?.what).toBe(HOUSE);
    screen.net.isUp = true;
    await screen.bring();
    await clock.advance(2_000);
    expect(screen.sights.at(-1)?.what).not.toBe(HOUSE);
    expect(mostOverdue(screen.sights, clock.mono(), ITEM_MS)).toBeLessThanOrEqual(1_000);
  });
});
