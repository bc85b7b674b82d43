/** The most that flights hold together, swept from moment to moment, beside what looking at each moment finds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelsOf, stepsOf } from '../../../server/sales/avails/levels.ts';
import { takenAt, type Flights } from '../../../server/sales/avails/share.ts';

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

/** Between two of them nothing begins, so that no more is guaranteed than at one of them. */
const momentsIn = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }, all: Flights) => [
  starts_at,
  ...all.map(one => one.starts_at).filter(at => starts_at < at && at < ends_at),
];

it('is that of the moment at which most is taken', () => {
  fc.assert(
    fc.property(spans, flights, (span, all) => {
      const found = Math.max(...momentsIn(span, all).map(at => takenAt(all, at)));
      expect(levelsOf(stepsOf(all)).peakIn(span)).toBe(found);
      expect(stepsOf(all).reduce((sum, { change_s }) => sum + change_s, 0)).toBe(0);
    }),
  );
});
