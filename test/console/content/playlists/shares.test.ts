import { describe, expect, it } from 'vitest';
import type { PlaylistItem } from '../../../../shared/contract/content/playlist.ts';
import { draftOf } from '../../../../console/content/playlists/editor/draftReducer.ts';
import { nextDaypart } from '../../../../console/content/playlists/nextDaypart.ts';
import { sharesOf } from '../../../../console/content/playlists/shares/shares.ts';
import { creativeRow, itemRow } from '../../../support/console/content.ts';

const items = (...rows: PlaylistItem[]) => draftOf({ items: rows, default_duration_ms: 8_000 }).items;
const plain = (rows: readonly { key: string; plays: number; ms: number; share: number }[]) =>
  rows.map(({ key, plays, ms, share }) => [key, plays, ms, share]);
const picture = creativeRow(1);
const video = creativeRow(2, { kind: 'video', duration_ms: 30_000 });
const clock = itemRow(3, picture, { source: 'widget', widget: 'clock', creative: null, duration_ms: null });

describe('the share of a loop', () => {
  it('is counted by kind and by what plays, the largest first', () => {
    const loop = items(
      itemRow(1, picture, { duration_ms: 4_000 }),
      itemRow(2, video, { duration_ms: null }),
      clock,
      itemRow(4, picture, { duration_ms: 6_000, source: 'campaign_slot' }),
      itemRow(5, picture, {
        content_kind: 'news',
        source: 'content_kind',
        creative: null,
        duration_ms: 12_000,
      }),
    );
    const { kinds, contents } = sharesOf(loop, 'none');
    expect(plain(kinds)).toEqual([
      ['video', 1, 30_000, 0.5],
      ['local', 1, 12_000, 0.2],
      ['widget', 1, 8_000, 8 / 60],
      ['campaign_slot', 1, 6_000, 0.1],
      ['image', 1, 4_000, 4 / 60],
    ]);
    expect(plain(contents).map(([, plays, ms]) => [plays, ms])).toEqual([
      [1, 30_000],
      [1, 12_000],
      [2, 10_000],
      [1, 8_000],
    ]);
  });

  it('counts weights where the order goes by them, and there alone', () => {
    const loop = items(
      itemRow(1, picture, { duration_ms: 5_000, weight: 3 }),
      itemRow(2, video, { duration_ms: 5_000 }),
    );
    expect(plain(sharesOf(loop, 'weighted').kinds)).toEqual([
      ['image', 3, 15_000, 0.75],
      ['video', 1, 5_000, 0.25],
    ]);
    expect(sharesOf(loop, 'all').kinds.map(({ share }) => share)).toEqual([0.5, 0.5]);
  });

  it('of an empty loop is none', () => expect(sharesOf([], 'none')).toEqual({ kinds: [], contents: [] }));
});

describe('the next hours', () => {
  /** Wednesday, 12:00 in Lisbon. */
  const NOON = Date.parse('2026-11-25T12:00:00.000Z');
  const at = (days: number[], start: string, now = NOON, tz = 'Europe/Lisbon') =>
    nextDaypart([{ days, start, end: '23:00' }], now, tz);

  it.each([
    ['later today', [3], '18:00', '2026-11-25T18:00:00.000Z'],
    ['in a week, where they began already', [3], '12:00', '2026-12-02T12:00:00.000Z'],
    ['on the next day they name', [1, 5], '07:30', '2026-11-27T07:30:00.000Z'],
    ['over the end of the week', [1, 2], '00:00', '2026-11-30T00:00:00.000Z'],
  ])('begin %s', (_what, days, start, expected) => expect(at(days, start)).toBe(expected));

  it('are by the clocks of the zone', () =>
    expect(at([3], '18:00', NOON, 'Asia/Shanghai')).toBe('2026-12-02T10:00:00.000Z'));
  it('begin by the clock on the day it is set forward', () =>
    expect(at([7], '18:00', Date.parse('2027-03-27T12:00:00.000Z'))).toBe('2027-03-28T17:00:00.000Z'));
  it('are the first of several, and none where there are none', () => {
    const hours = [
      { days: [5], start: '18:00', end: '02:00' },
      { days: [4], start: '20:00', end: '22:00' },
    ];
    expect(nextDaypart(hours, NOON, 'Europe/Lisbon')).toBe('2026-11-26T20:00:00.000Z');
    expect(nextDaypart([], NOON, 'Europe/Lisbon')).toBeNull();
  });
});
