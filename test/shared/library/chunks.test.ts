import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chunkCount,
  chunkRange,
  digestAt,
  fromHex,
  isExactRange,
  chunkSlices,
  parseRange,
  rangeLength,
} from '../../../shared/library/chunks.ts';
import { hex } from '../../../shared/contract/wire/bytes.ts';

describe('chunks', () => {
  it.each([
    [1, 1],
    [1_048_576, 1],
    [1_048_577, 2],
    [2_097_152, 2],
  ])('of a file of %i bytes are %i', (bytes, count) => {
    expect(chunkCount({ bytes, chunk_bytes: 1_048_576 })).toBe(count);
  });

  it('cover the file once, whatever its size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (bytes, chunk_bytes) => {
        const cut = { bytes, chunk_bytes };
        let next = 0;
        for (let i = 0; i < chunkCount(cut); i++) {
          const span = chunkRange(cut, i);
          expect(span.first).toBe(next);
          next = span.last + 1;
        }
        expect(next).toBe(bytes);
      }),
    );
  });

  it('give back exactly the bytes of a span', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        fc.nat(),
        (bytes, chunk_bytes, a, b) => {
          const cut = { bytes, chunk_bytes };
          const [first, last] = [a % bytes, b % bytes].sort((x, y) => x - y) as [number, number];
          const file = Array.from({ length: bytes }, (_, i) => i);
          const got = chunkSlices(cut, { first, last }).flatMap(({ index, from, to }) =>
            file.slice(chunkRange(cut, index).first + from, chunkRange(cut, index).first + to),
          );
          expect(got).toEqual(file.slice(first, last + 1));
        },
      ),
    );
  });

  it('have their digests one after the other', () => {
    const list = fromHex('00'.repeat(32) + 'ab'.repeat(32));
    expect(digestAt(list, 1)).toBe('ab'.repeat(32));
    expect(hex(fromHex('00ff10'))).toBe('00ff10');
  });
});

describe('a range header', () => {
  it.each([
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=10-19', { first: 10, last: 19 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=5-4', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=0-1,5-6', null],
    ['lines=1-2', null],
    [null, null],
  ])('%s over 100 bytes', (header, wanted) => {
    expect(parseRange(header, 100)).toEqual(wanted);
  });
});

describe('an answer', () => {
  const cut = { bytes: 25, chunk_bytes: 10 };
  const span = chunkRange(cut, 1);
  const right = { status: 206, contentRange: 'bytes 10-19/25', length: 10 };

  it('counts when it is exactly the chunk that was asked for', () => {
    expect(isExactRange(cut, span, right)).toBe(true);
  });

  it.each([
    [{ ...right, length: 9 }],
    [{ ...right, contentRange: 'bytes 0-9/25' }],
    [{ ...right, contentRange: 'bytes 10-19/26' }],
    [{ ...right, contentRange: null }],
    [{ ...right, status: 200 }],
    [{ status: 200, contentRange: null, length: 25 }],
    [{ status: 404, contentRange: null, length: 10 }],
  ])('does not count as %o', answer => {
    expect(isExactRange(cut, span, answer)).toBe(false);
  });

  it('may be the whole file where the file is one chunk', () => {
    const small = { bytes: 7, chunk_bytes: 10 };
    expect(rangeLength(chunkRange(small, 0))).toBe(7);
    expect(isExactRange(small, chunkRange(small, 0), { status: 200, contentRange: null, length: 7 })).toBe(
      true,
    );
  });
});
