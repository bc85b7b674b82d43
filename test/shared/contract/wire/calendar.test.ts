import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { instant, localDate } from '../../../../shared/contract/wire/wire.ts';

const takes = (day: string) => [
  z.safeParse(localDate, day).success,
  z.safeParse(instant, `${day}T12:00:00.000Z`).success,
];

describe('a date and an instant', () => {
  it.each(['2026-02-31', '2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'])(
    '%s is in no calendar',
    day => expect(takes(day)).toEqual([false, false]),
  );

  it.each(['0001-01-01', '0999-12-31', '9999-12-31'])(
    'of a year that is not reckoned with, %s, are refused',
    day => expect(takes(day)).toEqual([false, false]),
  );

  it('are taken on each day that there is', () => {
    const time = fc.integer({
      min: Date.parse('1000-01-01T00:00:00Z'),
      max: Date.parse('9998-12-31T23:59:59Z'),
    });
    fc.assert(
      fc.property(time, ms => {
        const text = new Date(ms).toISOString();
        expect(z.safeParse(instant, text).success).toBe(true);
        expect(takes(text.slice(0, 10))).toEqual([true, true]);
      }),
    );
    expect(['2024-02-29', '2000-02-29', '2026-12-31'].map(takes).flat()).not.toContain(false);
  });
});
