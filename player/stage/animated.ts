/** Does a picture move? Said by its first bytes; only these need an element that plays them. */
const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));
/** Where the flags of an extended WebP file stand, and which of them says that it moves. */
const WEBP = { flags: 20, moves: 0x02 } as const;
/** Bytes to look at: a PNG says so right after its header. */
export const HEAD_BYTES = 64;

export function isAnimated(mime: string, head: Uint8Array): boolean {
  switch (mime) {
    case 'image/gif':
      return true;
    case 'image/webp':
      return ascii(head, 12, 16) === 'VP8X' && ((head[WEBP.flags] ?? 0) & WEBP.moves) !== 0;
    case 'image/avif':
      return ascii(head, 8, 12) === 'avis';
    case 'image/png':
      return ascii(head, 0, HEAD_BYTES).includes('acTL');
    default:
      return false;
  }
}
