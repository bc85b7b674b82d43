import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coordinates, Fence } from '../../../../shared/contract/playout/fence.ts';
import type { DocumentLine } from '../../../../shared/contract/playout/flights.ts';
import { refusedByPlace } from '../../../../shared/playout/place/placeRight.ts';
import {
  BELIEVE_MS,
  DWELL_MS,
  enter,
  enteredAt,
  NOWHERE,
  whereaboutsAfter,
  type Fix,
  type Whereabouts,
} from '../../../../shared/playout/place/whereabouts.ts';
import { seededUnit } from '../../../../shared/random.ts';
import { lineOf } from '../lines.ts';
import { DEGREE_M, metresEast as east, metresFrom, movedBy, turned } from './sphere.ts';

const HERE = { lat: 38.72, lng: -9.14 };
const lineIn = (fence: Fence): DocumentLine =>
  lineOf(1, {
    place: {
      fences: [fence],
      ...{ max_fix_age_s: 20, max_accuracy_m: 50, when_unknown: 'closed' },
    },
  });
const circleLine = (centre = HERE, radius_m = 300) => lineIn({ shape: 'circle', ...centre, radius_m });
/** A fix so many metres east of the middle. */
const fixAt = (m: number, at: number, acc_m = 10): Fix => ({
  ...{ lat: HERE.lat, lng: HERE.lng + east(HERE.lat, m), acc_m, at },
});
const follow = (fixes: readonly Fix[], line = circleLine()) =>
  fixes.reduce((before, fix) => whereaboutsAfter(before, fix, [line]), NOWHERE);
const mayPlay = (known: Whereabouts, now: number, line: DocumentLine) => {
  const { fix } = known;
  const place = fix && { ...fix, age_ms: now - fix.at, entered: enteredAt(known, now) };
  return refusedByPlace(line, place) === null;
};
const line = circleLine();
const isIn = (fixes: readonly Fix[]) => mayPlay(follow(fixes), fixes.at(-1)!.at, line);

describe('a screen that follows its fixes', () => {
  it('is in a place with the whole circles of two fixes in a row, near its border after a while', () => {
    expect(isIn([fixAt(200, 0)])).toBe(false);
    expect(isIn([fixAt(200, 0), fixAt(200, 1_000)])).toBe(true);
    expect(isIn([fixAt(200, 0), fixAt(295, 1_000)])).toBe(false);
    expect(mayPlay(follow([fixAt(200, 0)]), DWELL_MS, line)).toBe(true);
    expect(isIn([fixAt(295, 0)])).toBe(false);
    expect(isIn([fixAt(295, 0), fixAt(295, DWELL_MS - 1_000)])).toBe(false);
    expect(isIn([fixAt(295, 0), fixAt(295, DWELL_MS)])).toBe(true);
  });

  it('stays in it up to the border, and has to enter it anew once it was outside', () => {
    const there = [fixAt(200, 0), fixAt(201, 1_000)];
    expect(isIn([...there, fixAt(299, 5_000)])).toBe(true);
    expect(isIn([...there, fixAt(305, 5_000)])).toBe(false);
    expect(isIn([...there, fixAt(305, 5_000), fixAt(297, 6_000)])).toBe(false);
  });

  it('enters another place of the same campaign anew', () => {
    const there = follow([fixAt(280, 0), fixAt(281, DWELL_MS)]);
    const before = circleLine();
    const moved = { ...before, place: { ...before.place!, version: 'aaaaaaaaaaaa' } };
    expect(mayPlay(there, DWELL_MS, line)).toBe(true);
    const after = whereaboutsAfter(there, fixAt(295, DWELL_MS + 1_000), [moved]);
    expect(mayPlay(after, DWELL_MS + 1_000, moved)).toBe(false);
  });

  it.each([1, 5, 6, 8, 10, 15])(
    'is in a place it drives through while its receiver makes a fix every %i s',
    seconds => {
      const metres = 14 * seconds;
      const fixes = Array.from({ length: 20 }, (_, n) => fixAt(n * metres, n * seconds * 1_000));
      const wide = circleLine(HERE, 50_000);
      const last = fixes.at(-1)!.at;
      expect(mayPlay(follow(fixes.slice(0, 4), wide), fixes[3]!.at, wide)).toBe(true);
      expect(mayPlay(follow(fixes, wide), last, wide)).toBe(true);
    },
  );

  it.each([
    ['1, 8', [1, 8]],
    ['4, 9', [4, 9]],
    ['3, 7, 7', [3, 7, 7]],
  ])('stays in a place it drives through while its receiver makes a fix every %s s in turn', (_, gaps) => {
    const wide = circleLine(HERE, 50_000);
    let [known, at] = [NOWHERE, 0];
    for (let n = 0; n < 24; n++) {
      known = whereaboutsAfter(known, fixAt((14 * at) / 1_000, at), [wide]);
      /** What its pace is shows after a few. */
      if (n >= 5) expect([n, mayPlay(known, at, wide)]).toEqual([n, true]);
      at += gaps[n % gaps.length]! * 1_000;
    }
  });

  it('takes no single silence for the pace of its receiver', () => {
    const still = [0, 1, 2, 3, 11].map(s => fixAt(-600, s * 1_000));
    const reflected = fixAt(0, 26_000);
    const after = follow([...still, reflected, ...[27, 28].map(s => fixAt(-600, s * 1_000))]);
    expect(after).toMatchObject({ fix: { at: 28_000 }, doubted: null });
  });

  it('is in a place by two fixes, not by one that is judged twice', () => {
    const once = follow([fixAt(0, 0)]);
    const again = { ...once, inside: enter(once, [line]) };
    expect(mayPlay(again, 1_000, line)).toBe(false);
    expect(mayPlay(whereaboutsAfter(again, fixAt(1, 1_000), [line]), 1_000, line)).toBe(true);
  });

  it('does not believe a jump before it has lasted, and what it knew grows old meanwhile', () => {
    const jumped = [fixAt(2_000, 0), fixAt(0, 1_000), fixAt(5, 3_000)];
    expect(follow(jumped).fix?.at).toBe(0);
    expect(isIn(jumped)).toBe(false);
    const lasted = [...jumped, fixAt(10, 1_000 + BELIEVE_MS), fixAt(12, 2_000 + BELIEVE_MS)];
    expect(isIn(lasted)).toBe(true);
    const back = follow([...jumped, fixAt(2_010, 4_000)]);
    expect(back).toMatchObject({ fix: { at: 4_000 }, doubted: null });
    expect(mayPlay(follow([fixAt(0, 0), fixAt(9_000, 1_000)]), 21_000, line)).toBe(false);
  });

  it('enters a place anew behind a tunnel, and stands on no single fix that came there', () => {
    const before = [fixAt(0, 0), fixAt(5, 1_000)];
    expect(isIn([...before, fixAt(200, 15_000)])).toBe(false);
    expect(isIn([...before, fixAt(200, 15_000), fixAt(210, 16_000)])).toBe(true);
    /** Outside by the next one: neither is taken for the other's jump. */
    const outside = follow([...before, fixAt(200, 15_000), fixAt(700, 16_000)]);
    expect(outside).toMatchObject({ fix: { at: 16_000 }, doubted: null });
    expect(mayPlay(outside, 16_000, line)).toBe(false);
    /** A car that stood and was not heard of is where it was. */
    expect(isIn([...before, fixAt(20, 15_000)])).toBe(true);
  });
});

/** A car that drives a line past the place, with what a receiver makes of it: noise, a tunnel, jumps, a lost signal. */
function drive(seed: number, centre: { lat: number; lng: number }) {
  const random = seededUnit(seed);
  /** Normal by twelve evens. */
  const noise = () => Array.from({ length: 12 }, random).reduce((sum, x) => sum + x, -6);
  const [offset, speed] = [(random() - 0.5) * 700, 5 + random() * 25];
  const tunnel = { from: random() * 60, length: random() * 30 };
  const points: { truth: { lat: number; lng: number }; fix: Fix | null; at: number; jump: number }[] = [];
  for (let s = 0; s < 120; s++) {
    const along = -speed * 60 + speed * s;
    const truth = {
      lat: centre.lat + offset / DEGREE_M,
      lng: turned(centre.lng + east(centre.lat, along)),
    };
    const isLost = (s > tunnel.from && s < tunnel.from + tunnel.length) || random() < 0.1;
    const jump: number = random() < 0.03 && points.at(-1)?.jump === 0 ? 500 : 0;
    const acc_m = 5 + Math.floor(random() * 40);
    const blur = acc_m / 2;
    const fix = {
      lat: truth.lat + (noise() * blur + jump) / DEGREE_M,
      lng: turned(truth.lng + east(centre.lat, noise() * blur)),
      ...{ acc_m, at: s * 1_000 },
    };
    points.push({ truth, fix: isLost ? null : fix, at: s * 1_000, jump });
  }
  return points;
}

const ringAt = (centre: Coordinates, reach_m: number) =>
  [0, 1, 2, 3, 4].map(n => {
    const angle = (2 * Math.PI * n) / 5;
    return movedBy(centre, reach_m * Math.sin(angle), reach_m * Math.cos(angle));
  });
const FENCES: Record<Fence['shape'], (centre: Coordinates) => Fence> = {
  circle: centre => ({ shape: 'circle', ...centre, radius_m: 300 }),
  /** A block with a court in its middle. */
  polygon: centre => ({ shape: 'polygon', rings: [ringAt(centre, 400), ringAt(centre, 60)] }),
  /** A street that bends. */
  corridor: centre => ({
    ...{ shape: 'corridor', width_m: 400 },
    path: [movedBy(centre, -600, -500), centre, movedBy(centre, 300, 900)],
  }),
};
const PLACES = [HERE, { lat: -17, lng: -180 }, { lat: 60.17, lng: 24.94 }];

describe.each(Object.entries(FENCES))('sold in a %s', (_shape, fenceAt) => {
  it('plays on no drive where the car was farther from the place than its fix may be wrong and old', () => {
    let plays = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(...PLACES), (seed, centre) => {
        const fence = fenceAt(centre);
        const sold = lineIn(fence);
        let known: Whereabouts = NOWHERE;
        for (const { truth, fix, at } of drive(seed, centre)) {
          if (fix) known = whereaboutsAfter(known, fix, [sold]);
          if (!mayPlay(known, at, sold)) continue;
          plays++;
          const { acc_m, at: from } = known.fix!;
          const driven = ((at - from) / 1_000) * 30;
          expect(metresFrom(truth, fence), `seed ${seed} at ${at}`).toBeLessThanOrEqual(3 * acc_m + driven);
        }
      }),
      { numRuns: 100 },
    );
    expect(plays).toBeGreaterThan(500);
  });

  it('plays no more once the signal was lost within it for as long as a fix counts', () => {
    const sold = lineIn(fenceAt(HERE));
    const inside = movedBy(HERE, 120, 60);
    const known = follow(
      [0, 1_000, 2_000].map(at => ({ ...inside, acc_m: 8, at })),
      sold,
    );
    expect(mayPlay(known, 22_000, sold)).toBe(true);
    expect(mayPlay(known, 22_001, sold)).toBe(false);
  });
});
