import { describe, expect, it } from 'vitest';
import { labelEvery, levelOf, niceStep, ticks } from '../../../../console/kit/charts/scale.ts';

describe('an axis', () => {
  it.each([
    [0, 4, 1],
    [1, 4, 1],
    [4, 4, 1],
    [5, 4, 2],
    [9, 4, 5],
    [40, 4, 10],
    [41, 4, 20],
    [1_000, 4, 500],
    [123_456, 4, 50_000],
  ])('to %i in at most %i steps goes by %i', (span, most, step) => expect(niceStep(span, most)).toBe(step));

  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [50, [0, 20, 40, 60]],
    [1_000, [0, 500, 1_000]],
  ])('of values up to %i is marked at %j', (max, marks) => expect(ticks(max)).toEqual(marks));

  it('always holds the largest value, in few steps', () => {
    for (let max = 0; max < 3_000; max += 7) {
      const marks = ticks(max);
      expect(marks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(marks.length).toBeLessThanOrEqual(5);
    }
  });

  it.each([
    [24, 1_400, 1],
    [24, 700, 2],
    [24, 420, 4],
    [24, 260, 6],
    [24, 60, 24],
    [7, 700, 1],
  ])('names of %i labels in %i px every %i.', (labels, width, every) =>
    expect(labelEvery(labels, width, 58)).toBe(every),
  );
});

describe('a shade', () => {
  it.each([
    [0, 100, 0],
    [1, 100, 1],
    [20, 100, 1],
    [21, 100, 2],
    [100, 100, 5],
    [0, 0, 0],
  ])('of %i where the most is %i is level %i of 5', (value, max, level) =>
    expect(levelOf(value, max, 5)).toBe(level),
  );
});
