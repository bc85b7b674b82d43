import { describe, expect, it } from 'vitest';
import type { AlertArea } from '../../../shared/contract/alerts/area.ts';
import type { Coordinates } from '../../../shared/contract/playout/fence.ts';
import { areWithin } from '../../../shared/alerts/within.ts';
import { simplified } from '../../../shared/alerts/simplify.ts';
import { isInFence, metresOutside } from '../../../shared/playout/place/fences.ts';
import { seededUnit } from '../../../shared/random.ts';

const isWithin = (one: AlertArea, around: readonly AlertArea[]) => areWithin([one], around);
const polygon = (...rings: [lat: number, lng: number][][]): AlertArea => ({
  shape: 'polygon',
  rings: rings.map(ring => ring.map(([lat, lng]) => ({ lat, lng }))),
});
const box = (south: number, west: number, north: number, east: number): [number, number][] => [
  [south, west],
  [south, east],
  [north, east],
  [north, west],
];
const area = (...at: Parameters<typeof box>) => polygon(box(...at));
const circle = (lat: number, lng: number, radius_m: number): AlertArea => ({
  ...{ shape: 'circle', lat, lng, radius_m },
});
/** Four strips that make a ring round a city. */
const RING = [area(50, 10, 50.1, 11), area(50.9, 10, 51, 11), area(50, 10, 51, 10.1), area(50, 10.9, 51, 11)];

describe('an area lies within others', () => {
  it.each<[string, boolean, AlertArea, AlertArea[]]>([
    ['on the same border', true, area(50, 10, 51, 11), [area(50, 10, 51, 11)]],
    ['20 m over the border', true, area(50, 10, 51.00018, 11), [area(50, 10, 51, 11)]],
    ['50 m over the border', false, area(50, 10, 51.00045, 11), [area(50, 10, 51, 11)]],
    ['50 m over the border in the east', false, area(50, 10, 51, 11.0008), [area(50, 10, 51, 11)]],
    ['along four strips round a city', false, area(50.02, 10.02, 50.98, 10.98), RING],
    ['in one of four strips', true, area(50.02, 10.02, 50.08, 10.98), RING],
    [
      'round a corner of four strips',
      true,
      polygon([
        [50.01, 10.01],
        [50.01, 10.5],
        [50.05, 10.5],
        [50.05, 10.05],
        [50.5, 10.05],
        [50.5, 10.01],
      ]),
      RING,
    ],
    [
      'over two that touch',
      true,
      area(50.2, 10.2, 50.8, 10.8),
      [area(50, 10, 51, 10.5), area(50, 10.5, 51, 11)],
    ],
    [
      'over a gap between two',
      false,
      area(50.2, 10.2, 50.8, 10.8),
      [area(50, 10, 51, 10.4), area(50, 10.41, 51, 11)],
    ],
    [
      'round a hole',
      false,
      area(50.2, 10.2, 50.8, 10.8),
      [polygon(box(50, 10, 51, 11), box(50.4, 10.4, 50.5, 10.5))],
    ],
    [
      'round a hole that another fills',
      true,
      area(50.2, 10.2, 50.8, 10.8),
      [polygon(box(50, 10, 51, 11), box(50.4, 10.4, 50.5, 10.5)), circle(50.45, 10.45, 12_000)],
    ],
    ['a circle in a circle', true, circle(50, 10, 5_000), [circle(50.01, 10, 7_000)]],
    ['a circle over a circle', false, circle(50, 10, 5_000), [circle(50.02, 10, 7_000)]],
    ['the same circle', true, circle(50, 10, 5_000), [circle(50, 10, 5_000)]],
    ['a point', true, circle(50.5, 10.5, 1), [area(50, 10, 51, 11)]],
    ['over the line of dates', true, area(-18, 179.5, -17, -179.5), [area(-19, 179, -16, -179)]],
    [
      'over the line of dates, counted the other way',
      true,
      area(-18, -179.9, -17, -179.5),
      [area(-19, 179, -16, -179)],
    ],
    ['on the other side of the earth', false, area(-18, -0.5, -17, 0.5), [area(-19, 179, -16, -179)]],
    ['the whole earth', false, circle(0, 0, 20_015_000), [circle(50, 10, 5_000)]],
    ['in nothing', false, circle(50, 10, 5_000), []],
  ])('%s: %s', (_name, is, one, around) => {
    expect(isWithin(one, around)).toBe(is);
  });

  it('as a look at each of many places says', () => {
    const random = seededUnit(18);
    const at = (middle: number, wide: number) => middle + (random() - 0.5) * wide;
    const shape = (wide: number): AlertArea => {
      const [lat, lng] = [at(50, 0.2), at(10, 0.3)];
      if (random() < 0.4) return circle(lat, lng, Math.round(wide * 40_000 * (0.5 + random())));
      const corners = 3 + Math.floor(random() * 8);
      return polygon(
        Array.from({ length: corners }, (_, n): [number, number] => {
          const angle = (2 * Math.PI * n) / corners;
          const far = wide * (0.3 + random());
          return [lat + far * Math.sin(angle) * 0.6, lng + far * Math.cos(angle)];
        }),
      );
    };
    const STEPS = 60;
    /** The worst place of a grid over the area: metres outside all others, and none within one of them. */
    const farthestOut = (one: AlertArea, around: AlertArea[]) => {
      let most = -Infinity;
      for (let i = 0; i <= STEPS; i++)
        for (let k = 0; k <= STEPS; k++) {
          const place: Coordinates = { lat: 49.5 + i / STEPS, lng: 9.3 + (1.4 * k) / STEPS };
          if (!isInFence(place, one) || around.some(each => isInFence(place, each))) continue;
          most = Math.max(most, Math.min(...around.map(each => metresOutside(place, each))));
        }
      return most;
    };
    const seen = { in: 0, out: 0 };
    for (let n = 0; n < 400; n++) {
      const around = Array.from({ length: 1 + Math.floor(random() * 6) }, () => shape(0.2));
      const one = shape(0.06);
      const isIn = isWithin(one, around);
      seen[isIn ? 'in' : 'out']++;
      // The tolerance reaches as far as a corner of its square, 36 m.
      if (isIn) expect(farthestOut(one, around)).toBeLessThan(36);
      if (farthestOut(one, around) > 36) expect(isIn).toBe(false);
    }
    expect(Math.min(seen.in, seen.out)).toBeGreaterThan(60);
  });

  it('fifty of 450 points each in a jurisdiction of fifty with 500 are compared in a moment', () => {
    const star = (lat: number, lng: number, points: number, wide: number) =>
      polygon(
        Array.from({ length: points }, (_, n): [number, number] => {
          const angle = (2 * Math.PI * n) / points;
          const far = n % 2 === 0 ? wide : wide * 0.2;
          return [lat + far * Math.sin(angle), lng + far * Math.cos(angle)];
        }),
      );
    const many = Array.from({ length: 50 }, (_, n) => star(50, 10 + n * 1e-4, 450, 0.2));
    const around = [
      area(49, 9, 51, 11),
      ...Array.from({ length: 50 }, (_, n) => star(50, 10 + n * 1e-3, 500, 0.5)),
    ];
    const began = performance.now();
    expect(areWithin(many, around)).toBe(true);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('an outline of many points', () => {
  const spiral = (n: number): Coordinates[] =>
    Array.from({ length: n }, (_, i) => ({
      lat: 50 + (i / n) * Math.sin(i / 20),
      lng: 10 + (i / n) * Math.cos(i / 20),
    }));
  it('is cut to the points that say most of its shape', () => {
    const square = box(50, 10, 51, 11).flatMap(([lat, lng], n, all) => {
      const [toLat, toLng] = all[(n + 1) % 4]!;
      return Array.from({ length: 500 }, (_, k) => ({
        lat: lat + ((toLat - lat) * k) / 500,
        lng: lng + ((toLng - lng) * k) / 500,
      }));
    });
    const few = simplified(square, 4);
    expect(few.map(({ lat, lng }) => [lat, lng])).toEqual(box(50, 10, 51, 11));
    expect(simplified(spiral(499))).toHaveLength(499);
    expect(simplified(spiral(501))).toHaveLength(500);
  });
  it('costs n log n: a hundred thousand of a spiral take a moment', () => {
    const began = performance.now();
    expect(simplified(spiral(100_000))).toHaveLength(500);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
