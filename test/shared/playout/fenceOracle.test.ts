/** Whether a place lies in an area, checked against the sphere as d3-geo sees it. */
import { geoArea, geoContains, geoDistance, type GeoPermissibleObjects } from 'd3-geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInFence } from '../../../shared/playout/place/fences.ts';

const EARTH_M = 6_371_000;
const turned = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180;
const share = fc.double({ min: 0, max: 1, noNaN: true });
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Also next to the antimeridian, where most mistakes would be. */
const lng = fc.oneof(number(-180, 180), number(179.9, 180), number(-180, -179.9));
const centre = fc.record({ lat: number(-70, 70), lng });
const near = (of: { lat: number; lng: number }, up: number, right: number) => ({
  lat: of.lat + up,
  lng: turned(of.lng + right),
});

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
          const metres = geoDistance([middle.lng, middle.lat], [place.lng, place.lat]) * EARTH_M;
          fc.pre(Math.abs(metres / radius_m - 1) > 0.005);
          expect(isInFence(place, { shape: 'circle', ...middle, radius_m })).toBe(metres < radius_m);
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
        const onSphere = (points: readonly { lat: number; lng: number }[]): GeoPermissibleObjects => {
          const line = [...points, points[0]!].map((one): [number, number] => [one.lng, one.lat]);
          const made = { type: 'Polygon' as const, coordinates: [line] };
          return geoArea(made) < 2 * Math.PI ? made : { ...made, coordinates: [[...line].reverse()] };
        };
        const isIn = (points: typeof outline, shift: number) =>
          geoContains(onSphere(points), [turned(place.lng + shift), place.lat]);
        const says = (points: typeof outline) => [0, -0.0002, 0.0002].map(shift => isIn(points, shift));
        /** Where a hair decides, straight lines and those of the sphere may differ. */
        fc.pre([outline, hole].every(points => new Set(says(points)).size === 1));
        const expected = isIn(outline, 0) && !isIn(hole, 0);
        expect(isInFence(place, { shape: 'polygon', rings: [outline, hole] })).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
