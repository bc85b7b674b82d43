import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fence } from '../../../shared/contract/playout/fence.ts';
import { depthM, isInFence } from '../../../shared/playout/place/fences.ts';
import { enter } from '../../../shared/playout/place/whereabouts.ts';
import { refusedNow } from '../../../shared/playout/lines.ts';
import { lineOf, MONDAY } from './lines.ts';

const at = (lat: number, lng: number) => ({ lat, lng });
const square = (lat: number, lng: number, size: number) => [
  at(lat - size, lng - size),
  at(lat - size, lng + size),
  at(lat + size, lng + size),
  at(lat + size, lng - size),
];
const turned = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180;

describe('a fence', () => {
  const fence = {
    shape: 'polygon' as const,
    rings: [square(38.72, -9.14, 0.02), square(38.72, -9.14, 0.005)],
  };
  it('OPEN-PLAYER-02 holds what lies in its outline and not in its holes', () => {
    expect(isInFence(at(38.73, -9.13), fence)).toBe(true);
    expect(isInFence(at(38.72, -9.14), fence)).toBe(false);
    expect(isInFence(at(38.75, -9.14), fence)).toBe(false);
  });

  it('goes across the antimeridian as anywhere else', () => {
    const ring = square(-17, 180, 0.5).map(({ lat, lng }) => at(lat, turned(lng)));
    const across = { shape: 'polygon' as const, rings: [ring] };
    expect(isInFence(at(-17, 179.8), across)).toBe(true);
    expect(isInFence(at(-17, -179.8), across)).toBe(true);
    expect(isInFence(at(-17, 179.2), across)).toBe(false);
    expect(isInFence(at(-17, 0), across)).toBe(false);
    expect(isInFence(at(-17, -179.99), { shape: 'circle', lat: -17, lng: 179.99, radius_m: 3_000 })).toBe(
      true,
    );
  });

  it('is as wide as it says along a street', () => {
    const path = [at(38.7, -9.2), at(38.7, -9.1), at(38.8, -9.1)];
    const street = { shape: 'corridor' as const, path, width_m: 200 };
    expect(isInFence(at(38.7008, -9.15), street)).toBe(true);
    expect(isInFence(at(38.7012, -9.15), street)).toBe(false);
    expect(isInFence(at(38.75, -9.1011), street)).toBe(true);
    expect(isInFence(at(38.75, -9.1013), street)).toBe(false);
  });
});

describe('how far a fence reaches', () => {
  it('is asked first: of many fences far away no edge is looked at with a fix', () => {
    let looks = 0;
    const far = (n: number): Fence => ({
      shape: 'polygon',
      get rings() {
        looks++;
        return [square(10 + n / 20, 100, 0.02)];
      },
    });
    const lines = Array.from({ length: 200 }, (_, n) => {
      const limits = { max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' as const };
      return lineOf(n, { place: { fences: [far(n)], ...limits } });
    });
    const fix = { ...at(38.72, -9.14), acc_m: 10, at: 0 };
    enter({ fix, inside: {} }, lines);
    const first = looks;
    for (let n = 0; n < 5; n++) enter({ fix, inside: {} }, lines);
    expect([first, looks]).toEqual([200, 200]);
  });

  it('leaves out no place that lies within, however large the fence is, wherever on earth', () => {
    const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true });
    const size = fc.double({ min: 0.001, max: 30, noNaN: true });
    let within = 0;
    fc.assert(
      fc.property(degrees(75), degrees(180), size, degrees(1), degrees(1), (lat, lng, reach, up, right) => {
        const tall = Math.min(reach, 80 - Math.abs(lat));
        const corner = (y: number, x: number) => at(lat + y * tall, turned(lng + x * reach));
        const ring = [corner(-1, -1), corner(-1, 1), corner(1, 0.2), corner(0.4, -0.9)];
        const fences: Fence[] = [
          { shape: 'polygon', rings: [ring] },
          { shape: 'corridor', path: ring, width_m: 10_000 },
        ];
        const place = corner(up, right);
        for (const fence of fences) {
          const depth = depthM(place, fence);
          /** On its very edge it is both. */
          if (Math.abs(depth) < 1) continue;
          const isWithin = depth > 0;
          if (isWithin) within++;
          expect(isInFence(place, fence)).toBe(isWithin);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(within).toBeGreaterThan(500);
  });
});

describe('the place of a line', () => {
  const place = (when_unknown: 'open' | 'closed') => ({
    fences: [{ shape: 'circle' as const, lat: 38.72, lng: -9.14, radius_m: 1_000 }],
    ...{ max_fix_age_s: 60, max_accuracy_m: 100, when_unknown },
  });
  const refusal = (acc_m: number, age_ms: number, when: 'open' | 'closed' = 'closed', lat = 38.72) => {
    const moment = { at: MONDAY, tz: 'UTC', weather: null, place: { lat, lng: -9.14, acc_m, age_ms } };
    return refusedNow(lineOf(1, { place: place(when) }), moment, 10_000);
  };
  it('must be known well enough, or the line waits', () => {
    expect(refusal(50, 30_000)).toBeNull();
    expect(refusal(150, 30_000)).toBe('place_unknown');
    expect(refusal(50, 61_000)).toBe('place_unknown');
    expect(refusal(50, 30_000, 'closed', 39)).toBe('place');
  });
  it('unknown may be taken as right where the campaign says so, elsewhere never', () => {
    expect(refusal(150, 30_000, 'open')).toBeNull();
    expect(refusal(50, 30_000, 'open', 39)).toBe('place');
  });
});
