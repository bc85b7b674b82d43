/** The most that flights hold together, swept from moment to moment, beside what looking at each moment finds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guaranteedPeaks } from '../../../server/sales/avails/levels.ts';
import { momentsIn, takenAt, type CompetingCampaign } from '../../../server/sales/avails/share.ts';

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

it('is that of the moment at which most is taken, of any of the campaigns', () => {
  const lists = fc.array(fc.tuple(flights, fc.boolean()), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(spans, { maxLength: 4 }), lists, (all, campaigns) => {
      const some = campaigns.map(([guaranteed]) => ({ guaranteed }) as CompetingCampaign);
      const among = some.filter((_, n) => campaigns[n]![1]);
      const taken = among.flatMap(({ guaranteed }) => guaranteed);
      const found = all.map(span => Math.max(...momentsIn(span, taken).map(at => takenAt(taken, at))));
      expect(guaranteedPeaks(some, all)(among)).toEqual(found);
    }),
  );
});
