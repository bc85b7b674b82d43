/** Whether a place lies in an area, checked against the sphere as d3-geo sees it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coordinates, Fence } from '../../../shared/contract/playout/fence.ts';
import { depthM, isInFence } from '../../../shared/playout/place/fences.ts';
import { isInArea, metresApart, metresToPath, movedBy, turned } from './place/sphere.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Also next to the antimeridian, where most mistakes would be. */
const lng = fc.oneof(number(-180, 180), number(179.9, 180), number(-180, -179.9));
const centre = fc.record({ lat: number(-70, 70), lng });
const near = (of: { lat: number; lng: number }, up: number, right: number) => ({
  lat: of.lat + up,
  lng: turned(of.lng + right),
});

/** The server asks whether a place is in a fence, a screen how deep. */
function expectIn(place: Coordinates, fence: Fence, expected: boolean): void {
  expect(isInFence(place, fence)).toBe(expected);
  expect(depthM(place, fence) > 0).toBe(expected);
}

describe('areas', () => {
  it('a circle holds what is nearer on the sphere than its radius', () => {
    fc.assert(
      fc.property(
        centre,
        fc.integer({ min: 25, max: 200_000 }),
        share,
        share,
        (middle, radius_m, up, right) => {
          const reach = (2.5 * radius_m) / 111_195;
          const place = near(middle, (up - 0.5) * reach, (right - 0.5) * reach * 2);
          const metres = metresApart(middle, place);
          fc.pre(Math.abs(metres / radius_m - 1) > 0.005);
          const fence: Fence = { shape: 'circle', ...middle, radius_m };
          expectIn(place, fence, metres < radius_m);
          expect(Math.abs(depthM(place, fence) - (radius_m - metres))).toBeLessThan(
            0.005 * (radius_m + metres),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a polygon with a hole holds what the sphere says, away from its edges', () => {
    const ring = fc.array(share, { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(centre, ring, share, share, (middle, lengths, up, right) => {
        const size = 0.1;
        const around = (scale: number) =>
          lengths.map((length, i) => {
            const angle = (2 * Math.PI * i) / lengths.length;
            const reach = scale * size * (0.4 + 0.6 * length);
            return near(middle, reach * Math.sin(angle), reach * Math.cos(angle));
          });
        const [outline, hole] = [around(1), around(0.4)];
        const place = near(middle, (up - 0.5) * 2 * size, (right - 0.5) * 2 * size);
        const isIn = (points: typeof outline, shift: number) =>
          isInArea(points, { lat: place.lat, lng: turned(place.lng + shift) });
        const says = (points: typeof outline) => [0, -0.0002, 0.0002].map(shift => isIn(points, shift));
        /** Where a hair decides, straight lines and those of the sphere may differ. */
        fc.pre([outline, hole].every(points => new Set(says(points)).size === 1));
        const expected = isIn(outline, 0) && !isIn(hole, 0);
        expectIn(place, { shape: 'polygon', rings: [outline, hole] }, expected);
      }),
      { numRuns: 500 },
    );
  });

  it('a corridor holds what is within half its width of its line, and says how far', () => {
    const steps = fc.array(fc.tuple(number(-2_000, 2_000), number(-2_000, 2_000)), {
      ...{ minLength: 1, maxLength: 4 },
    });
    const beside = number(-3_000, 3_000);
    fc.assert(
      fc.property(
        centre,
        steps,
        fc.integer({ min: 20, max: 2_000 }),
        beside,
        beside,
        (start, moves, width_m, up, right) => {
          const path = [start];
          for (const [north, east] of moves) path.push(movedBy(path.at(-1)!, north, east));
          const place = movedBy(start, up, right);
          const metres = metresToPath(path, place);
          /** Of the points on its line, some 14 m apart at most. */
          const sure = 15 + 0.01 * metres;
          fc.pre(Math.abs(metres - width_m / 2) > sure);
          const fence: Fence = { shape: 'corridor', path, width_m };
          expectIn(place, fence, metres < width_m / 2);
          expect(Math.abs(depthM(place, fence) - (width_m / 2 - metres))).toBeLessThan(sure);
        },
      ),
      { numRuns: 300 },
    );
  });
});
