import { expect, it } from 'vitest';
import { rowsOf, totalsOf } from '../../../console/sales/listings/measures.ts';

const HOURS = [
  { day: 1, hour: 8, screen_hours: 8, plays: 960 },
  { day: 7, hour: 23, screen_hours: 3, plays: 10 },
];

it('plays an hour are those on a screen that was on, and unknown where none was', () => {
  const rows = rowsOf(HOURS, 'plays');
  expect(rows.map(row => row.length)).toEqual(Array.from({ length: 7 }, () => 24));
  expect([rows[0]?.[8], rows[6]?.[23], rows[0]?.[9]]).toEqual([120, 3.3, null]);
});

it('screens that were on are those of one such hour of the four', () => {
  const rows = rowsOf(HOURS, 'screens');
  expect([rows[0]?.[8], rows[6]?.[23], rows[0]?.[9]]).toEqual([2, 0.8, 0]);
});

it('the sum counts each hour of a screen once', () => {
  expect(totalsOf(HOURS)).toEqual({ screen_hours: 11, plays_per_h: 88.2 });
  expect(totalsOf([])).toEqual({ screen_hours: 0, plays_per_h: 0 });
});
