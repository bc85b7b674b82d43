import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinHours } from '../../../shared/i18n/hours.ts';

const MINUTE_MS = 60_000;

describe('hours by the clocks of a zone', () => {
  const lisbon = (from: string, to: string) => ({ from, to, tz: 'Europe/Lisbon' });
  it.each([
    ['begin with their minute', '22:00', '06:00', '2026-01-05T22:00:00Z', true],
    ['not before', '22:00', '06:00', '2026-01-05T21:59:59Z', false],
    ['cross midnight', '22:00', '06:00', '2026-01-06T05:59:59Z', true],
    ['end with their minute', '22:00', '06:00', '2026-01-06T06:00:00Z', false],
    ['within a day', '12:00', '14:00', '2026-01-06T13:00:00Z', true],
    ['within a day, outside', '12:00', '14:00', '2026-01-06T14:00:00Z', false],
    ['are none from a time to itself', '12:00', '12:00', '2026-01-06T12:00:00Z', false],
    ['go by summer time', '22:00', '06:00', '2026-07-05T21:00:00Z', true],
    ['go by summer time, at the end', '22:00', '06:00', '2026-07-06T05:00:00Z', false],
    ['end on the night an hour is left out', '22:00', '06:00', '2026-03-29T05:00:00Z', false],
    ['hold until then', '22:00', '06:00', '2026-03-29T04:59:59Z', true],
    ['end in the hour that is left out', '22:00', '01:30', '2026-03-29T01:00:00Z', false],
    [
      'on the night an hour comes twice go on over its first showing',
      '22:00',
      '01:30',
      '2026-10-25T00:30:00Z',
      true,
    ],
    ['and end with its second', '22:00', '01:30', '2026-10-25T01:30:00Z', false],
  ])('%s', (_what, from, to, iso, isIn) => {
    expect(isWithinHours(Date.parse(iso), lisbon(from, to))).toBe(isIn);
  });

  it.each([
    ['before midnight', '23:30', '2026-11-01T03:30:00Z'],
    ['before the hour that comes twice', '00:30', '2026-11-01T04:30:00Z'],
  ])('end %s, and do not begin again by the clock that is to come', (_what, to, end) => {
    const hours = { from: '20:00', to, tz: 'America/New_York' };
    const isIn = (ms: number) => isWithinHours(Date.parse(end) + ms, hours);
    const later = [0, 30, 60, 90, 120].map(minutes => isIn(minutes * MINUTE_MS));
    expect([isIn(-1_000), ...later]).toEqual([true, false, false, false, false, false]);
  });

  it('end once in a night, in every zone and on every night of the year', () => {
    const zones = fc.constantFrom(
      'Europe/Lisbon',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Shanghai',
      'UTC',
    );
    fc.assert(
      fc.property(zones, fc.nat(364), fc.integer({ min: 0, max: 47 }), (tz, day, half) => {
        const to = `${String(half >> 1).padStart(2, '0')}:${half & 1 ? '30' : '00'}`;
        const hours = { from: to === '20:00' ? '19:00' : '20:00', to, tz };
        const start = Date.UTC(2026, 0, 1 + day, 12);
        /** As long as the shortest day, so that it holds one end. */
        const until = start + 23 * 60 * MINUTE_MS;
        let ends = 0;
        let was = isWithinHours(start, hours);
        for (let t = start; t < until; t += 10 * MINUTE_MS) {
          const is = isWithinHours(t, hours);
          if (was && !is) ends++;
          was = is;
        }
        expect(ends).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40 },
    );
  });
});
