/** Answers for media from verified chunks, one chunk in memory at a time. */
import { connect, type AssetRow } from '../shared/device/storage.ts';
import { pieces, rangeOf, spanBytes, type Span } from '../shared/library/chunks.ts';
import { createLibrary, type Library } from '../shared/library/store.ts';

declare const self: ServiceWorkerGlobalScope;

const ADDRESS = /^\/media\/([0-9a-f]{64})$/;
const SHOWN = new Set<RequestDestination>(['video', 'audio', 'image']);

export function isMedia(request: Request): boolean {
  const url = new URL(request.url);
  return (
    request.method === 'GET' &&
    url.origin === self.location.origin &&
    url.search === '' &&
    SHOWN.has(request.destination) &&
    ADDRESS.test(url.pathname)
  );
}

let library: Library | null = null;
const open = () =>
  (library ??= createLibrary({
    db: connect(),
    caches,
    origin: self.location.origin,
    onBad: (sha256, index) => void tellPages({ type: 'library-bad', sha256, index }),
  }));

async function tellPages(message: { type: 'library-bad'; sha256: string; index: number }) {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(message);
}

/** What is not in the library whole is not shown: the page hears a network error. */
export async function answerMedia(request: Request): Promise<Response> {
  const sha256 = ADDRESS.exec(new URL(request.url).pathname)?.[1] ?? '';
  return rangeAnswer(open(), await open().find(sha256), request.headers.get('Range'));
}

export function rangeAnswer(from: Library, row: AssetRow | null, header: string | null): Response {
  if (!row?.complete) return Response.error();
  const range = rangeOf(header, row.bytes);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${row.bytes}` } });
  const span = range ?? { first: 0, last: row.bytes - 1 };
  return new Response(chunksOf(from, row, span), {
    status: range === null ? 200 : 206,
    headers: {
      'Content-Type': row.mime,
      'Content-Length': String(spanBytes(span)),
      'Accept-Ranges': 'bytes',
      ...(range === null ? {} : { 'Content-Range': `bytes ${span.first}-${span.last}/${row.bytes}` }),
    },
  });
}

/** Read as the player asks for more; a chunk that is bad ends the stream before a byte of it is given out. */
function chunksOf(from: Library, row: AssetRow, span: Span): ReadableStream<Uint8Array> {
  const waiting = pieces(row, span);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = waiting.shift();
        if (!piece) return controller.close();
        const bytes = await from.read(row, piece.index);
        if (bytes === null) return controller.error(new Error('a stored chunk is damaged'));
        controller.enqueue(new Uint8Array(bytes, piece.from, piece.to - piece.from));
      },
    },
    { highWaterMark: 0 },
  );
}
