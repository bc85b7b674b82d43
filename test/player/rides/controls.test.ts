import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heard, NO_WISHES, pressed, seen, type Press } from '../../../player/rides/controls.ts';

const press = (own: number, ...presses: Press['press'][]) =>
  presses.reduce(
    (wishes, one) =>
      pressed(wishes, one === 'language' ? { press: one, language: 'zh' } : { press: one }, own),
    NO_WISHES,
  );

describe('what a rider sets', () => {
  it('is silent with one press, whatever the screen’s volume, and back with another', () => {
    expect(heard(press(60, 'mute'), false, 60)).toBe(0);
    expect(heard(press(60, 'mute', 'mute'), false, 60)).toBe(60);
    expect(heard(press(60, 'softer', 'mute', 'mute'), false, 60)).toBe(40);
  });

  it('counts from the screen’s own volume, between 0 and 100, and is heard again when made louder', () => {
    expect(heard(press(90, 'louder', 'louder'), false, 90)).toBe(100);
    expect(heard(press(10, 'softer'), false, 10)).toBe(0);
    expect(heard(press(30, 'mute', 'louder'), false, 30)).toBe(50);
  });

  it('goes from bright over dim to dark and back', () => {
    expect(
      [[], ['dim'], ['dim', 'dim'], ['dim', 'dim', 'dim']].map(p => seen(press(0, ...(p as 'dim'[])), false)),
    ).toEqual(['bright', 'dim', 'dark', 'bright']);
  });

  it('is dim and silent where nobody is, and never brighter for it', () => {
    expect([heard(press(80), true, 80), seen(press(80), true)]).toEqual([0, 'dim']);
    expect(seen(press(80, 'dim', 'dim'), true)).toBe('dark');
  });

  it('is never louder than a rider wished, however often he pressed', () => {
    const presses = fc.array(fc.constantFrom<Press['press']>('mute', 'louder', 'softer', 'dim', 'language'));
    fc.assert(
      fc.property(presses, fc.integer({ min: 0, max: 100 }), (all, own) => {
        const wishes = press(own, ...all);
        const volume = heard(wishes, false, own);
        expect(volume).toBeGreaterThanOrEqual(0);
        expect(volume).toBeLessThanOrEqual(100);
        if (wishes.muted) expect(volume).toBe(0);
      }),
    );
  });
});
