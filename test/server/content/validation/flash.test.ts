import { describe, expect, it } from 'vitest';
import { createFlashMeter } from '../../../../server/content/validation/flash.ts';
import { bannedIn, ratioOff } from '../../../../server/content/validation/checks.ts';

const CELLS = 16;
const FPS = 30;
/** Grey values of each frame, as they fill this many cells; the others stay black. */
function flashes(greys: readonly number[], cells = CELLS) {
  const meter = createFlashMeter(CELLS);
  for (const [i, grey] of greys.entries()) meter.add(new Uint8Array(CELLS).fill(grey, 0, cells), i / FPS);
  return meter.flashes();
}
/** Black and white in turn, `a` times a second, for two seconds. */
const strobe = (a: number, [dark, light]: [number, number] = [0, 255]) =>
  Array.from({ length: 2 * FPS }, (_, i) => (Math.floor((i * 2 * a) / FPS) % 2 === 0 ? dark : light));

describe('flashes', () => {
  it.each([1, 2, 3, 5, 10, 15])('%i a second are counted as such', a => {
    expect(flashes(strobe(a))).toBe(a);
  });
  it('are none on less than a quarter of the picture', () => {
    expect(flashes(strobe(5), 3)).toBe(0);
    expect(flashes(strobe(5), 4)).toBe(5);
  });
  it('are none between two bright greys, and none of a tenth that is not reached', () => {
    expect(flashes(strobe(5, [232, 255]))).toBe(0);
    expect(flashes(strobe(5, [0, 80]))).toBe(0);
    expect(flashes(strobe(5, [0, 100]))).toBe(5);
  });
  it('are none in a slow fade, a cut and a still picture', () => {
    expect(flashes(Array.from({ length: 60 }, (_, i) => i * 4))).toBe(0);
    expect(flashes([...Array<number>(30).fill(0), ...Array<number>(30).fill(255)])).toBe(0);
    expect(flashes(Array<number>(60).fill(128))).toBe(0);
  });
});

describe('words that are not to be shown', () => {
  it.each([
    ['Grand Casino', ['casino'], ['casino']],
    ['Casinos and bars', ['casino'], []],
    ['ＣＡＳＩＮＯ', ['casino'], ['casino']],
    ['欢迎光临赌场吧', ['赌场'], ['赌场']],
    ['Free bet, no deposit', ['free bet', 'deposit bonus'], ['free bet']],
    ['Ärger im Büro', ['büro'], ['büro']],
    ['Ca\u200Bsi\u00ADno \u2060night', ['casino'], ['casino']],
    ['CASİNO', ['casino'], ['casino']],
  ])('%j with %j: %j', (text, words, found) => {
    expect(bannedIn([text], words)).toEqual(found);
  });
});

it('the shape of a picture is that of a screen hung either way', () => {
  expect(ratioOff({ w: 1920, h: 1080 })).toBeCloseTo(0);
  expect(ratioOff({ w: 1080, h: 1920 })).toBeCloseTo(0);
  expect(ratioOff({ w: 1000, h: 1000 })).toBeCloseTo(43.75);
});
