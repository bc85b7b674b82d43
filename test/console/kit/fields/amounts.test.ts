import { minorDigits } from '../../../../shared/i18n/format.ts';
import { describe, expect, it } from 'vitest';
import { decimalOf, shifted, unshifted } from '../../../../console/kit/fields/inputs/amount/decimal.ts';
import { parseDuration, writeDuration } from '../../../../console/kit/fields/inputs/amount/duration.ts';
import { currencySign, parseMoney, writeMoney } from '../../../../console/kit/fields/inputs/amount/money.ts';
import { parsePercent, shareOf, writePercent } from '../../../../console/kit/fields/inputs/amount/percent.ts';

describe('a typed number', () => {
  it.each([
    ['12', '12'],
    ['012.50', '12.50'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1,234', '1234'],
    ['0,234', '0.234'],
    ['12,5', '12.5'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1’234.5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['－１２．５', '-12.5'],
    ['−3', '-3'],
    ['+3', '3'],
    ["1'234 567", '1234567'],
    ['- 3', '-3'],
  ])('%s is %s', (typed, decimal) => expect(decimalOf(typed)).toBe(decimal));

  it.each(['', '-', '.', '1.2.3', '12a', '1,23,456', '1.23,456.7', '1e3', '--2', '1 5', '10 20', '5²', '½'])(
    '%j is none',
    typed => expect(decimalOf(typed)).toBeNull(),
  );

  it('loses nothing to a floating point, up to the largest whole number', () => {
    expect(shifted('1.10', 2)).toEqual({ value: 110 });
    expect(shifted('90071992547409.91', 2)).toEqual({ value: Number.MAX_SAFE_INTEGER });
    expect(shifted('90071992547409.92', 2)).toBe('tooBig');
    expect(shifted('0.001', 2)).toBe('tooFine');
    expect(shifted('0.100', 2)).toEqual({ value: 10 });
    expect(Object.is((shifted('-0', 2) as { value: number }).value, 0)).toBe(true);
    expect(unshifted(-5, 2)).toBe('-0.05');
    expect(unshifted(123_456_789, 2)).toBe('1,234,567.89');
    expect(unshifted(1_500_000, 6, 2)).toBe('1.50');
  });
});

describe('money', () => {
  it.each([
    ['12.5', 'EUR', 1_250],
    ['€ 1.234,56', 'EUR', 123_456],
    ['1,234.56 eur', 'EUR', 123_456],
    ['￥500', 'JPY', 500],
    ['12.34元', 'CNY', 1_234],
    ['1.234', 'KWD', 1_234],
    ['-3', 'USD', -300],
  ])('%s in %3$s is whole minor units', (typed, currency, value) =>
    expect(parseMoney(typed, currency)).toEqual({ value }),
  );

  it.each([
    ['abc', 'EUR', { refused: 'currency', values: { currency: 'EUR' } }],
    ['$12', 'EUR', { refused: 'currency', values: { currency: 'EUR' } }],
    ['12.345', 'EUR', { refused: 'decimals', values: { n: 2 } }],
    ['12.5', 'JPY', { refused: 'whole' }],
    ['1..2', 'EUR', { refused: 'number' }],
    ['99999999999999999', 'EUR', { refused: 'tooBig' }],
    ['  ', 'EUR', { blank: true }],
  ])('%j in %s is not taken', (typed, currency, answer) =>
    expect(parseMoney(typed, currency)).toEqual(answer),
  );

  it('is written so that it reads the same again, millionths too', () => {
    for (const [value, currency, unit, text] of [
      [123_456, 'EUR', 'minor', '1,234.56'],
      [-50, 'EUR', 'minor', '-0.50'],
      [500, 'JPY', 'minor', '500'],
      [1_234, 'KWD', 'minor', '1.234'],
      [2_500_000, 'EUR', 'micros', '2.50'],
      [123, 'EUR', 'micros', '0.000123'],
    ] as const) {
      expect(writeMoney(value, currency, unit)).toBe(text);
      expect(parseMoney(text, currency, unit)).toEqual({ value });
    }
    expect(writeMoney(NaN, 'EUR')).toBe('');
  });

  it('has two digits where the currency is still being typed', () => {
    expect([minorDigits('E'), minorDigits('JPY'), currencySign('E'), currencySign('EUR')]).toEqual([
      2,
      0,
      'E',
      '€',
    ]);
  });
});

describe('percent', () => {
  it.each([
    ['12.5', 'share', 0.125],
    ['7 %', 'share', 0.07],
    ['12,5％', 'percent', 12.5],
    ['12.25', 'basis', 1_225],
    ['0', 'basis', 0],
  ] as const)('%s as %s is %d', (typed, scale, value) => {
    expect(parsePercent(typed, scale)).toEqual({ value });
    expect(parsePercent(writePercent(value, scale), scale)).toEqual({ value });
  });

  it('is finer than a basis point nowhere, and a lone sign is no number', () => {
    expect(parsePercent('0.005', 'basis')).toEqual({ refused: 'decimals', values: { n: 2 } });
    expect(parsePercent('%', 'share')).toEqual({ refused: 'number' });
    expect(parsePercent('', 'share')).toEqual({ blank: true });
    expect(writePercent(0.07, 'share')).toBe('7');
    expect([shareOf(0.5, 'share'), shareOf(50, 'percent'), shareOf(5_000, 'basis')]).toEqual([0.5, 0.5, 0.5]);
  });
});

describe('a length of time', () => {
  it.each([
    ['90', 90_000],
    ['1.5', 1_500],
    ['1:30', 90_000],
    ['0:07.5', 7_500],
    ['1:05:00', 3_900_000],
    ['90:00', 5_400_000],
    ['36:00:00', 129_600_000],
    ['1h 5m', 3_900_000],
    ['1.5h', 5_400_000],
    ['2 hours, 3 minutes', 7_380_000],
    ['500ms', 500],
    ['1小时5分', 3_900_000],
    ['2d', 172_800_000],
    ['0', 0],
    ['5,000', 5_000_000],
    ['1 000', 1_000_000],
  ])('%s is %i ms', (typed, value) => expect(parseDuration(typed, 'ms')).toEqual({ value }));

  it.each(['1:60', '1:60:00', '1:2:3:4', '5m 1h', '-5', 'soon', '1:', 'h'])('%s is none', typed =>
    expect(parseDuration(typed, 'ms')).toEqual({ refused: 'duration' }),
  );

  it('is whole seconds where seconds are kept', () => {
    expect(parseDuration('1:30', 's')).toEqual({ value: 90 });
    expect(parseDuration('1.5', 's')).toEqual({ refused: 'wholeSeconds' });
    expect(parseDuration(' ', 's')).toEqual({ blank: true });
  });

  it('is written so that it reads the same again', () => {
    for (const [ms, text] of [
      [0, '0:00'],
      [7_500, '0:07.5'],
      [90_000, '1:30'],
      [3_900_000, '1:05:00'],
      [129_600_001, '36:00:00.001'],
    ] as const) {
      expect(writeDuration(ms, 'ms')).toBe(text);
      expect(parseDuration(text, 'ms')).toEqual({ value: ms });
    }
    expect([writeDuration(90, 's'), writeDuration(NaN, 's'), writeDuration(-1, 's')]).toEqual([
      '1:30',
      '',
      '',
    ]);
  });
});
