import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlaylistItem } from '../../../../shared/contract/content/playlist.ts';
import { compare, type ComparedSettings } from '../../../../console/content/playlists/compare/compare.ts';
import { creativeRow, idOf, itemRow } from '../../../support/console/content.ts';

const SETTINGS: ComparedSettings = {
  ...({ layout: 'full', shuffle: 'none', beside_id: null, beside_name: null } as const),
  default_duration_ms: 8_000,
};
const compareItems = (before: readonly PlaylistItem[], after: readonly PlaylistItem[]) =>
  compare({ items: before, settings: SETTINGS }, { items: after, settings: SETTINGS }).items;
const loop = (...ns: number[]) => ns.map(n => itemRow(n));
/** `moved 3: 3 → 1` */
const words = (before: readonly PlaylistItem[], after: readonly PlaylistItem[]) =>
  compareItems(before, after).map(change => {
    const name = change.item.creative?.name.slice(-1) ?? change.item.widget;
    switch (change.kind) {
      case 'added':
        return `added ${name} at ${change.to}`;
      case 'removed':
        return `removed ${name} from ${change.from}`;
      case 'moved':
        return `moved ${name}: ${change.from} → ${change.to}`;
      case 'changed':
        return `changed ${name}: ${change.fields.join()}`;
    }
  });

describe('a comparison of items', () => {
  it.each([
    ['finds nothing where nothing differs', [1, 2, 3], [1, 2, 3], []],
    ['names what is added, and moves nothing behind it', [1, 2], [3, 1, 2], ['added 3 at 1']],
    ['names what is removed', [1, 2, 3], [1, 3], ['removed 2 from 2']],
    ['names the one that moved, not those it passed', [1, 2, 3, 4], [4, 1, 2, 3], ['moved 4: 4 → 1']],
    ['names one of two that changed places', [1, 2], [2, 1], ['moved 1: 1 → 2']],
    ['tells all at once', [1, 2, 3], [3, 4, 1], ['moved 1: 1 → 3', 'added 4 at 2', 'removed 2 from 2']],
    ['takes an emptied loop', [1], [], ['removed 1 from 1']],
  ] as const)('%s', (_what, before, after, expected) => {
    const found = words(loop(...before), loop(...after));
    expect(found.toSorted()).toEqual([...expected].toSorted());
  });

  it('names each field that changed, also of one that moved', () => {
    const [a, b] = [itemRow(1), itemRow(2)];
    const changed = {
      ...b,
      ...{ duration_ms: 5_000, transition: 'fade' as const, fit: 'cover' as const, weight: 3 },
      ...{ dayparts: [{ days: [5], start: '18:00', end: '02:00' }], valid_from: '2026-12-01' },
      ...{ valid_until: '2026-12-24', conditions: [{ on: 'wind' as const, min: 9 }] },
      source: 'campaign_slot' as const,
    };
    const fields = 'duration_ms,transition,fit,weight,dayparts,valid_from,valid_until,conditions,source';
    expect(words([a, b], [a, changed])).toEqual([`changed 2: ${fields}`]);
    expect(words([a, b], [{ ...b, weight: 2 }, a])).toEqual(expect.arrayContaining(['changed 2: weight']));
  });

  it('knows an item by what it plays where its id is new', () => {
    const again = (n: number, id: number) => ({ ...itemRow(n), id: idOf(id) });
    expect(words(loop(1, 2), [again(1, 91), again(2, 92)])).toEqual([]);
    expect(words(loop(1, 2), [again(1, 91), again(3, 93)])).toEqual(['added 3 at 2', 'removed 2 from 2']);
  });

  it('tells a creative that comes twice apart by its places', () => {
    const twice = [itemRow(1), itemRow(2, creativeRow(1))];
    expect(compareItems(twice, [twice[1]!])).toMatchObject([{ kind: 'removed', from: 1 }]);
  });

  it('says as little as it must: the moved ones put back give the order before', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }), order => {
        const moved = compareItems(loop(1, 2, 3, 4, 5, 6, 7), loop(...order));
        const names = new Set(moved.map(({ item }) => item.id));
        const rest = loop(...order)
          .filter(({ id }) => !names.has(id))
          .map(({ id }) => id);
        expect(rest).toEqual(rest.toSorted());
      }),
    );
  });
});

describe('a comparison of settings', () => {
  const settings = (before: Partial<ComparedSettings>, after: Partial<ComparedSettings>) =>
    compare(
      { items: [], settings: { ...SETTINGS, ...before } },
      { items: [], settings: { ...SETTINGS, ...after } },
    ).settings;

  it('names the layout, its second zone, the order and the length of pictures', () => {
    const after = {
      layout: 'main_side',
      beside_id: idOf(1),
      shuffle: 'all',
      default_duration_ms: 9_000,
    } as const;
    expect(settings({}, after)).toEqual(['layout', 'beside_id', 'shuffle', 'default_duration_ms']);
    expect(settings({}, {})).toEqual([]);
  });
  it('says nothing of a length that the version does not tell', () =>
    expect(settings({ default_duration_ms: null }, {})).toEqual([]));
});
