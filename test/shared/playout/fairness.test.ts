/** No line waits for ever while it has the right, however unlike the lines are. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { Plan } from '../../../shared/playout/decide.ts';
import { createStepper } from '../../../shared/playout/simulate.ts';
import { idOf, picture } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY } from './lines.ts';
import { roundsOf } from '../../support/dailyShare.ts';

const loop = { playlist_id: idOf(0xffff), items: [picture(1), picture(2), picture(3)] };
const HOURS = 5;
/** Of each hour: what is guaranteed goes before the others, and leaves them half of what is sold. */
const GUARANTEED_S = 900;

const line = fc.record({
  seconds: fc.constantFrom(5, 8, 15, 30, 60),
  rate: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  opens: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  cap: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  advertiser: fc.integer({ min: 1, max: 9 }),
  isGuaranteed: fc.boolean(),
});
type Booked = typeof line extends fc.Arbitrary<infer T> ? T : never;

function linesOf(all: readonly Booked[]): DocumentLine[] {
  let room = GUARANTEED_S;
  return all.map(({ seconds, rate, opens, cap, advertiser, isGuaranteed }, n) => {
    const need = rate === undefined ? Infinity : rate * seconds;
    const fits = isGuaranteed && need <= room;
    if (fits) room -= need;
    return lineOf(n, {
      separation: `advertiser ${advertiser}`,
      items: [picture(0x100 + n, { duration_ms: seconds * 1_000 })],
      ...(fits && { class: 'guaranteed' as const }),
      ...(rate !== undefined && { plays_per_h: rate }),
      ...(cap !== undefined && { max_per_hour: cap }),
      ...(opens !== undefined && {
        dayparts: [{ days: [1, 2, 3, 4, 5, 6, 7], start: `0${opens}:00`, end: `0${opens + 2}:00` }],
      }),
    });
  });
}

/**
 * As long as all others have one turn and itself a whole round of its weight, in a quarter of the time of the screen, and
 * what is guaranteed all of an hour at once before that: it makes up first for what it was kept from.
 */
function longestWaitOf(lines: readonly DocumentLine[]) {
  const weightOf = ({ plays_per_h = 1 }: DocumentLine) => Math.max(1, plays_per_h);
  const lengthOf = ({ items }: DocumentLine) => items[0]!.duration_ms;
  const weights = lines.reduce((sum, one) => sum + weightOf(one), 0);
  const round = lines.reduce((sum, one) => sum + lengthOf(one), 0);
  const guaranteed = lines
    .filter(one => one.class === 'guaranteed')
    .reduce((sum, one) => sum + weightOf(one) * lengthOf(one), 0);
  return (one: DocumentLine) => 4 * (round + (lengthOf(one) * weights) / weightOf(one)) + guaranteed;
}

it('no line starves while it has a right: of unlike lengths, paces, caps, hours, classes and advertisers', () => {
  const gaps = fc.constantFrom(0, 30, 120);
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 14 }), gaps, (all, per_advertiser_gap_s) => {
      const lines = linesOf(all);
      const longest = longestWaitOf(lines);
      const plan: Plan = {
        ...{ loop, lines },
        pacing: {
          ...{ loop_s: 600, ad_load_max_pct: 100, per_advertiser_gap_s },
          ...{ same_creative_gap_items: 0, catch_up_factor: 1, min_item_s: 3 },
        },
      };
      const stepper = createStepper();
      const waitsSince = new Map<string, number>();
      for (let at = MONDAY; at < MONDAY + HOURS * HOUR_MS;) {
        const moment = { at, tz: 'UTC', weather: null, place: null };
        const { item, refused } = stepper.next({ plan, standing: null }, moment);
        const kept = new Set(refused.map(one => one.line.id));
        for (const one of lines)
          if (kept.has(one.id) || item?.line?.id === one.id) waitsSince.delete(one.id);
          else {
            const since = waitsSince.get(one.id) ?? at;
            waitsSince.set(one.id, since);
            expect(at - since, `${one.items[0]!.name} of ${lines.length}`).toBeLessThan(longest(one));
          }
        at += item!.duration_ms;
      }
    }),
    { numRuns: roundsOf(10, 4) },
  );
});
