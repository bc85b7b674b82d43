import { describe, expect, it } from 'vitest';
import {
  assetsInPlayOrder,
  itemsOf,
  loopWith,
  mayTakeOver,
  wantedPlaylist,
  type Content,
} from '../../../player/library/content.ts';
import { createItemSource } from '../../../player/library/itemSource.ts';
import type { PlaylistDocument, ScheduleDocument } from '../../../shared/contract/playout/manifest.ts';
import type { AssetRow } from '../../../shared/device/storage.ts';
import { picture, playlistOf } from '../items.ts';

const MINUTE_MS = 60_000;
/** A Tuesday. */
const SIX = Date.parse('2026-11-24T18:00:00.000Z');
const EVENING: ScheduleDocument['entries'][number] = {
  ...{ id: 'evening', playlist_id: 'evening loop' },
  dayparts: [{ days: [1, 2, 3, 4, 5, 6, 7], start: '18:00', end: '23:00' }],
};
const named = (playlist_id: string, ...numbers: number[]): PlaylistDocument => ({
  ...playlistOf(numbers.map(n => picture(n))),
  playlist_id,
});
const standing = named('standing loop', 1, 2);
const evening = named('evening loop', 11, 12);
const contentOf = (entries = [EVENING], playlists: readonly PlaylistDocument[] = [evening]): Content => ({
  ...{ plan: { version: 1, playlist: null, config: null }, playlist: standing, config: null, flights: null },
  schedule: { standing, entries, playlists },
});
const idOf = (playlist: PlaylistDocument | null) => playlist?.playlist_id;

/** `missing`: SHA-256 of files that are not on the screen. */
function begin(missing: readonly string[] = []) {
  let content = contentOf();
  const source = createItemSource({
    content: { active: () => content, pending: () => null },
    library: {
      findAll: shas =>
        Promise.resolve(
          shas.map(sha256 => (missing.includes(sha256) ? undefined : ({ complete: true } as AssetRow))),
        ),
      blob: () => Promise.resolve(null),
    },
    bootCounter: { isSafe: false, countVideoStart: async () => {} },
    moments: { at: due => ({ at: due, tz: 'UTC', weather: null, place: null }) },
    storedPosition: null,
    facts: {} as never,
    onPlaylist: playlist => (content = { ...content, playlist }),
  });
  return {
    source,
    content: () => content,
    async play(at: number) {
      const item = await source.choose({}, at, at);
      if (item) source.moveTo(item, at);
      return item?.name;
    },
  };
}
const name = (n: number) => picture(n).name;

describe('a screen with exceptions', () => {
  it('wants that of the first that holds, the standing one where none does or the time is not known', () => {
    const content = contentOf();
    expect(idOf(wantedPlaylist(content, SIX - 1))).toBe('standing loop');
    expect(idOf(wantedPlaylist(content, SIX))).toBe('evening loop');
    expect(idOf(wantedPlaylist(content, null))).toBe('standing loop');
    const unknown = { ...EVENING, id: 'other', playlist_id: 'never given' };
    expect(idOf(wantedPlaylist(contentOf([unknown, EVENING]), SIX))).toBe('evening loop');
  });

  it('goes over to it with the item that begins at its minute, and back after its end, each from its start', async () => {
    const screen = begin();
    expect(await screen.play(SIX - 16_000)).toBe(name(1));
    expect(await screen.play(SIX - 8_000)).toBe(name(2));
    expect(idOf(screen.content().playlist)).toBe('standing loop');
    expect(await screen.play(SIX)).toBe(name(11));
    expect(idOf(screen.content().playlist)).toBe('evening loop');
    expect(await screen.play(SIX + 8_000)).toBe(name(12));
    expect(await screen.play(SIX + 16_000)).toBe(name(11));
    expect(await screen.play(SIX + 300 * MINUTE_MS)).toBe(name(1));
  });

  it('does not begin what was chosen for before its minute once that has come', async () => {
    const { source } = begin();
    const item = await source.choose({}, SIX - 10_000, SIX - 2_000);
    expect(item?.name).toBe(name(1));
    expect(source.mayBegin(item!, SIX - 2_000)).toBe(true);
    expect(source.mayBegin(item!, SIX + 1)).toBe(false);
  });

  it('plays the standing playlist where nothing of it can be shown, recorded as what it is', async () => {
    const screen = begin(evening.items.map(({ asset }) => asset.sha256));
    expect(await screen.play(SIX)).toBe(name(1));
    expect(await screen.play(SIX + 8_000)).toBe(name(2));
    expect(loopWith(screen.content(), picture(1).id, 'main')?.playlist_id).toBe('standing loop');
    expect(loopWith(screen.content(), picture(11).id, 'main')?.playlist_id).toBe('evening loop');
  });
});

describe('the files of exceptions', () => {
  const order = (content: Content) =>
    assetsInPlayOrder(content, { main: null, second: null }, SIX - MINUTE_MS).map(
      ({ asset }) => asset.sha256,
    );
  const shas = (playlist: PlaylistDocument) => playlist.items.map(({ asset }) => asset.sha256);

  it('are fetched after those of what plays, from a month ahead on', () => {
    expect(order(contentOf())).toEqual([...shas(standing), ...shas(evening)]);
    const far = { ...EVENING, valid_from: '2027-01-01' };
    expect(order(contentOf([far]))).toEqual(shas(standing));
    expect(itemsOf(contentOf([far])).map(item => item.name)).toEqual([1, 2, 11, 12].map(name));
  });

  it('of the one that holds are waited for by a new version, those of others are not', () => {
    const active: Content = { ...contentOf([], []), playlist: standing };
    const ready = new Set(shas(standing));
    const at = (moment: number, more: readonly string[] = [], givenUp: readonly string[] = []) =>
      mayTakeOver(active, contentOf(), {
        ready: new Set([...ready, ...more]),
        givenUp: new Map(givenUp.map(sha256 => [sha256, 'gone'])),
        at: moment,
      });
    expect(at(SIX - MINUTE_MS)).toBe(true);
    expect(at(SIX)).toBe(false);
    expect(at(SIX, shas(evening))).toBe(true);
    expect(at(SIX, [], shas(evening))).toBe(true);
  });
});
