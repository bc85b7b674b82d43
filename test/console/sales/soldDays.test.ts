import { expect, it } from 'vitest';
import { blanksBefore, shownDays } from '../../../console/sales/listings/soldDays.ts';

it.each([
  ['days', '2026-11-24', 0, '2026-11-24', 30],
  ['days', '2026-11-24', 1, '2026-12-24', 30],
  ['days', '2026-11-24', -1, '2026-10-25', 30],
  ['month', '2026-11-24', 0, '2026-11-01', 30],
  ['month', '2026-11-24', 2, '2027-01-01', 31],
  ['month', '2028-01-31', 1, '2028-02-01', 29],
] as const)('shows %s of %s, %i later', (span, today, n, from, days) => {
  expect(shownDays(span, today, n)).toEqual({ from, days });
});

it('weeks begin on Monday', () => {
  expect(['2026-11-23', '2026-11-24', '2026-11-29'].map(blanksBefore)).toEqual([0, 1, 6]);
});
