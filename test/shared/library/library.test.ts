import { systemClock } from '../../../shared/clock.ts';
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../shared/device/storage.ts';
import { AssetRefused, fetchAsset, type MediaReply } from '../../../shared/library/fetch.ts';
import { createLibrary } from '../../../shared/library/store.ts';
import { CHUNK, file, locks, serving } from './files.ts';
import { memoryCaches } from './memoryCache.ts';

const clock = { mono: () => performance.now() };
let names = 0;

function world() {
  const store = memoryCaches();
  const bad: number[] = [];
  const db = connect(`library-${++names}`);
  const open = () =>
    createLibrary({
      clock: systemClock,
      db,
      caches: store.caches,
      origin: 'http://test.local',
      onDamaged: (_, index) => bad.push(index),
    });
  return { store, db, bad, open };
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
      clock: systemClock,
      db: connect(`library-${++names}`),
      caches: store.caches,
      origin: 'http://test.local',
    });
    const server = serving(whole);
    await fetchAsset({ library: lost, get: server.get, locks: locks(), clock }, whole.asset);
    expect(server.asked).toEqual([`/media/${whole.asset.sha256}/chunks`]);
  });

  it('says what lies here, also chunks without an index, and gives up what it is told to', async () => {
    const { open, store, whole } = await stocked();
    const cache = await store.caches.open('library');
    await cache.put('http://test.local/library/stray/0', new Response('x'));
    const library = open();
    const { sha256, bytes } = whole.asset;
    await library.markWanted([sha256, 'unknown'], 7);
    expect(await library.held()).toEqual([
      { sha256: 'stray', complete: false, wanted: null, bytes: 0 },
      { sha256, complete: true, wanted: 7, bytes },
    ]);
    await library.evict(new Set(['stray']));
    expect(store.names('library')).toHaveLength(3);
    await library.evict(new Set([sha256]));
    expect(store.names('library')).toEqual([]);
    expect(await library.rows()).toEqual([]);
  });
});
