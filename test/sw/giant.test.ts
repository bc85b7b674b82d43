import { systemClock } from '../../shared/clock.ts';
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CHUNK_BYTES } from '../../shared/contract/content/media.ts';
import { connect, type AssetRow } from '../../shared/device/storage.ts';
import { createLibrary } from '../../shared/library/store.ts';
import { createMedia } from '../../sw/media.ts';

const origin = 'http://test.local';
/** `npm run soak -- giant` asks for 1 GB. */
const CHUNKS = Number(process.env['GIANT_CHUNKS'] ?? 64);
const BYTES = CHUNKS * CHUNK_BYTES - 1_000;

/** Each chunk can be told from its number, so that no store of the test has to hold them. */
function chunkAt(index: number): Buffer {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, BYTES - index * CHUNK_BYTES), index % 251);
  chunk.writeUInt32BE(index, 0);
  return chunk;
}

function giant() {
  const digests = Buffer.alloc(CHUNKS * 32);
  for (let i = 0; i < CHUNKS; i++)
    createHash('sha256')
      .update(chunkAt(i))
      .digest()
      .copy(digests, i * 32);
  const row: AssetRow = {
    ...{ sha256: 'a'.repeat(64), bytes: BYTES, mime: 'video/mp4', chunk_bytes: CHUNK_BYTES },
    ...{ chunks_sha256: 'b'.repeat(64), digests: new Uint8Array(digests), complete: true },
  };
  const cache = {
    match: (url: string) =>
      Promise.resolve(new Response(new Uint8Array(chunkAt(Number(url.split('/').at(-1)))))),
    delete: () => Promise.resolve(true),
  };
  const caches = { open: () => Promise.resolve(cache) } as unknown as CacheStorage;
  return { row, caches };
}

/** Reads a range as an element does, piece by piece, and says how many bytes of which chunks came. */
async function readAll(answer: Response): Promise<number> {
  const reader = answer.body!.getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes += value.length;
  }
}

it('the largest asset is read whole, and sought in by others meanwhile, with two chunks in memory at most', async () => {
  const { row, caches } = giant();
  const db = connect();
  await createLibrary({ clock: systemClock, db, caches, origin }).keep(row);
  let most = 0;
  const onChunksInMemory = (chunks: number) => void (most = Math.max(most, chunks));
  const media = createMedia({
    db: connect(),
    caches,
    origin,
    pages: () => Promise.resolve([]),
    onChunksInMemory,
  });
  const ask = (range?: string) =>
    media.answer({
      url: `${origin}/media/${row.sha256}`,
      headers: new Headers(range === undefined ? {} : { Range: range }),
    });
  const at = (share: number) => Math.floor(BYTES * share);
  const last = BYTES - 1;
  const read = await Promise.all([
    ask().then(readAll),
    ask(`bytes=${at(0.5)}-`).then(readAll),
    ask(`bytes=${at(0.9)}-`).then(readAll),
    ask('bytes=-10').then(readAll),
    ask(`bytes=${at(0.25)}-${at(0.25) + 10}`).then(readAll),
  ]);
  expect(read).toEqual([BYTES, last - at(0.5) + 1, last - at(0.9) + 1, 10, 11]);
  console.log(`figures ${JSON.stringify({ bytes: BYTES, chunksHeld: most })}`);
  expect(most).toBe(2);
}, 300_000);
