import { describe, expect, it } from 'vitest';
import { brightnessOf, DARKEST, volumeOf } from '../../../player/app/look.ts';

describe('what a hand set at the screen', () => {
  it('is heard until the server says something new', () => {
    expect(volumeOf({}, 80)).toBe(80);
    const own = { volume: { value: 35, over: 80 } };
    expect(volumeOf(own, 80)).toBe(35);
    expect(volumeOf(own, 60)).toBe(60);
    expect(volumeOf({ volume: { value: 0, over: 80 } }, 80)).toBe(0);
  });

  it('never makes the screen so dark that nobody finds the way back', () => {
    expect(brightnessOf({})).toBe(100);
    expect(brightnessOf({ brightness: 55 })).toBe(55);
    expect(brightnessOf({ brightness: 0 })).toBe(DARKEST);
  });
});
