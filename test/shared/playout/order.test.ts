import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  positionOf,
  upcoming,
  type Loop,
  type LoopItem,
  type LoopPosition,
} from '../../../shared/playout/order.ts';

const item = (id: string, more: Partial<LoopItem> = {}): LoopItem => ({
  id,
  asset: { sha256: `${id}!` },
  ...more,
});
const letters = (n: number) => Array.from({ length: n }, (_, i) => item(`i${i}`));
const loopOf = (
  items: LoopItem[],
  shuffle?: Loop<LoopItem>['shuffle'],
  playlist_id = 'p',
): Loop<LoopItem> => ({
  playlist_id,
  items,
  ...(shuffle ? { shuffle } : {}),
});
/** The first `n` that play where those of `mayPlay` may. */
function play(loop: Loop<LoopItem>, n: number, mayPlay: (id: string) => boolean = () => true): string[] {
  const ids: string[] = [];
  let after: LoopPosition | null = null;
  for (let i = 0; i < n; i++) {
    const next = upcoming(loop, after).find(({ id }) => mayPlay(id));
    if (!next) break;
    /** As a screen keeps it over a restart. */
    after = JSON.parse(JSON.stringify(positionOf(loop, next, after))) as LoopPosition;
    ids.push(next.id);
  }
  return ids;
}
const sizes = fc.integer({ min: 1, max: 12 });
const seeds = fc.string({ minLength: 1, maxLength: 8 });

describe('a loop', () => {
  it('plays in its order and begins again', () => {
    expect(play(loopOf(letters(3)), 7)).toEqual(['i0', 'i1', 'i2', 'i0', 'i1', 'i2', 'i0']);
  });

  it('offers each of its items, from every position', () => {
    const shuffles = fc.constantFrom('none', 'all', 'weighted');
    fc.assert(
      fc.property(sizes, seeds, shuffles, fc.nat(40), (n, seed, shuffle, steps) => {
        const items = letters(n).map((one, i) => ({ ...one, weight: (i % 3) + 1 }));
        const loop = loopOf(items, shuffle, seed);
        let after: LoopPosition | null = null;
        for (let i = 0; i < steps; i++) after = positionOf(loop, upcoming(loop, after)[0]!, after);
        const ids = upcoming(loop, after).map(({ id }) => id);
        expect([...ids].sort()).toEqual(items.map(({ id }) => id).sort());
      }),
    );
  });

  it('that is shuffled plays each once a round, none twice in a row, the same on each screen', () => {
    fc.assert(
      fc.property(sizes, seeds, (n, seed) => {
        const loop = loopOf(letters(n), 'all', seed);
        const ids = play(loop, n * 5);
        for (let round = 0; round < 5; round++)
          expect(new Set(ids.slice(round * n, (round + 1) * n)).size).toBe(n);
        if (n > 1) expect(ids.some((id, i) => id === ids[i - 1])).toBe(false);
        expect(play(loop, n * 5)).toEqual(ids);
      }),
    );
  });

  it('is shuffled anew each round, and no item is first more often than chance allows', () => {
    const ids = play(loopOf(letters(6), 'all'), 6 * 600);
    const first = ids.filter((_, i) => i % 6 === 0);
    for (const { id } of letters(6)) expect(first.filter(one => one === id).length).toBeGreaterThan(60);
  });

  it('by weight plays each as often as it weighs, spread over the round', () => {
    const items = [item('a', { weight: 4 }), item('b', { weight: 2 }), item('c'), item('d', { weight: 1 })];
    for (let round = 0; round < 20; round++) {
      const ids = play(loopOf(items, 'weighted'), 8 * (round + 1)).slice(8 * round);
      expect(ids.filter(id => id === 'a')).toHaveLength(4);
      expect(ids.filter(id => id === 'b')).toHaveLength(2);
      expect(ids.slice(0, 4).filter(id => id === 'a').length).toBeGreaterThan(0);
    }
  });

  it('passes over what may not play, and stands still where nothing may', () => {
    expect(play(loopOf(letters(3)), 4, id => id !== 'i1')).toEqual(['i0', 'i2', 'i0', 'i2']);
    expect(play(loopOf(letters(3), 'all'), 4, () => false)).toEqual([]);
  });
});

describe('items of one turn', () => {
  const items = [
    item('a'),
    item('n1', { turn: 't' }),
    item('n2', { turn: 't' }),
    item('n3', { turn: 't' }),
    item('b'),
  ];
  it('take one place; each time the next of them plays', () => {
    const ids = ['a', 'n1', 'b', 'a', 'n2', 'b', 'a', 'n3', 'b', 'a', 'n1', 'b'];
    expect(play(loopOf(items), 12)).toEqual(ids);
  });
  it('give their place to the next of them that may play', () => {
    expect(play(loopOf(items), 6, id => id !== 'n2')).toEqual(['a', 'n1', 'b', 'a', 'n3', 'b']);
  });
  it('share their place in a shuffle, too', () => {
    const ids = play(loopOf(items, 'all'), 9);
    for (const round of [0, 1, 2])
      expect(ids.slice(round * 3, round * 3 + 3)).toEqual(expect.arrayContaining(['a', 'b']));
    expect(ids.filter(id => id.startsWith('n')).sort()).toEqual(['n1', 'n2', 'n3']);
  });
  it('alone in a loop follow each other', () => {
    expect(play(loopOf(items.slice(1, 4)), 4)).toEqual(['n1', 'n2', 'n3', 'n1']);
  });
});
