import { describe, expect, it } from 'vitest';
import { isAnimated } from '../../../player/stage/animated.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? [...part].map(c => c.charCodeAt(0)) : part)),
  );
const webp = (chunk: string, flags: number) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, [10, 0, 0, 0], [flags, 0, 0, 0]);

describe('a picture', () => {
  it.each([
    ['a GIF', 'image/gif', bytes('GIF89a'), true],
    ['a WebP with frames', 'image/webp', webp('VP8X', 0x12), true],
    ['a WebP with transparency alone', 'image/webp', webp('VP8X', 0x10), false],
    ['a plain WebP', 'image/webp', webp('VP8 ', 0xff), false],
    ['an AVIF sequence', 'image/avif', bytes([0, 0, 0, 28], 'ftyp', 'avis'), true],
    ['a still AVIF', 'image/avif', bytes([0, 0, 0, 28], 'ftyp', 'avif'), false],
    [
      'an animated PNG',
      'image/png',
      bytes([137], 'PNG', Array<number>(29).fill(0), [0, 0, 0, 8], 'acTL'),
      true,
    ],
    ['a still PNG', 'image/png', bytes([137], 'PNG', Array<number>(29).fill(0), [0, 0, 0, 8], 'IDAT'), false],
    ['a JPEG', 'image/jpeg', bytes([255, 216, 255]), false],
  ])('%s moves or not', (_, mime, head, moves) => {
    expect(isAnimated(mime, head)).toBe(moves);
  });
});
