import { describe, expect, it } from 'vitest';
import {
  dayOfCell,
  decimalSignOf,
  readPartnerFile,
  wholeOf,
  type TheirRow,
} from '../../../shared/reports/partnerFile.ts';
import { reconcile, type OurSpot } from '../../../shared/reports/reconcile.ts';

const DAY = '2026-03-05';
const NEXT = '2026-03-06';
const DAYS = { first_day: DAY, last_day: NEXT, tolerance_pct: 0 };
/** One impression at 2.50 a thousand: 2,500 micros. */
const spot = (more: Partial<OurSpot> = {}): OurSpot => ({
  ...{ key: 'D-1', day: DAY, billed_day: DAY, isBillable: true, isTest: false },
  ...{ count_e4: 10_000, cost: 2_500_000n * 10_000n, currency: 'EUR', ...more },
});
const their = (n: number, more: Partial<TheirRow> = {}): TheirRow => ({
  ...{ day: DAY, key: 'D-1', count_e4: n * 10_000, micros: n * 2_500, currency: 'EUR', ...more },
});
const spots = (n: number, more: Partial<OurSpot> = {}) => Array.from({ length: n }, () => spot(more));
type Case = [name: string, ours: OurSpot[], theirs: TheirRow[], state: string, reasons: [string, number][]];

describe('a line of a partner against ours', () => {
  it.each<Case>([
    ['the same', spots(3), [their(3)], 'matched', []],
    ['two of their lines for one of ours', spots(3), [their(1), their(2)], 'matched', []],
    [
      'a notice that never came through',
      [...spots(2), spot({ billed_day: null })],
      [their(2)],
      'explained',
      [['notice_failed', 10_000]],
    ],
    [
      'billed after their day was over',
      [...spots(2), spot({ billed_day: NEXT })],
      [their(2), their(1, { day: NEXT })],
      'explained',
      [['cut_off', 10_000]],
    ],
    [
      'a play that nobody has confirmed',
      [...spots(2), spot({ isBillable: false, billed_day: null })],
      [their(3)],
      'explained',
      [['unconfirmed', 10_000]],
    ],
    [
      'test mode',
      [...spots(2), spot({ isTest: true, isBillable: false, billed_day: null })],
      [their(3)],
      'explained',
      [['test_mode', 10_000]],
    ],
    ['another currency', spots(2), [their(2, { currency: 'USD' })], 'explained', [['currency', 0]]],
    ['rounded to cents', spots(3), [their(3, { micros: 10_000 })], 'explained', [['rounding', 0]]],
    ['an amount that is off by more', spots(3), [their(3, { micros: 90_000 })], 'open', []],
    ['a deal that we do not know', [], [their(2, { key: 'D-9' })], 'open', [['unknown_to_us', 20_000]]],
    ['a deal that they do not know', spots(2), [], 'open', [['unknown_to_them', 20_000]]],
    [
      'more than a cause explains',
      [...spots(4), spot({ billed_day: null })],
      [their(2)],
      'open',
      [['notice_failed', 10_000]],
    ],
  ])('%s', (_, ours, theirs, state, reasons) => {
    const [line] = reconcile(ours, theirs, DAYS).lines;
    expect([line?.state, line?.reasons.map(({ reason, count_e4 }) => [reason, count_e4])]).toEqual([
      state,
      reasons,
    ]);
  });

  it('what moved over a bound is named on both of its days, and sums stay those of the lines', () => {
    const found = reconcile(
      [...spots(2), spot({ billed_day: NEXT })],
      [their(2), their(1, { day: NEXT })],
      DAYS,
    );
    expect(found.lines.map(({ day, state, reasons }) => [day, state, reasons[0]?.reason])).toEqual([
      [DAY, 'explained', 'cut_off'],
      [NEXT, 'explained', 'cut_off'],
    ]);
    expect(found).toMatchObject({
      matched: 0,
      explained: 2,
      ours_e4: 30_000,
      theirs_e4: 30_000,
      diff_pct: 0,
    });
  });
  it('a tolerance takes a small difference for a match, and no larger one', () => {
    const of = (tolerance_pct: number) =>
      reconcile(spots(100), [their(99)], { ...DAYS, tolerance_pct }).lines[0]?.state;
    expect([of(0.5), of(1)]).toEqual(['open', 'matched']);
  });
  it('multipliers are counted to their fourth decimal, and money to the millionth', () => {
    const [line] = reconcile(
      [spot({ count_e4: 12_345, cost: 2_500_001n * 12_345n }), spot({ count_e4: 1, cost: 2_500_001n })],
      [],
      DAYS,
    ).lines;
    // 2.500001 / 1000 × 1.2346: 3,086.5012 millionths.
    expect(line?.ours).toEqual({ count_e4: 12_346, micros: 3_087, currency: 'EUR' });
  });
  it('days beyond the period explain, and are no lines themselves', () => {
    const found = reconcile([spot({ day: '2026-03-04', billed_day: DAY })], [their(1)], DAYS);
    expect(found.lines).toMatchObject([{ day: DAY, state: 'explained', reasons: [{ reason: 'cut_off' }] }]);
  });
});

describe('a file', () => {
  const COLUMNS = {
    ...{ day_column: 'Date', key_column: 'Deal ID', count_column: 'Impressions', revenue_column: 'Spend' },
    ...{ currency_column: null, file_currency: 'EUR' },
  };
  const HEADS = ['Date', 'deal id', 'Impressions', 'Spend'];
  it('is read by its named heads, in whichever case', () => {
    expect(readPartnerFile([HEADS, ['2026-03-05', ' D-1 ', '1,234.5', '12.345678']], COLUMNS).rows).toEqual([
      { day: DAY, key: 'D-1', count_e4: 12_345_000, micros: 12_345_678, currency: 'EUR' },
    ]);
  });
  it.each([
    ['no lines', [HEADS], { fault: 'empty', line: 1, what: '' }],
    ['a column that is not there', [['Date'], ['x']], { fault: 'column', line: 1, what: 'Deal ID' }],
    [
      'a day of another order',
      [HEADS, ['05/03/2026', 'D-1', '1', '1']],
      { fault: 'day', line: 2, what: '05/03/2026' },
    ],
    ['no number', [HEADS, [DAY, 'D-1', 'many', '1']], { fault: 'number', line: 2, what: 'many' }],
    ['fewer than none', [HEADS, [DAY, 'D-1', '-1', '1']], { fault: 'number', line: 2, what: '-1' }],
    [
      'amounts that cannot be added up',
      [HEADS, [DAY, 'D-1', '900719925474', '1'], [DAY, 'D-1', '900719925474', '1']],
      { fault: 'number', line: 3, what: '900719925474' },
    ],
  ])('with %s is refused by its line', (_, rows, fault) => {
    expect(readPartnerFile(rows, COLUMNS)).toEqual({ rows: null, fault });
  });
  it('without a currency of its own names one in each line', () => {
    const columns = { ...COLUMNS, currency_column: 'Cur', file_currency: null };
    const heads = [...HEADS, 'Cur'];
    expect(readPartnerFile([heads, [DAY, '', '1', '1', 'usd']], columns).rows).toMatchObject([
      { key: null, currency: 'USD' },
    ]);
    expect(readPartnerFile([heads, [DAY, '', '1', '1', '']], columns).fault).toMatchObject({
      fault: 'currency',
    });
  });
  it.each([
    ['1234', 12_340_000],
    ['1,234', 12_340_000],
    ['1.234', 12_340],
    ['1.234,5', 12_345_000],
    ['1 234,5', 12_345_000],
    ["1'234.5", 12_345_000],
    ['12,5', 125_000],
    ['0,125', 1_250],
    ['1.234.567', 12_345_670_000],
    ['.5', 5_000],
    ['-0.00005', 0],
    ['0.00015', 2],
    ['1.2.3', null],
    ['1,23,456.7', null],
    ['', null],
    ['-', null],
    ['1e5', null],
  ])('%s in ten-thousandths', (cell, value) => {
    expect(wholeOf(cell, 4, decimalSignOf([cell]))).toBe(value);
  });
  it('of one program is read by one decimal sign, which any of its cells settles', () => {
    const read = (...cells: [string, string][]) =>
      readPartnerFile([HEADS, ...cells.map(([count, spend]) => [DAY, 'D-1', count, spend])], COLUMNS);
    const countsOf = ({ rows }: ReturnType<typeof read>) => rows?.map(({ count_e4 }) => count_e4 / 10_000);
    expect(countsOf(read(['1.234', '12,50'], ['2.000', '7,00']))).toEqual([1_234, 2_000]);
    expect(countsOf(read(['1,234', '12.50'], ['2,000', '7.00']))).toEqual([1_234, 2_000]);
    expect(countsOf(read(['1.234', '1.250']))).toEqual([1.234]);
    /** What no cell of such a file can be is no number, rather than another one. */
    expect(read(['1.234', '12,50'], ['1', '7.5']).fault).toEqual({ fault: 'number', line: 3, what: '7.5' });
  });
  it.each([
    ['2026-03-05', DAY],
    ['2026/03/05', DAY],
    ['20260305', DAY],
    ['2026-03-05T23:59:59Z', DAY],
    ['2026-02-30', null],
    ['5.3.2026', null],
  ])('%s as a day', (cell, day) => {
    expect(dayOfCell(cell)).toBe(day);
  });
});

it('compares a hundred thousand spots of one day and key in the time of a request', () => {
  const { lines } = reconcile(spots(100_000), [their(100_000)], DAYS);
  expect(lines).toMatchObject([{ state: 'matched' }]);
});
