import { expect, it } from 'vitest';
import { parseLengths, writeLengths } from '../../../../console/kit/fields/inputs/amount/spot.ts';

it.each([
  ['10, 15', [10_000, 15_000]],
  ['8s; 10.5 s', [8_000, 10_500]],
  ['10、15秒', [10_000, 15_000]],
  ['10 10 20', [10_000, 20_000]],
])('%s are lengths of spots', (typed, ms) => {
  expect(parseLengths(typed)).toEqual({ value: ms });
});

it('what is no length is refused, and nothing is nothing', () => {
  expect(parseLengths(' , ')).toEqual({ blank: true });
  for (const typed of ['long', '10, long', '-5', '1:30'])
    expect(parseLengths(typed)).toEqual({ refused: 'lengths' });
});

it('they are written as they may be typed again', () => {
  const ms = [8_000, 10_500];
  expect(parseLengths(writeLengths(ms))).toEqual({ value: ms });
});
