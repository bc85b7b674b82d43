import { describe, expect, it } from 'vitest';
import { isTaken, nextNotice } from '../../../../server/programmatic/notices/retry.ts';
import { renderMacros } from '../../../../server/programmatic/notices/macros.ts';
import { decimalOf } from '../../../../server/programmatic/notices/owed.ts';

describe('a notice that was not taken', () => {
  it.each([
    [1, 10_000],
    [6, 10_000],
    [7, 20_000],
    [8, 40_000],
    [14, 2_560_000],
    [15, 3_600_000],
    [40, 3_600_000],
  ])('is called again after try %i in %i ms', (tries, ms) => {
    expect(nextNotice(tries, 5_000, 100_000_000)).toBe(5_000 + ms);
  });

  it('is called a last time at its deadline, and then no more', () => {
    expect(nextNotice(1, 0, 4_000)).toBe(4_000);
    expect(nextNotice(2, 4_000, 4_000)).toBeNull();
  });

  it.each([
    [200, true],
    [204, true],
    [202, false],
    [302, false],
    [503, false],
    [null, false],
  ])('was taken with status %s: %s', (status, taken) => expect(isTaken(status)).toBe(taken));
});

describe('macros of a notice', () => {
  it.each([
    ['https://d.example/w?p=${AUCTION_PRICE}', 'https://d.example/w?p=2.50'],
    ['https://d.example/${AUCTION_PRICE}/w', 'https://d.example/2.50/w'],
    ['https://d.example/w?s=${AUCTION_SEAT_ID}', 'https://d.example/w?s=a%26b'],
    ['https://d.example/w?x=${AUCTION_MBR}', 'https://d.example/w?x='],
    ['https://d.example/w?x=${AUCTION_OTHER}', 'https://d.example/w?x=${AUCTION_OTHER}'],
  ])('fill in %s', (template, url) => {
    expect(renderMacros(template, { AUCTION_PRICE: '2.50', AUCTION_SEAT_ID: 'a&b', AUCTION_MBR: null })).toBe(
      url,
    );
  });

  it.each([
    [2_500_000, '2.50'],
    [0, '0.00'],
    [1, '0.000001'],
    [12_345_678_900, '12345.6789'],
  ])('write %i micros as %s', (micros, text) => expect(decimalOf(micros)).toBe(text));
});
