/** Serves media from verified chunks, one chunk in memory at a time. */
import { systemClock } from '../shared/clock.ts';
import type { AssetRow, Connection } from '../shared/device/storage.ts';
import { chunkSlices, parseRange, rangeLength, type ByteRange } from '../shared/library/chunks.ts';
import { createLibrary, type Library, type LibraryPorts } from '../shared/library/store.ts';

export interface MediaPorts {
  db: Connection;
  caches: CacheStorage;
  origin: string;
  /** Pages to notify of damaged chunks. */
  pages: () => Promise<readonly { postMessage(message: unknown): void }[]>;
  onChunksInMemory?: LibraryPorts['onChunksInMemory'];
}

const ADDRESS = /^\/media\/([0-9a-f]{64})$/;
const ELEMENT_DESTINATIONS = new Set<RequestDestination>(['video', 'audio', 'image']);

export function createMedia({ db, caches, origin, pages, onChunksInMemory = () => {} }: MediaPorts) {
  const reportDamage = async (sha256: string, index: number) => {
    for (const page of await pages()) page.postMessage({ type: 'library-bad', sha256, index });
  };
  const library = createLibrary({
    db,
    clock: systemClock,
    caches,
    origin,
    onChunksInMemory,
    onDamaged: (sha256, index) => void reportDamage(sha256, index),
  });

  return {
    /** Only requests of media elements; signed downloads and the console's signed links go to the network. */
    handles({ method, destination, url }: Pick<Request, 'method' | 'destination' | 'url'>): boolean {
      const { origin: from, pathname, search } = new URL(url);
      return (
        method === 'GET' &&
        from === origin &&
        search === '' &&
        ELEMENT_DESTINATIONS.has(destination) &&
        ADDRESS.test(pathname)
      );
    },

    /** An asset that is not complete in the library is answered with a network error. */
    async answer({ url, headers }: Pick<Request, 'url' | 'headers'>): Promise<Response> {
      const sha256 = ADDRESS.exec(new URL(url).pathname)?.[1] ?? '';
      return rangeResponse(library, await library.find(sha256), headers.get('Range'));
    },
  };
}

function rangeResponse(library: Library, row: AssetRow | null, header: string | null): Response {
  if (!row?.complete) return Response.error();
  const range = parseRange(header, row.bytes);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${row.bytes}` } });
  const span = range ?? { first: 0, last: row.bytes - 1 };
  return new Response(chunkStream(library, row, span), {
    status: range === null ? 200 : 206,
    headers: {
      'Content-Type': row.mime,
      'Content-Length': String(rangeLength(span)),
      'Accept-Ranges': 'bytes',
      ...(range === null ? {} : { 'Content-Range': `bytes ${span.first}-${span.last}/${row.bytes}` }),
    },
  });
}

/** Reads on demand. A damaged chunk errors the stream before any of its bytes is delivered. */
function chunkStream(library: Library, row: AssetRow, span: ByteRange): ReadableStream<Uint8Array> {
  const waiting = chunkSlices(row, span);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = waiting.shift();
        if (!piece) return controller.close();
        const bytes = await library.read(row, piece.index);
        if (bytes === null) return controller.error(new Error('a stored chunk is damaged'));
        controller.enqueue(new Uint8Array(bytes, piece.from, piece.to - piece.from));
      },
    },
    { highWaterMark: 0 },
  );
}
