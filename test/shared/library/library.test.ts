import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { hex, sha256, sha256Hex } from '../../../shared/contract/bytes.ts';
import type { DocumentAsset } from '../../../shared/contract/manifest.ts';
import { connect } from '../../../shared/device/storage.ts';
import { AssetRefused, fetchAsset, type MediaReply } from '../../../shared/library/fetch.ts';
import { createLibrary } from '../../../shared/library/store.ts';
import { memoryCaches } from './memoryCache.ts';

const CHUNK = 64;
const clock = { mono: () => performance.now() };
let names = 0;

async function file(bytes: number, seed = 1) {
  const content = Uint8Array.from({ length: bytes }, (_, i) => (i * 31 + seed) % 251);
  const parts = Array.from({ length: Math.ceil(bytes / CHUNK) }, (_, i) =>
    content.slice(i * CHUNK, (i + 1) * CHUNK),
  );
  const digests = await Promise.all(parts.map(part => sha256(part)));
  const list = Uint8Array.from(digests.flatMap(digest => [...digest]));
  const asset: DocumentAsset = {
    sha256: hex(await sha256(content)),
    bytes,
    mime: 'video/mp4',
    chunk_bytes: CHUNK,
    chunks_sha256: await sha256Hex(list),
  };
  return { content, list, asset };
}
type File = Awaited<ReturnType<typeof file>>;

function world() {
  const store = memoryCaches();
  const bad: number[] = [];
  const db = connect(`library-${++names}`);
  const open = () =>
    createLibrary({
      db,
      caches: store.caches,
      origin: 'http://test.local',
      onBad: (_, index) => bad.push(index),
    });
  return { store, db, bad, open };
}

/** Serves a file by range; `tamper` may change the n-th answer or throw instead of it. */
function serving(
  { content, list }: File,
  tamper: (reply: MediaReply, n: number) => MediaReply = reply => reply,
) {
  const asked: string[] = [];
  let running = 0;
  let most = 0;
  const get = async (target: string, headers: Record<string, string>): Promise<MediaReply> => {
    const n = asked.push(headers['Range'] ?? target);
    most = Math.max(most, ++running);
    await new Promise(done => setTimeout(done, 1));
    running--;
    if (target.endsWith('/chunks'))
      return tamper({ status: 200, headers: new Headers(), bytes: list.slice().buffer }, n);
    const [first, last] = /(\d+)-(\d+)/
      .exec(headers['Range'] ?? '')!
      .slice(1)
      .map(Number) as [number, number];
    const bytes = content.slice(first, last + 1).buffer;
    const range = new Headers({ 'Content-Range': `bytes ${first}-${last}/${content.length}` });
    return tamper({ status: 206, headers: range, bytes }, n);
  };
  return { get, asked, most: () => most };
}

/** One lock of a name at a time, as the browser keeps them. */
function locks() {
  const queues = new Map<string, Promise<unknown>>();
  const request = <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const before = queues.get(name) ?? Promise.resolve();
    const mine = before.then(act, act);
    queues.set(
      name,
      mine.catch(() => null),
    );
    return mine;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

describe('fetching an asset', () => {
  it('brings every chunk, at most four at once, and gives the file back', async () => {
    const whole = await file(CHUNK * 9 + 5);
    const { open } = world();
    const library = open();
    const server = serving(whole);
    const row = await fetchAsset({ library, get: server.get, locks: locks(), clock }, whole.asset);
    expect(row.complete).toBe(true);
    expect(server.asked).toHaveLength(11);
    expect(server.most()).toBeLessThanOrEqual(4);
    const blob = await library.blob(row);
    expect(new Uint8Array((await blob?.arrayBuffer()) ?? [])).toEqual(whole.content);
  });

  it('brings one chunk after another over a slow link, so that a power cut costs one at most', async () => {
    const whole = await file(CHUNK * 6);
    const server = serving(whole);
    let now = 0;
    const slow = { mono: () => (now += 400) };
    await fetchAsset({ library: world().open(), get: server.get, locks: locks(), clock: slow }, whole.asset);
    expect(server.most()).toBeGreaterThan(1);
    now = 0;
    const slower = { mono: () => (now += 500) };
    const other = serving(whole);
    await fetchAsset({ library: world().open(), get: other.get, locks: locks(), clock: slower }, whole.asset);
    expect(other.most()).toBe(1);
  });

  it('asks for no chunk list where the file is one chunk', async () => {
    const small = await file(10);
    const { open } = world();
    const server = serving(small);
    await fetchAsset({ library: open(), get: server.get, locks: locks(), clock }, small.asset);
    expect(server.asked).toEqual(['bytes=0-9']);
  });

  it('goes on where a kill ended it, whatever was stored by then', async () => {
    const whole = await file(CHUNK * 12);
    for (const dies of [1, 2, 3, 5, 8, 12, 13]) {
      const { open, store } = world();
      const first = serving(whole, (reply, n) => {
        if (n >= dies) throw new Error('killed');
        return reply;
      });
      await expect(
        fetchAsset({ library: open(), get: first.get, locks: locks(), clock }, whole.asset),
      ).rejects.toThrow('killed');
      const stored = store.names('library').length;
      const second = serving(whole);
      const row = await fetchAsset({ library: open(), get: second.get, locks: locks(), clock }, whole.asset);
      expect(row.complete).toBe(true);
      expect(second.asked.filter(range => range.startsWith('bytes='))).toHaveLength(12 - stored);
    }
  });

  it('never stores a byte that does not match, and asks for it again', async () => {
    const whole = await file(CHUNK * 3);
    const { open } = world();
    const server = serving(whole, (reply, n) => {
      if (n !== 3) return reply;
      const bytes = reply.bytes.slice(0);
      new Uint8Array(bytes)[7]! ^= 1;
      return { ...reply, bytes };
    });
    const row = await fetchAsset({ library: open(), get: server.get, locks: locks(), clock }, whole.asset);
    expect(row.complete).toBe(true);
    expect(server.asked).toHaveLength(5);
  });

  it.each([
    ['a cut body', (reply: MediaReply) => ({ ...reply, bytes: reply.bytes.slice(1) })],
    [
      'another range',
      (reply: MediaReply) => ({ ...reply, headers: new Headers({ 'Content-Range': 'bytes 0-63/999' }) }),
    ],
    ['a 200 for a part', (reply: MediaReply) => ({ ...reply, status: 200 })],
    ['a 404', (reply: MediaReply) => ({ ...reply, status: 404 })],
  ])('refuses %s', async (_, tamper) => {
    const whole = await file(CHUNK * 2);
    const { open } = world();
    const server = serving(whole, (reply, n) => (n === 1 ? reply : tamper(reply)));
    const library = open();
    await expect(
      fetchAsset({ library, get: server.get, locks: locks(), clock }, whole.asset),
    ).rejects.toThrow(AssetRefused);
    expect((await library.find(whole.asset.sha256))?.complete).toBe(false);
  });

  it('refuses a chunk list that the document did not name', async () => {
    const whole = await file(CHUNK * 2);
    const other = await file(CHUNK * 2, 9);
    const server = serving({ ...whole, list: other.list });
    const fetching = fetchAsset(
      { library: world().open(), get: server.get, locks: locks(), clock },
      whole.asset,
    );
    await expect(fetching).rejects.toThrow('Chunk list does not match');
  });

  it('is done once for two tabs that want it together', async () => {
    const whole = await file(CHUNK * 4);
    const { open } = world();
    const server = serving(whole);
    const shared = locks();
    const rows = await Promise.all(
      [open(), open()].map(library =>
        fetchAsset({ library, get: server.get, locks: shared, clock }, whole.asset),
      ),
    );
    expect(rows.every(row => row.complete)).toBe(true);
    expect(server.asked).toHaveLength(5);
  });
});

describe('reading', () => {
  async function stocked() {
    const whole = await file(CHUNK * 3);
    const w = world();
    await fetchAsset({ library: w.open(), get: serving(whole).get, locks: locks(), clock }, whole.asset);
    return { ...w, whole };
  }

  it('hashes a chunk on its first reading after a start, and never gives out a bad one', async () => {
    const { open, store, bad, whole } = await stocked();
    store.damage('library', '/1');
    const library = open();
    const row = (await library.find(whole.asset.sha256))!;
    expect(await library.read(row, 0)).not.toBeNull();
    expect(await library.read(row, 1)).toBeNull();
    expect(bad).toEqual([1]);
    expect((await library.find(whole.asset.sha256))?.complete).toBe(false);
    expect(store.names('library')).toHaveLength(2);
  });

  it('fetches only the bad chunk again', async () => {
    const { open, store, whole } = await stocked();
    store.damage('library', '/2');
    const library = open();
    expect(await library.blob((await library.find(whole.asset.sha256))!)).toBeNull();
    const server = serving(whole);
    await fetchAsset({ library, get: server.get, locks: locks(), clock }, whole.asset);
    expect(server.asked).toEqual(['bytes=128-191']);
    const blob = await library.blob((await library.find(whole.asset.sha256))!);
    expect(blob?.size).toBe(whole.asset.bytes);
  });

  it('finds that a chunk is gone although the index knows it', async () => {
    const { open, store, bad, whole } = await stocked();
    const cache = await store.caches.open('library');
    await cache.delete(`http://test.local/library/${whole.asset.sha256}/0`);
    const library = open();
    expect(await library.read((await library.find(whole.asset.sha256))!, 0)).toBeNull();
    expect(bad).toEqual([0]);
  });

  it('takes chunks up again that outlived the index', async () => {
    const { store, whole } = await stocked();
    const lost = createLibrary({
      db: connect(`library-${++names}`),
      caches: store.caches,
      origin: 'http://test.local',
    });
    const server = serving(whole);
    await fetchAsset({ library: lost, get: server.get, locks: locks(), clock }, whole.asset);
    expect(server.asked).toEqual([`/media/${whole.asset.sha256}/chunks`]);
  });

  it('sweeps what no version names, also chunks without an index', async () => {
    const { open, store, whole } = await stocked();
    const cache = await store.caches.open('library');
    await cache.put('http://test.local/library/stray/0', new Response('x'));
    const library = open();
    await library.sweep(new Set([whole.asset.sha256]));
    expect(store.names('library')).toHaveLength(3);
    await library.sweep(new Set());
    expect(store.names('library')).toEqual([]);
    expect(await library.rows()).toEqual([]);
  });
});
