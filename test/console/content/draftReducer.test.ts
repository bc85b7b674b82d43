import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  differs,
  draftOf,
  isLater,
  isPast,
  isRestricted,
  inputOf,
  loopLength,
  step,
  type Draft,
  type DraftAction,
} from '../../../console/content/playlists/editor/draftReducer.ts';
import { storageFitOf } from '../../../console/content/playlists/storageFit.ts';
import { parseSeconds } from '../../../console/content/playlists/editor/DurationInput.tsx';
import type { PlaylistItem } from '../../../shared/contract/content/playlist.ts';
import {
  assetRow,
  creativeRow,
  deviceRow,
  idOf,
  itemRow,
  reportedRow,
} from '../../support/console/content.ts';

const draftWith = (...items: PlaylistItem[]) => draftOf({ items, default_duration_ms: 8_000 });
const start = (n = 4) => draftWith(...Array.from({ length: n }, (_, i) => itemRow(i + 1)));
const names = (draft: Draft) => draft.items.map(item => item.creative?.name.slice(-1)).join('');
const run = (draft: Draft, ...steps: DraftAction[]) => steps.reduce(step, draft);
const key = (n: number) => idOf(n + 200);

describe('draft of a playlist', () => {
  it.each([
    [1, 2, '2314'],
    [4, 0, '4123'],
    [2, 3, '1342'],
    [3, 99, '1243'],
    [2, -5, '2134'],
  ])('moves item %i to place %i', (n, to, order) =>
    expect(names(run(start(), { do: 'move', key: key(n), to }))).toBe(order),
  );

  it('takes nothing down where nothing has moved', () => {
    const draft = start();
    expect(run(draft, { do: 'move', key: key(1), to: 0 }, { do: 'move', key: 'unknown', to: 2 })).toBe(draft);
  });

  it('adds in the middle and removes', () => {
    const [item] = draftWith(itemRow(9)).items;
    const draft = run(start(3), { do: 'add', items: [item!], at: 1 }, { do: 'remove', key: key(3) });
    expect(names(draft)).toBe('192');
  });

  it('goes back at least 50 steps and forward again', () => {
    const turns: DraftAction[] = Array.from({ length: 60 }, (_, i) => ({
      do: 'set',
      key: key(1),
      change: { duration_ms: 3_000 + i },
    }));
    const last = run(start(), ...turns);
    const back = run(last, ...turns.map((): DraftAction => ({ do: 'undo' })));
    expect(back.items).toEqual(start().items);
    expect(run(back, ...turns.map((): DraftAction => ({ do: 'redo' }))).items).toEqual(last.items);
  });

  it('forgets what was undone once something else is done', () => {
    const draft = run(start(), { do: 'remove', key: key(1) }, { do: 'undo' }, { do: 'remove', key: key(2) });
    expect(run(draft, { do: 'redo' })).toBe(draft);
  });

  it('is back where it began after undoing everything, whatever was done', () => {
    const anyStep: fc.Arbitrary<DraftAction> = fc.oneof(
      fc.record({
        do: fc.constant('move' as const),
        key: fc.integer({ min: 1, max: 5 }).map(key),
        to: fc.integer({ min: -1, max: 6 }),
      }),
      fc.record({ do: fc.constant('remove' as const), key: fc.integer({ min: 1, max: 5 }).map(key) }),
      fc.record({
        do: fc.constant('set' as const),
        key: fc.integer({ min: 1, max: 5 }).map(key),
        change: fc.record({ duration_ms: fc.integer({ min: 3_000, max: 9_000 }) }),
      }),
    );
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), steps => {
        const done = run(start(), ...steps);
        const undone = run(done, ...steps.map((): DraftAction => ({ do: 'undo' })));
        expect(undone.items).toEqual(start().items);
      }),
    );
  });

  it('keeps its items when the server gives them ids', () => {
    const [fresh] = draftWith(itemRow(9)).items;
    const added = run(start(1), { do: 'add', items: [{ ...fresh!, id: undefined, key: 'new' }], at: 1 });
    const saved = run(added, {
      do: 'saved',
      items: [itemRow(1), itemRow(9, creativeRow(9), { id: idOf(77) })],
    });
    expect(saved.items[1]).toMatchObject({ key: 'new', id: idOf(77) });
    expect(differs(saved.items, added.items)).toBe(false);
  });

  it('sends what the contract asks for and no more', () => {
    expect(inputOf(start(1).items[0]!)).toEqual({
      id: key(1),
      ...{ source: 'creative', creative_id: idOf(1), content_kind: null, widget: null },
      ...{ duration_ms: 10_000, transition: 'none', fit: null, weight: 1 },
      ...{ dayparts: [], valid_from: null, valid_until: null, conditions: [] },
    });
  });

  it('takes back and redoes what restricts an item, and knows it as a change', () => {
    const saved = start(2);
    const dayparts = [{ days: [5], start: '18:00', end: '02:00' }];
    const set = run(saved, {
      do: 'set',
      key: key(1),
      change: { dayparts, weight: 3, valid_until: '2026-11-23' },
    });
    expect(differs(set.items, saved.items)).toBe(true);
    expect(isRestricted(set.items[0]!) && isPast(set.items[0]!, '2026-11-24')).toBe(true);
    const back = run(set, { do: 'undo' });
    expect(differs(back.items, saved.items)).toBe(false);
    expect(run(back, { do: 'redo' }).items[0]).toMatchObject({ dayparts, weight: 3 });
  });

  it('plays later where its own first day or that of its creative is to come', () => {
    const from = (own: string | null, its: string | null) =>
      draftWith(itemRow(1, creativeRow(1, { valid_from: its }), { valid_from: own })).items[0]!;
    const later = (own: string | null, its: string | null) => isLater(from(own, its), '2026-11-24');
    expect([later(null, null), later('2026-11-24', null), later(null, '2026-11-24')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([later('2026-11-25', null), later(null, '2026-11-25'), later('2026-11-01', '2027-01-01')]).toEqual(
      [true, true, true],
    );
  });

  it('sums the lengths, a video to its end, and counts a file once', () => {
    const video = creativeRow(3, {
      kind: 'video',
      duration_ms: 7_500,
      asset: assetRow(3, { mime: 'video/mp4' }),
    });
    const draft = draftWith(itemRow(1), itemRow(3, video, { duration_ms: null }), itemRow(4, creativeRow(1)));
    expect(loopLength(draft.items)).toBe(27_500);
    expect(bytesOf(draft.items)).toBe(4_000_000);
  });

  it.each([
    ['12', 12_000],
    ['7,5', 7_500],
    ['1,000', 1_000_000],
    ['１２', 12_000],
    ['1e3', null],
    [' 3 ', 3_000],
    ['2.9', null],
    ['3600', 3_600_000],
    ['3601', null],
    ['', null],
    ['ten', null],
  ])('reads "%s" seconds as %s ms', (text, ms) => expect(parseSeconds(text)).toBe(ms));
});

describe('space on the screens', () => {
  const device = (name: string, used: number, quota: number) => ({
    name,
    reported: reportedRow({ storage: { used, quota, persisted: true } }),
  });

  it('is the least any of them has free, and names those that are too small however empty', () => {
    expect(storageFitOf([device('a', 400, 1_000), device('b', 100, 300), deviceRow(1)], 500)).toEqual({
      known: 2,
      leastFree: 200,
      tooSmall: ['b'],
    });
  });

  it('is not known where none has reported', () => {
    expect(storageFitOf([deviceRow(1)], 500)).toEqual({ known: 0, leastFree: null, tooSmall: [] });
  });
});
