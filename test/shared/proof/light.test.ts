import { expect, it } from 'vitest';
import {
  bytesOf,
  CELLS,
  cellsOf,
  FRAME,
  greyOf,
  hexOf,
  LIGHTS_A_SECOND,
  pictureGradeOf,
} from '../../../shared/proof/light.ts';

const SECONDS = 10;
/** A bar of light that goes over the picture once a second, brighter each second. */
const file = bytesOf(
  Array.from({ length: SECONDS * LIGHTS_A_SECOND }, (_, nth) => {
    const cell = Math.floor(((nth % LIGHTS_A_SECOND) * CELLS) / LIGHTS_A_SECOND);
    const light = 60 + 15 * Math.floor(nth / LIGHTS_A_SECOND);
    return hexOf(Uint8Array.from({ length: CELLS }, (__, at) => (at === cell ? 255 : light)));
  }).join(''),
);
const lightAt = (ms: number) => {
  const nth = Math.floor((ms * LIGHTS_A_SECOND) / 1_000);
  return hexOf(file.subarray(nth * CELLS, (nth + 1) * CELLS));
};
const BLACK = '00'.repeat(CELLS);

it.each([
  ['what the file shows then', 4_500, 4_500, 'same'],
  ['what it shows a moment before', 4_300, 4_500, 'same'],
  ['what it shows seconds before', 500, 8_500, 'frozen'],
  ['what it showed last, past its end', 9_900, 12_000, 'same'],
  ['its last frame, as it begins again', 9_950, 40, 'same'],
] as const)('%s', (_, shown, media_ms, grade) => {
  expect(pictureGradeOf({ media_ms, light: lightAt(shown) }, file)).toBe(grade);
});

it('nothing, and something else', () => {
  expect(pictureGradeOf({ media_ms: 4_500, light: BLACK }, file)).toBe('black');
  expect(pictureGradeOf({ media_ms: 4_500, light: 'ff00'.repeat(CELLS / 2) }, file)).toBe('wrong');
});

it('a picture that stands still is the same at any time, and black where it is black', () => {
  const still = bytesOf('40'.repeat(CELLS));
  expect(pictureGradeOf({ media_ms: null, light: '44'.repeat(CELLS) }, still)).toBe('same');
  expect(pictureGradeOf({ media_ms: null, light: 'c0'.repeat(CELLS) }, still)).toBe('wrong');
  expect(pictureGradeOf({ media_ms: null, light: '02'.repeat(CELLS) }, bytesOf(BLACK))).toBe('same');
});

it('a cell is the average light of its part of the frame', () => {
  const pixels = new Uint8Array(FRAME.wide * FRAME.high * 4).fill(255);
  for (let i = 0; i < (pixels.length / FRAME.high) * 5; i += 4) pixels.set([255, 0, 0], i);
  expect(hexOf(cellsOf(greyOf(pixels, 4)))).toBe(`${'4c'.repeat(4)}${'ff'.repeat(12)}`);
});
