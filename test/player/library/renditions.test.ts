import { describe, expect, it } from 'vitest';
import {
  playlistDocument,
  type DocumentAsset,
  type DocumentItem,
} from '../../../shared/contract/playout/manifest.ts';
import type { TargetScreen } from '../../../shared/playout/renditions.ts';
import { manualClock } from '../../support/clock.ts';
import { file } from '../../shared/library/files.ts';
import { picture, playlistOf } from '../items.ts';
import { diskForEach, pictures, shown, start } from '../world.ts';

const ITEM_MS = 10_000;
const TABLET: TargetScreen = { w: 1280, h: 800, isMetered: false };
const SIDES = [
  { w: 854, h: 480 },
  { w: 1280, h: 720 },
] as const;

const disk = diskForEach();

/** An item of an original of 400 bytes and two renditions, of 100 and 200. */
async function film(seed: number) {
  const [small, fitting, original] = await Promise.all([100, 200, 400].map((n, i) => file(n, seed + i)));
  const renditions = [small!, fitting!].map(({ asset }, i) => ({ ...asset, ...SIDES[i]! }));
  const item = picture(seed, { asset: { ...original!.asset, renditions } });
  const [a, b, c] = [small!.asset.sha256, fitting!.asset.sha256, original!.asset.sha256];
  return { item, files: [small!, fitting!, original!], small: a, fitting: b, original: c };
}

async function world(screen: TargetScreen, served = (all: Awaited<ReturnType<typeof file>>[]) => all) {
  const clock = manualClock(undefined, () => disk().settled());
  const one = await film(1);
  const other = await pictures([50], {}, 9);
  const at = { screen };
  const player = await start({
    ...{ clock, disk: disk(), files: [...served(one.files), ...other.files] },
    screen: () => at.screen,
  });
  player.run.tell({ on: 'tick' });
  const items: DocumentItem[] = [one.item, ...other.items];
  const held = async () => {
    const rows = await player.library.rows();
    return rows
      .filter(row => row.complete && row.sha256 !== other.items[0]!.asset.sha256)
      .map(row => row.sha256);
  };
  return { ...one, clock, player, items, held, at };
}

describe('a screen', () => {
  it('fetches and plays the smallest file that is sharp enough, and its record names what was uploaded', async () => {
    const { clock, player, items, held, fitting, original } = await world(TABLET);
    await player.take(items, 1);
    await clock.advance(3 * ITEM_MS);
    expect(await held()).toEqual([fitting]);
    expect(player.played).toContain(fitting);
    expect(shown(player.sights)).toContain(items[0]!.id);
    const plays = await (await disk().db()).getAll('plays');
    const named = plays.map(row => ('draft' in row ? row.draft : 'body' in row ? row.body : row.record));
    const creatives = new Map(named.map(one => [one.creative_id, one.creative_sha256]));
    expect(creatives.get(items[0]!.creative_id)).toBe(original);
    expect(await player.downloads.readiness()).toMatchObject({
      ready: new Set(items.map(i => i.asset.sha256)),
    });
    expect(player.faults).toEqual([]);
  });

  it('on a link paid for by the byte takes the smaller first, and the fitting one where bytes cost nothing', async () => {
    const { clock, player, items, held, at, small, fitting } = await world({ ...TABLET, isMetered: true });
    await player.take(items, 1);
    await clock.advance(2 * ITEM_MS);
    expect(await held()).toEqual([small]);
    expect(player.played).toContain(small);
    at.screen = TABLET;
    player.net.isUp = false;
    await player.bring();
    await clock.advance(3 * ITEM_MS);
    expect(player.played.at(-1) === small || player.played.at(-2) === small).toBe(true);
    player.net.isUp = true;
    await player.bring();
    expect((await held()).sort()).toEqual([small, fitting].sort());
    player.played.length = 0;
    await clock.advance(3 * ITEM_MS);
    expect(player.played).toContain(fitting);
    expect(player.played).not.toContain(small);
  });

  it('keeps what it has where a document names smaller ones later', async () => {
    const { clock, player, items, held, original } = await world(TABLET);
    const { renditions: _later, ...plain } = items[0]!.asset;
    await player.take([{ ...items[0]!, asset: plain }, items[1]!], 1);
    expect(await held()).toEqual([original]);
    const asked = player.net.asked;
    await player.take(items, 2);
    await clock.advance(ITEM_MS);
    expect([await held(), player.net.asked]).toEqual([[original], asked]);
    expect(player.content.active()?.plan.version).toBe(2);
  });

  it('takes the original where a smaller one cannot be had, and nobody hears of a skipped item', async () => {
    const broken = await file(200, 77);
    const { player, items, held, fitting, original } = await world(TABLET, all =>
      all.map((one, i) => (i === 1 ? { ...broken, asset: one.asset } : one)),
    );
    await player.take(items, 1);
    expect(await held()).toEqual([original]);
    expect(await held()).not.toContain(fitting);
    expect(player.skipped).toEqual([]);
    expect(player.content.active()?.plan.version).toBe(1);
  });

  it('skips the item once every file of it was refused, and tries each again', async () => {
    const broken = await file(400, 77);
    const { clock, player, items, held, fitting } = await world(TABLET, all =>
      all.map(one => ({ ...broken, asset: one.asset })),
    );
    await player.take(items, 1);
    expect(player.skipped).toHaveLength(1);
    expect((await player.downloads.readiness()).givenUp.has(items[0]!.asset.sha256)).toBe(true);
    expect(player.content.active()?.plan.version).toBe(1);
    expect(await held()).toEqual([]);
    expect(fitting).not.toBe('');
    await clock.advance(2 * ITEM_MS);
    await player.bring();
    expect(player.skipped).toHaveLength(1);
  });

  it('brings a damaged chunk of a smaller file again', async () => {
    const { clock, player, items, held, fitting } = await world(TABLET);
    await player.take(items, 1);
    await clock.advance(ITEM_MS);
    const cache = await disk().caches.open('library');
    const keys = (await cache.keys()).filter(({ url }) => url.includes(fitting));
    expect(keys.length).toBeGreaterThan(1);
    await cache.delete(keys[1]!);
    await clock.advance(20 * ITEM_MS);
    await player.bring();
    expect(await held()).toEqual([fitting]);
    expect((await cache.keys()).filter(({ url }) => url.includes(fitting))).toHaveLength(keys.length);
    expect(player.skipped).toEqual([]);
  });
});

describe('a document', () => {
  it('of an older server names no renditions, and an older player reads past those of a newer one', () => {
    const asset: DocumentAsset = picture(1).asset;
    const now = playlistOf([picture(1, { asset: { ...asset, renditions: [{ ...asset, ...SIDES[0] }] } })]);
    expect(playlistDocument.parse(now)).toEqual(now);
    expect(playlistDocument.parse(playlistOf([picture(1)])).items[0]!.asset.renditions).toBeUndefined();
    const newer = { ...playlistOf([picture(1)]).items[0]!.asset, later: [1] };
    expect(playlistDocument.parse(playlistOf([picture(1, { asset: newer })])).items[0]!.asset).toEqual(asset);
  });
});
