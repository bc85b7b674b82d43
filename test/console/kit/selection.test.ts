import { expect, it } from 'vitest';
import {
  toSelection,
  selectionFor,
  EMPTY_SELECTION,
  selectedShare,
  toggleRows,
} from '../../../console/kit/screens/list/selection.ts';

const PAGE = ['a', 'b', 'c'];
const of = (...ids: string[]) => ({ ...EMPTY_SELECTION, ids });

it('one is chosen and left again, and what was chosen on another page stays', () => {
  const chosen = toggleRows(of('z'), ['a'], PAGE);
  expect(chosen.ids).toEqual(['z', 'a']);
  expect(toggleRows(chosen, ['a'], PAGE).ids).toEqual(['z']);
});

it('a page that is chosen in part becomes chosen whole, then not at all', () => {
  const whole = toggleRows(of('b', 'z'), PAGE, PAGE);
  expect([...whole.ids].sort()).toEqual(['a', 'b', 'c', 'z']);
  expect(toggleRows(whole, PAGE, PAGE).ids).toEqual(['z']);
});

it('says how much of a page is chosen', () => {
  expect([of(), of('a'), of('a', 'b', 'c', 'z')].map(now => selectedShare(now, PAGE))).toEqual([
    'none',
    'some',
    'all',
  ]);
  expect(selectedShare({ ...EMPTY_SELECTION, isAll: true }, PAGE)).toBe('all');
});

it('all that the list names is a filter, and one taken out of it leaves those of the page', () => {
  const all = { ...EMPTY_SELECTION, isAll: true };
  expect(toSelection(all, { q: 'cab' }, 1_240)).toEqual({ count: 1_240, ids: [], filter: { q: 'cab' } });
  expect(toggleRows(all, ['b'], PAGE)).toEqual({ ...EMPTY_SELECTION, ids: ['a', 'c'] });
  expect(toSelection(of('a'), { q: 'cab' }, 1_240)).toEqual({ count: 1, ids: ['a'], filter: null });
});

it('ends where the list is narrowed otherwise, so that nothing unseen is done to', () => {
  const kept = { filterKey: 'q=cab', ids: ['a'], isAll: false };
  expect(selectionFor(kept, 'q=cab')).toBe(kept);
  expect(selectionFor(kept, 'q=tram')).toEqual({ filterKey: 'q=tram', ids: [], isAll: false });
});
