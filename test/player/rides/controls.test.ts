import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  riderVolume,
  NO_RIDER_SETTINGS,
  applyRiderAction,
  riderDim,
  type RiderAction,
} from '../../../player/rides/controls.ts';

const press = (own: number, ...presses: RiderAction['press'][]) =>
  presses.reduce(
    (wishes, one) =>
      applyRiderAction(wishes, one === 'language' ? { press: one, language: 'zh' } : { press: one }, own),
    NO_RIDER_SETTINGS,
  );

describe('what a rider sets', () => {
  it('is silent with one press, whatever the screen’s volume, and back with another', () => {
    expect(riderVolume(press(60, 'mute'), false, 60)).toBe(0);
    expect(riderVolume(press(60, 'mute', 'mute'), false, 60)).toBe(60);
    expect(riderVolume(press(60, 'softer', 'mute', 'mute'), false, 60)).toBe(40);
  });

  it('counts from the screen’s own volume, between 0 and 100, and is heard again when made louder', () => {
    expect(riderVolume(press(90, 'louder', 'louder'), false, 90)).toBe(100);
    expect(riderVolume(press(10, 'softer'), false, 10)).toBe(0);
    expect(riderVolume(press(30, 'mute', 'louder'), false, 30)).toBe(50);
  });

  it('goes from bright over dim to dark and back', () => {
    expect(
      [[], ['dim'], ['dim', 'dim'], ['dim', 'dim', 'dim']].map(p =>
        riderDim(press(0, ...(p as 'dim'[])), false),
      ),
    ).toEqual(['bright', 'dim', 'dark', 'bright']);
  });

  it('is dim and silent where nobody is, and never brighter for it', () => {
    expect([riderVolume(press(80), true, 80), riderDim(press(80), true)]).toEqual([0, 'dim']);
    expect(riderDim(press(80, 'dim', 'dim'), true)).toBe('dark');
  });

  it('is never louder than a rider wished, however often he pressed', () => {
    const presses = fc.array(
      fc.constantFrom<RiderAction['press']>('mute', 'louder', 'softer', 'dim', 'language'),
    );
    fc.assert(
      fc.property(presses, fc.integer({ min: 0, max: 100 }), (all, own) => {
        const wishes = press(own, ...all);
        const volume = riderVolume(wishes, false, own);
        expect(volume).toBeGreaterThanOrEqual(0);
        expect(volume).toBeLessThanOrEqual(100);
        if (wishes.muted) expect(volume).toBe(0);
      }),
    );
  });
});
