import { expect, it } from 'vitest';
import { nextTerm } from '../../../../server/sales/contracts/term.ts';

it.each([
  ['a month', '2026-02-01', ['2026-03-01', '2026-03-31'], ['2026-04-01', '2026-04-30']],
  ['a year', '2027-01-01', ['2028-01-01', '2028-12-31'], ['2029-01-01', '2029-12-31']],
  [
    'a year from the middle of a month',
    '2026-03-15',
    ['2027-03-15', '2028-03-14'],
    ['2028-03-15', '2029-03-14'],
  ],
  ['a year from 29 February', '2024-02-29', ['2025-03-01', '2026-02-28'], ['2026-03-01', '2027-02-28']],
  [
    'a year that ends on 28 February',
    '2026-03-01',
    ['2027-03-01', '2028-02-29'],
    ['2028-03-01', '2029-02-28'],
  ],
  ['half a year', '2026-04-01', ['2026-10-01', '2027-03-31'], ['2027-04-01', '2027-09-30']],
  ['ten days', '2026-02-20', ['2026-03-02', '2026-03-11'], ['2026-03-12', '2026-03-21']],
])('%s is followed by as much again', (what, starts, second, third) => {
  const ends: Record<string, string> = {
    'a month': '2026-02-28',
    'a year': '2027-12-31',
    'a year from the middle of a month': '2027-03-14',
    'a year from 29 February': '2025-02-28',
    'a year that ends on 28 February': '2027-02-28',
    'half a year': '2026-09-30',
    'ten days': '2026-03-01',
  };
  const next = nextTerm({ starts, ends: ends[what] ?? '' });
  expect([next.starts, next.ends]).toEqual(second);
  const after = nextTerm(next);
  expect([after.starts, after.ends]).toEqual(third);
});
