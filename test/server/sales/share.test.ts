/** The most that flights hold together, swept from moment to moment, beside what looking at each moment finds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { momentsIn, peakIn, stepsOf, takenAt } from '../../../server/sales/avails/share.ts';

const instantOf = (day: number) => new Date(Date.UTC(2026, 10, 1 + day)).toISOString();
const spans = fc
  .tuple(fc.nat(20), fc.integer({ min: 1, max: 9 }))
  .map(([from, days]) => ({ starts_at: instantOf(from), ends_at: instantOf(from + days) }));
const flights = fc.array(
  fc
    .tuple(spans, fc.option(fc.integer({ min: 1, max: 900 }), { nil: null }))
    .map(([span, sov_s_per_h]) => ({ ...span, sov_s_per_h })),
  { maxLength: 12 },
);

it('is that of the moment at which most is taken', () => {
  fc.assert(
    fc.property(spans, flights, (span, all) => {
      const found = Math.max(...momentsIn(span, all).map(at => takenAt(all, at)));
      expect(peakIn(span, all)).toBe(found);
      expect(stepsOf(all).reduce((sum, { change_s }) => sum + change_s, 0)).toBe(0);
    }),
  );
});
