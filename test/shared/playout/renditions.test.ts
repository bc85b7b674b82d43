import { describe, expect, it } from 'vitest';
import { renditionsOf, selectRendition, withAv1 } from '../../../shared/playout/renditions.ts';

const asset = {
  bytes: 1_000,
  renditions: [
    { bytes: 100, w: 854, h: 480 },
    { bytes: 200, w: 1280, h: 720 },
    { bytes: 300, w: 1920, h: 1080 },
  ],
};
const upright = { bytes: 1_000, renditions: [{ bytes: 100, w: 480, h: 854 }] };
const chosen = (w: number, h: number, isMetered = false, of: typeof asset = asset) =>
  selectRendition(renditionsOf(of), { w, h, isMetered })?.bytes;

describe('of the files of an asset', () => {
  it.each([
    ['854 × 480', 854, 480, 100],
    ['1280 × 720', 1280, 720, 200],
    ['a tablet of 1280 × 800', 1280, 800, 200],
    ['1920 × 1080', 1920, 1080, 300],
    ['3840 × 2160', 3840, 2160, 1_000],
    ['a screen upright', 800, 1280, 100],
    ['a screen nobody knows', Infinity, Infinity, 1_000],
  ])('the smallest that is not blown up is for %s', (_name, w, h, bytes) => {
    expect(chosen(w, h)).toBe(bytes);
  });

  it('one of half the size will do where bytes are dear', () => {
    expect([chosen(1280, 800, true), chosen(1920, 1080, true), chosen(3840, 2160, true)]).toEqual([
      100, 200, 300,
    ]);
  });

  it('that in AV1 comes before the others of its size, which stay for where it cannot be had', () => {
    const av1 = [
      { bytes: 60, w: 854, h: 480 },
      { bytes: 170, w: 1920, h: 1080 },
    ];
    const both = withAv1({ ...asset, av1 });
    expect(renditionsOf(both).map(({ bytes }) => bytes)).toEqual([60, 100, 200, 170, 300, 1_000]);
    expect([
      chosen(854, 480, false, both),
      chosen(1280, 800, false, both),
      chosen(1920, 1080, false, both),
    ]).toEqual([60, 200, 170]);
    expect(withAv1(asset)).toBe(asset);
  });

  it('an upright film on a wide screen is as high as the screen', () => {
    expect([chosen(1280, 800, false, upright), chosen(1280, 900, false, upright)]).toEqual([100, 1_000]);
  });

  it('the original is the only one in documents of older servers', () => {
    const old: { bytes: number; renditions?: (typeof asset)['renditions'] } = { bytes: 1 };
    expect(renditionsOf(old)).toEqual([old]);
    expect(selectRendition(renditionsOf(old), { w: 1, h: 1, isMetered: true })).toEqual(old);
  });
});
