import { geoCircle, geoDistance } from 'd3-geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted, projection, unprojected } from '../../../../console/kit/map/camera.ts';
import { featureOf, fenceOf } from '../../../../console/kit/map/draw/drawn.ts';
import {
  boundsOf,
  circleRing,
  flatRings,
  linesOf,
  type Position,
} from '../../../../console/kit/map/geometry.ts';
import type { Fence } from '../../../../shared/contract/playout/fence.ts';

const EARTH_M = 6_371_000;
const place = fc.record({
  lat: fc.double({ min: -75, max: 75, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const at = (lat: number, lng: number) => ({ lat, lng });
const ACROSS: Fence = { shape: 'polygon', rings: [[at(-17, 179), at(-17, -179), at(-18, -179)]] };

describe('what a map draws', () => {
  it('of a circle lies as far from its middle as it should, on the sphere', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 25, max: 200_000 }), (middle, radius) => {
        for (const point of circleRing(middle, radius, 12))
          expect(geoDistance([middle.lng, middle.lat], point) * EARTH_M).toBeCloseTo(radius, -1);
      }),
    );
    const [north] = circleRing(at(38, -9), 1_000, 4);
    const oracle = geoCircle()
      .center([-9, 38])
      .radius((1_000 / EARTH_M) * (180 / Math.PI))();
    expect(Math.max(...oracle.coordinates[0]!.map(([, lat]) => lat!))).toBeCloseTo(north![1], 5);
  });

  it('across the antimeridian runs on, and the picture fits both sides', () => {
    expect(linesOf(ACROSS)[0]!.map(([lng]) => lng)).toEqual([179, 181, 181]);
    expect(boundsOf([ACROSS])).toEqual({ west: 179, east: 181, south: -18, north: -17 });
    expect(boundsOf([], [at(0, 179.5), at(0, -179.5)])).toMatchObject({ west: 179.5, east: 180.5 });
    expect(boundsOf([])).toBeNull();
  });

  it('of land goes around a pole by the edge, and holes lie on the turn of their outline', () => {
    const [pole] = flatRings([[[0, -70], [120, -70], [-120, -70], [0, -70]]]); // oxfmt-ignore
    expect(pole!.slice(-3)).toEqual([[360, -90], [0, -90], [0, -70]]); // oxfmt-ignore
    const outline: Position[] = [[-170, 60], [170, 70], [20, 70], [20, 40], [-170, 60]]; // oxfmt-ignore
    const [outer, hole] = flatRings([outline, [[50, 42], [51, 42], [51, 43]]]); // oxfmt-ignore
    const lngs = outer!.map(([lng]) => lng);
    expect(hole!.every(([lng]) => lng >= Math.min(...lngs) && lng <= Math.max(...lngs))).toBe(true);
  });

  it('is found again where it was pressed', () => {
    const size = { width: 800, height: 480 };
    const camera = fitted({ west: -10, south: 38, east: -9, north: 39 }, size);
    const [lng, lat] = unprojected(camera, size, projection(camera, size)([-9.3, 38.6]));
    expect([lng, lat].map(one => Number(one.toFixed(6)))).toEqual([-9.3, 38.6]);
    const [left, top] = projection(camera, size)([-10, 39]);
    expect(left >= 0 && top >= 0).toBe(true);
  });
});

describe('what a hand changes', () => {
  it('comes back as it was where nothing was moved', () => {
    const circle = fc.record({
      shape: fc.constant('circle' as const),
      lat: fc.double({ min: -70, max: 70, noNaN: true }),
      lng: fc.double({ min: -170, max: 170, noNaN: true }),
      radius_m: fc.integer({ min: 50, max: 20_000 }),
    });
    fc.assert(
      fc.property(circle, before => {
        const after = fenceOf(featureOf(before)!, before) as typeof before;
        expect(after.lat).toBeCloseTo(before.lat, 4);
        expect(after.lng).toBeCloseTo(before.lng, 4);
        expect(Math.abs(after.radius_m / before.radius_m - 1)).toBeLessThan(0.01);
      }),
    );
    const hole = [at(38.72, -9.14), at(38.73, -9.14), at(38.73, -9.13)];
    const area: Fence = { shape: 'polygon', rings: [[at(38.7, -9.2), at(38.8, -9.2), at(38.8, -9.1)], hole] };
    expect(fenceOf(featureOf(area)!, area)).toEqual(area);
    const street: Fence = { shape: 'corridor', path: [at(38.7, -9.2), at(38.8, -9.1)], width_m: 60 };
    expect(fenceOf(featureOf(street)!, street)).toEqual(street);
  });

  it('is left to numbers where it lies across the edge of the map or is not whole', () => {
    expect(featureOf(ACROSS)).toBeNull();
    expect(featureOf({ shape: 'circle', radius_m: 500 } as Fence)).toBeNull();
  });
});
