import { describe, expect, it } from 'vitest';
import type { DocumentItem, PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { manualClock } from '../../support/clock.ts';
import { idOf, picture } from '../items.ts';
import { expectChain, records } from '../ledgers.ts';
import { diskForEach, HOUSE, pictures, shown, start } from '../world.ts';

const disk = diskForEach();
const parted = (
  layout: NonNullable<PlaylistDocument['layout']>,
  items: DocumentItem[],
): Partial<PlaylistDocument> => ({ layout, beside: { playlist_id: idOf(0xeeee), version: 3, items } });

async function screenWith() {
  const clock = manualClock(undefined, () => disk().settled());
  const main = await pictures([900, 900], { duration_ms: 10_000 });
  const side = await pictures([700, 700], { duration_ms: 4_000 }, 11);
  const files = [...main.files, ...side.files];
  const screen = await start({ clock, disk: disk(), files });
  return { clock, screen, main: main.items, side: side.items, files };
}

describe('a parted screen', () => {
  it('plays two loops at once, and each play is recorded once with its zone', async () => {
    const { clock, screen, main, side } = await screenWith();
    await screen.take(main, 1, parted('main_ticker', side));
    screen.run.tell({ on: 'tick' });
    await clock.advance(61_000);
    expect(shown(screen.sights).slice(0, 4)).toEqual([main[0]!.id, main[1]!.id, main[0]!.id, main[1]!.id]);
    expect(new Set(shown(screen.secondSights))).toEqual(new Set(side.map(({ id }) => id)));
    expect(shown(screen.secondSights).length).toBeGreaterThan(12);
    const all = await records(disk().db);
    await expectChain(all);
    expect(new Set(all.map(({ zone }) => zone))).toEqual(new Set(['main', 'ticker']));
    for (const { zone, playlist_id } of all)
      expect([zone, playlist_id]).toEqual(zone === 'ticker' ? [zone, idOf(0xeeee)] : [zone, idOf(0xffff)]);
    expect(all.filter(({ result }) => result !== 'completed')).toEqual([]);
    expect(screen.faults).toEqual([]);
  });

  it('keeps one zone playing where the other has nothing to show', async () => {
    const { clock, screen, main, side } = await screenWith();
    const lost = picture(0x77);
    await screen.take(main, 1, parted('main_side', [lost]));
    screen.run.tell({ on: 'tick' });
    await clock.advance(45_000);
    expect(shown(screen.sights).length).toBeGreaterThan(3);
    expect(shown(screen.secondSights)).toEqual([]);

    await screen.take([lost], 2, parted('main_side', side));
    await screen.take([], 3, parted('main_side', side));
    await clock.advance(45_000);
    expect(screen.sights.at(-1)?.what).toBe(HOUSE);
    expect(shown(screen.secondSights).length).toBeGreaterThan(5);
  });

  it('is parted anew with the next picture of the main zone, never before it', async () => {
    const { clock, screen, main, side } = await screenWith();
    await screen.take(main, 1);
    screen.run.tell({ on: 'tick' });
    await clock.advance(12_000);
    await screen.take(main, 2, parted('main_side', side));
    const count = shown(screen.sights).length;
    expect(shown(screen.secondSights)).toEqual([]);
    await clock.advance(9_500);
    expect(shown(screen.sights).length).toBe(count + 1);
    expect(shown(screen.secondSights).length).toBeGreaterThan(0);
    await screen.take(main, 3);
    await clock.advance(12_000);
    const before = screen.secondSights.length;
    await clock.advance(20_000);
    expect(screen.secondSights.length).toBe(before);
    const all = await records(disk().db);
    await expectChain(all);
    const ends = all.map(({ zone }) => zone).filter((zone, i, list) => zone !== list[i - 1]);
    expect([ends[0], ends.at(-1)]).toEqual(['full', 'full']);
    expect(new Set(ends)).toEqual(new Set(['full', 'main', 'side']));
  });

  it('ends the play of its second zone in good order where a new build waits, and goes on where it does not come', async () => {
    const { clock, screen, main, side } = await screenWith();
    await screen.take(main, 1, parted('main_side', side));
    screen.run.tell({ on: 'tick' });
    await clock.advance(25_000);
    screen.run.tell({ on: 'update' });
    await clock.advance(10_000);
    expect(screen.updates()).toBe(1);
    const open = await (await disk().db()).getAllFromIndex('plays', 'state', 'open');
    expect(open).toEqual([]);
    const before = shown(screen.secondSights).length;
    screen.zones.tellAll({ on: 'stay' });
    await clock.advance(12_000);
    expect(shown(screen.secondSights).length).toBeGreaterThan(before);
    await expectChain((await records(disk().db)).toSorted((a, b) => a.seq - b.seq));
  });

  it('loses no play of either zone to a power cut', async () => {
    const { clock, screen, main, side, files } = await screenWith();
    await screen.take(main, 1, parted('side_by_side', side));
    screen.run.tell({ on: 'tick' });
    await clock.advance(26_500);
    const again = await start({ clock, disk: disk(), files });
    const all = await again.ledger.waiting(500);
    await expectChain(all);
    const cut = all.filter(({ result }) => result === 'interrupted').map(({ zone }) => zone);
    expect(cut.sort()).toEqual(['main', 'side']);
  });
});
