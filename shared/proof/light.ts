/**
 * What a play looks like: the light of 4 × 4 cells of one frame, 16 bytes. A screen takes them in the middle of a play,
 * the server took them of the whole file when it was checked. Pure.
 */
import type { PictureGrade } from '../contract/proof/play.ts';

/** A frame is looked at in this size before its cells are added up, so that each of them is an average of many pixels. */
export const FRAME = { wide: 32, high: 18 } as const;
const SIDE = 4;
export const CELLS = SIDE * SIDE;
/** Of a video the light is taken of each frame that its check looks at. */
export const LIGHTS_A_SECOND = 30;
const LIGHT_EACH_MS = 1_000 / LIGHTS_A_SECOND;

/** @param grey one frame, 0 to 255, row by row, as large as FRAME. */
export function cellsOf(grey: ArrayLike<number>): Uint8Array {
  const sums = new Float64Array(CELLS);
  const counts = new Float64Array(CELLS);
  for (let y = 0; y < FRAME.high; y++)
    for (let x = 0; x < FRAME.wide; x++) {
      const cell = Math.floor((y * SIDE) / FRAME.high) * SIDE + Math.floor((x * SIDE) / FRAME.wide);
      sums[cell]! += grey[y * FRAME.wide + x] ?? 0;
      counts[cell]!++;
    }
  return Uint8Array.from(sums, (sum, cell) => Math.round(sum / counts[cell]!));
}

/**
 * The light of each pixel, 0 to 255, as BT.601 weighs it.
 * @param pixels one frame, as large as FRAME, each pixel of `channels` bytes that begin with red, green and blue.
 */
export function greyOf(pixels: Uint8Array | Uint8ClampedArray, channels: number): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(FRAME.wide * FRAME.high);
  for (let i = 0; i < grey.length; i++) {
    const at = i * channels;
    grey[i] = 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!;
  }
  return grey;
}

export const hexOf = (bytes: Uint8Array) =>
  [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
const BYTE_CHARS = 2;
export const bytesOf = (hex: string) =>
  Uint8Array.from({ length: hex.length / BYTE_CHARS }, (_, i) =>
    parseInt(hex.slice(i * BYTE_CHARS, (i + 1) * BYTE_CHARS), 16),
  );

/** On average over the cells, 0 to 255: what decoders, colours and sizes make of the same frame lies below it. */
const SAME_LIMIT = 12;
/** A decoder is ahead of, or behind, what it says of itself by less than this. */
const NEAR_MS = 350;
/** No cell of a black picture is brighter. */
const BLACK_LIMIT = 20;

function distance(a: Uint8Array, b: Uint8Array, from: number): number {
  let sum = 0;
  for (let cell = 0; cell < CELLS; cell++) sum += Math.abs(a[cell]! - (b[from + cell] ?? 0));
  return sum / CELLS;
}

/**
 * @param taken `media_ms`: where in the video; null for a picture that stands still. `light`: 32 hexadecimal digits.
 * @param file the light of the file, frame after frame; one frame of a picture that stands still.
 */
export function pictureGradeOf(
  taken: { media_ms: number | null; light: string },
  file: Uint8Array,
): PictureGrade {
  const light = bytesOf(taken.light);
  const frames = Math.floor(file.length / CELLS);
  const isLike = (nth: number) => distance(light, file, nth * CELLS) <= SAME_LIMIT;
  /** Where a video begins again, its last frame may stand a moment longer than its clock says. */
  const isAmong = (from: number, to: number) => {
    for (let nth = from; nth <= to; nth++) if (isLike((nth + frames) % frames)) return true;
    return false;
  };
  /** Past its end a video shows its last frame. */
  const at = Math.min(frames - 1, (taken.media_ms ?? 0) / LIGHT_EACH_MS);
  const near = Math.min(NEAR_MS / LIGHT_EACH_MS, frames / 2);
  if (isAmong(Math.ceil(at - near), Math.floor(at + near))) return 'same';
  if (light.every(cell => cell <= BLACK_LIMIT)) return 'black';
  return isAmong(0, frames - 1) ? 'frozen' : 'wrong';
}
