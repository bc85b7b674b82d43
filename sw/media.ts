/** Answers for media from verified chunks, one chunk in memory at a time. */
import type { AssetRow, Connection } from '../shared/device/storage.ts';
import { chunkSlices, parseRange, rangeLength, type ByteRange } from '../shared/library/chunks.ts';
import { createLibrary, type Library, type LibraryPorts } from '../shared/library/store.ts';

export interface MediaPorts {
  db: Connection;
  caches: CacheStorage;
  origin: string;
  /** Pages to tell of damage. */
  pages: () => Promise<readonly { postMessage(message: unknown): void }[]>;
  onHeld?: LibraryPorts['onChunksInMemory'];
}

const ADDRESS = /^\/media\/([0-9a-f]{64})$/;
const SHOWN = new Set<RequestDestination>(['video', 'audio', 'image']);

export function createMedia({ db, caches, origin, pages, onHeld = () => {} }: MediaPorts) {
  const tell = async (sha256: string, index: number) => {
    for (const page of await pages()) page.postMessage({ type: 'library-bad', sha256, index });
  };
  const library = createLibrary({
    db,
    caches,
    origin,
    onChunksInMemory: onHeld,
    onDamaged: (sha256, index) => void tell(sha256, index),
  });

  return {
    /** What an element shows; signed downloads and the console's signed links pass by. */
    isOurs({ method, destination, url }: Pick<Request, 'method' | 'destination' | 'url'>): boolean {
      const { origin: from, pathname, search } = new URL(url);
      return (
        method === 'GET' &&
        from === origin &&
        search === '' &&
        SHOWN.has(destination) &&
        ADDRESS.test(pathname)
      );
    },

    /** What is not in the library whole is not shown: the page hears a network error. */
    async answer({ url, headers }: Pick<Request, 'url' | 'headers'>): Promise<Response> {
      const sha256 = ADDRESS.exec(new URL(url).pathname)?.[1] ?? '';
      return rangeAnswer(library, await library.find(sha256), headers.get('Range'));
    },
  };
}

function rangeAnswer(library: Library, row: AssetRow | null, header: string | null): Response {
  if (!row?.complete) return Response.error();
  const range = parseRange(header, row.bytes);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${row.bytes}` } });
  const span = range ?? { first: 0, last: row.bytes - 1 };
  return new Response(chunksOf(library, row, span), {
    status: range === null ? 200 : 206,
    headers: {
      'Content-Type': row.mime,
      'Content-Length': String(rangeLength(span)),
      'Accept-Ranges': 'bytes',
      ...(range === null ? {} : { 'Content-Range': `bytes ${span.first}-${span.last}/${row.bytes}` }),
    },
  });
}

/** Read as the element asks for more; a damaged chunk ends the stream before a byte of it is given out. */
function chunksOf(library: Library, row: AssetRow, span: ByteRange): ReadableStream<Uint8Array> {
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
