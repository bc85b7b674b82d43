import { expect, it } from 'vitest';
import { chosenOf, heldIn, NONE, shareOf, toggled } from '../../../console/kit/screens/list/selection.ts';

const PAGE = ['a', 'b', 'c'];
const of = (...ids: string[]) => ({ ...NONE, ids });

it('one is chosen and left again, and what was chosen on another page stays', () => {
  const chosen = toggled(of('z'), ['a'], PAGE);
  expect(chosen.ids).toEqual(['z', 'a']);
  expect(toggled(chosen, ['a'], PAGE).ids).toEqual(['z']);
});

it('a page that is chosen in part becomes chosen whole, then not at all', () => {
  const whole = toggled(of('b', 'z'), PAGE, PAGE);
  expect([...whole.ids].sort()).toEqual(['a', 'b', 'c', 'z']);
  expect(toggled(whole, PAGE, PAGE).ids).toEqual(['z']);
});

it('says how much of a page is chosen', () => {
  expect([of(), of('a'), of('a', 'b', 'c', 'z')].map(now => shareOf(now, PAGE))).toEqual([
    'none',
    'some',
    'all',
  ]);
  expect(shareOf({ ...NONE, isAll: true }, PAGE)).toBe('all');
});

it('all that the list names is a filter, and one taken out of it leaves those of the page', () => {
  const all = { ...NONE, isAll: true };
  expect(chosenOf(all, { q: 'cab' }, 1_240)).toEqual({ count: 1_240, ids: [], filter: { q: 'cab' } });
  expect(toggled(all, ['b'], PAGE)).toEqual({ ...NONE, ids: ['a', 'c'] });
  expect(chosenOf(of('a'), { q: 'cab' }, 1_240)).toEqual({ count: 1, ids: ['a'], filter: null });
});

it('ends where the list is narrowed otherwise, so that nothing unseen is done to', () => {
  const kept = { within: 'q=cab', ids: ['a'], isAll: false };
  expect(heldIn(kept, 'q=cab')).toBe(kept);
  expect(heldIn(kept, 'q=tram')).toEqual({ within: 'q=tram', ids: [], isAll: false });
});
