import { describe, expect, it } from 'vitest';
import { effectiveBrightness, DARKEST, effectiveVolume } from '../../../player/app/displaySettings.ts';

describe('what a hand set at the screen', () => {
  it('is heard until the server says something new', () => {
    expect(effectiveVolume({}, 80)).toBe(80);
    const own = { volume: { value: 35, over: 80 } };
    expect(effectiveVolume(own, 80)).toBe(35);
    expect(effectiveVolume(own, 60)).toBe(60);
    expect(effectiveVolume({ volume: { value: 0, over: 80 } }, 80)).toBe(0);
  });

  it('never makes the screen so dark that nobody finds the way back', () => {
    expect(effectiveBrightness({})).toBe(100);
    expect(effectiveBrightness({ brightness: 55 })).toBe(55);
    expect(effectiveBrightness({ brightness: 0 })).toBe(DARKEST);
  });
});
