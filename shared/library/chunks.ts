/** How a file is divided into chunks, and which HTTP answers contain exactly one of them. Pure; the server uses it too. */
import { hex } from '../contract/wire/bytes.ts';

export interface ChunkLayout {
  bytes: number;
  chunk_bytes: number;
}
/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

const DIGEST_BYTES = 32;

export const chunkCount = (cut: ChunkLayout) => Math.ceil(cut.bytes / cut.chunk_bytes);
export const chunkRange = (cut: ChunkLayout, index: number): ByteRange => ({
  first: index * cut.chunk_bytes,
  last: Math.min((index + 1) * cut.chunk_bytes, cut.bytes) - 1,
});
export const rangeLength = (span: ByteRange) => span.last - span.first + 1;
export const digestListBytes = (cut: ChunkLayout) => chunkCount(cut) * DIGEST_BYTES;

/** The digest of one chunk, in hex, from the list of all. */
export const digestAt = (list: Uint8Array, index: number) =>
  hex(list.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES));

export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));

/** The chunks that overlap a byte range, and the part of each that lies inside it. */
export function chunkSlices(
  cut: ChunkLayout,
  span: ByteRange,
): { index: number; from: number; to: number }[] {
  const slices = [];
  const last = Math.floor(span.last / cut.chunk_bytes);
  for (let index = Math.floor(span.first / cut.chunk_bytes); index <= last; index++) {
    const chunk = chunkRange(cut, index);
    slices.push({
      index,
      from: Math.max(span.first, chunk.first) - chunk.first,
      to: Math.min(span.last, chunk.last) - chunk.first + 1,
    });
  }
  return slices;
}

/** Parses a `Range` header of a file with `bytes` bytes: null for the whole file, 'unsatisfiable' for a 416. */
export function parseRange(header: string | null, bytes: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), bytes);
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 };
  }
  const first = Number(match[1]);
  const last = match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  return first >= bytes || last < first ? 'unsatisfiable' : { first, last };
}

/** Does this answer contain exactly the requested range? A 200 counts only if the range is the whole file. */
export function isExactRange(
  cut: ChunkLayout,
  span: ByteRange,
  answer: { status: number; contentRange: string | null; length: number },
): boolean {
  if (answer.length !== rangeLength(span)) return false;
  if (answer.status === 200) return rangeLength(span) === cut.bytes;
  return answer.status === 206 && answer.contentRange === `bytes ${span.first}-${span.last}/${cut.bytes}`;
}
