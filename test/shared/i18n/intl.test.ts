/** A formatter costs a slow device milliseconds; a page of fifty rows asks for several in each of its cells. */
import { describe, expect, it, vi } from 'vitest';
import { createFormat, isoDate } from '../../../shared/i18n/format.ts';
import { numberFormat } from '../../../shared/i18n/intl.ts';

const ROWS = 500;
const AT = '2026-01-05T20:00:00.000Z';

describe('formatters', () => {
  it('are made once for all rows of a table', () => {
    let made = 0;
    const counting = <Made extends typeof Intl.DateTimeFormat | typeof Intl.NumberFormat>(original: Made) =>
      new Proxy(original, {
        construct: (target, args) => {
          made += 1;
          return Reflect.construct(target, args) as object;
        },
      });
    vi.stubGlobal('Intl', {
      ...Object.fromEntries(Object.getOwnPropertyNames(Intl).map(name => [name, Reflect.get(Intl, name)])),
      DateTimeFormat: counting(Intl.DateTimeFormat),
      NumberFormat: counting(Intl.NumberFormat),
    });
    for (let row = 0; row < ROWS; row++) {
      /** A component of each row asks for its own. */
      const format = createFormat('fr-CH', 'Asia/Kathmandu');
      format.dateTime(AT);
      format.money(row, 'CHF');
      format.bytes(row);
      isoDate(row, 'Asia/Kathmandu');
    }
    vi.unstubAllGlobals();
    expect(made).toBe(4);
  });

  it('differ by language, options and zone', () => {
    expect(numberFormat('de-DE').format(1234.5)).toBe('1.234,5');
    expect(numberFormat('en-US').format(1234.5)).toBe('1,234.5');
    expect(numberFormat('en-US', { style: 'percent' }).format(0.5)).toBe('50%');
    expect([isoDate(Date.parse(AT), 'UTC'), isoDate(Date.parse(AT), 'Asia/Tokyo')]).toEqual([
      '2026-01-05',
      '2026-01-06',
    ]);
  });

  it('that nobody has asked for in a while are made again, and say the same', () => {
    const before = numberFormat('en-US', { minimumFractionDigits: 2 }).format(7);
    for (const style of ['decimal', 'percent'] as const)
      for (let whole = 1; whole <= 20; whole++)
        for (let digits = 0; digits < 20; digits++)
          numberFormat('en-US', { style, minimumIntegerDigits: whole, maximumFractionDigits: digits });
    expect(numberFormat('en-US', { minimumFractionDigits: 2 }).format(7)).toBe(before);
  });
});
