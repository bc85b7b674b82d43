import { systemClock } from '../../shared/clock.ts';
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { hex, sha256, sha256Hex } from '../../shared/contract/wire/bytes.ts';
import { connect } from '../../shared/device/storage.ts';
import { createLibrary } from '../../shared/library/store.ts';
import { createMedia } from '../../sw/media.ts';
import { memoryCaches } from '../shared/library/memoryCache.ts';

const origin = 'http://test.local';
const CHUNK = 100;

async function world() {
  const content = Uint8Array.from({ length: 250 }, (_, i) => i % 251);
  const parts = [0, 1, 2].map(i => content.slice(i * CHUNK, (i + 1) * CHUNK));
  const digests = Uint8Array.from((await Promise.all(parts.map(part => sha256(part)))).flatMap(d => [...d]));
  const row = {
    sha256: hex(await sha256(content)),
    bytes: content.length,
    mime: 'video/mp4' as const,
    chunk_bytes: CHUNK,
    chunks_sha256: await sha256Hex(digests),
    digests,
    complete: true,
  };
  const store = memoryCaches();
  const library = createLibrary({ clock: systemClock, db: connect(), caches: store.caches, origin });
  for (const [i, part] of parts.entries()) await library.put(row, i, part.slice().buffer);
  await library.keep(row);
  const told: unknown[] = [];
  const page = { postMessage: (message: unknown) => void told.push(message) };
  const media = createMedia({
    db: connect(),
    caches: store.caches,
    origin,
    pages: () => Promise.resolve([page]),
  });
  const ask = (range?: string, sha = row.sha256) =>
    media.answer({ url: `${origin}/media/${sha}`, headers: new Headers(range ? { Range: range } : {}) });
  return { content, row, store, media, ask, told, library };
}
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('media', () => {
  it('is answered by range, across chunks, from verified bytes', async () => {
    const { content, ask } = await world();
    const whole = await ask();
    expect(whole.status).toBe(200);
    expect(await bytesOf(whole)).toEqual(content);
    const part = await ask('bytes=90-210');
    expect(part.status).toBe(206);
    expect(part.headers.get('Content-Range')).toBe('bytes 90-210/250');
    expect(part.headers.get('Content-Length')).toBe('121');
    expect(await bytesOf(part)).toEqual(content.slice(90, 211));
  });

  it('refuses a range outside the file', async () => {
    const answer = await (await world()).ask('bytes=250-');
    expect(answer.status).toBe(416);
    expect(answer.headers.get('Content-Range')).toBe('bytes */250');
  });

  it('is a network error where the library does not hold it whole', async () => {
    const { ask, library, row } = await world();
    expect((await ask(undefined, 'f'.repeat(64))).type).toBe('error');
    await library.keep({ ...row, complete: false });
    expect((await ask()).type).toBe('error');
  });

  it('ends before a damaged chunk, tells the page, and is not whole from then on', async () => {
    const { store, content, ask, told, row } = await world();
    store.damage('library', '/1');
    const answer = await ask();
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value).toEqual(content.slice(0, CHUNK));
    await expect(reader?.read()).rejects.toThrow('damaged');
    expect(told).toEqual([{ type: 'library-bad', sha256: row.sha256, index: 1 }]);
    expect((await ask()).type).toBe('error');
  });

  it('is answered only for what an element shows, without a query', async () => {
    const { media, row } = await world();
    const request = {
      method: 'GET',
      destination: 'video' as RequestDestination,
      url: `${origin}/media/${row.sha256}`,
    };
    expect(media.handles(request)).toBe(true);
    expect(media.handles({ ...request, destination: '' })).toBe(false);
    expect(media.handles({ ...request, url: `${request.url}?exp=1&sig=x` })).toBe(false);
    expect(media.handles({ ...request, url: `${request.url}/chunks` })).toBe(false);
    expect(media.handles({ ...request, method: 'POST' })).toBe(false);
    expect(media.handles({ ...request, url: request.url.replace('test', 'other') })).toBe(false);
  });
});
