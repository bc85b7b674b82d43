/** Verified media: one Cache Storage entry per chunk, the index in IndexedDB. Shared by page and worker. */
import { withDeadline, type Clock } from '../clock.ts';
import { sha256Hex } from '../contract/wire/bytes.ts';
import { STRICT, type AssetRow, type Connection } from '../device/storage.ts';
import { ignoreRejection } from '../storage/writes.ts';
import { chunkCount, chunkRange, digestAt, rangeLength } from './chunks.ts';

const CACHE = 'library';
const PREFIX = '/library/';
const address = (sha256: string, index: number) => `${PREFIX}${sha256}/${index}`;
const ownerOf = ({ url }: { url: string }) => new URL(url).pathname.slice(PREFIX.length).split('/')[0] ?? '';

export interface StoredAsset extends Pick<AssetRow, 'sha256' | 'complete'> {
  /** The last manifest version that needs it; null if only chunks without an index row are left. */
  wanted: number | null;
  /** Bytes stored so far. */
  bytes: number;
}

export interface LibraryPorts {
  db: Connection;
  clock: Pick<Clock, 'after'>;
  caches: CacheStorage;
  /** Origin of the cache's addresses. */
  origin: string;
  /** A stored chunk was damaged. It has been deleted and the asset is incomplete again. */
  onDamaged?: (sha256: string, index: number) => void;
  /** Called with the number of chunks in memory whenever it changes. */
  onChunksInMemory?: (chunks: number) => void;
}

/** One step with the index or a chunk. A step without an answer must not hold up all that come after it. */
const STEP_LIMIT_MS = 10_000;
/** All that is stored, chunk by chunk. */
const SWEEP_LIMIT_MS = 120_000;
/** Maximum number of chunks in memory: one is read while another is handed out. */
const MAX_CHUNKS_IN_MEMORY = 2;

function createLimiter(onChunksInMemory: (held: number) => void) {
  const waiting: (() => void)[] = [];
  let held = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (held === MAX_CHUNKS_IN_MEMORY) await new Promise<void>(go => waiting.push(go));
    else onChunksInMemory(++held);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else onChunksInMemory(--held);
    }
  };
}

export function createLibrary(ports: LibraryPorts) {
  const { db, onChunksInMemory = () => {} } = ports;
  const inTime = <T>(work: Promise<T>, ms = STEP_LIMIT_MS) =>
    withDeadline(ports.clock, ms, 'The library', work);
  const oneOfFew = createLimiter(onChunksInMemory);
  const limited = <T>(work: () => Promise<T>) => oneOfFew(() => inTime(work()));
  /** Chunks whose digest was verified since this start. */
  const verified = new Set<string>();
  let opened: Promise<Cache> | null = null;
  const cache = () =>
    (opened ??= inTime(ports.caches.open(CACHE)).catch((error: unknown) => {
      opened = null;
      throw error;
    }));
  const url = (sha256: string, index: number) => ports.origin + address(sha256, index);

  const bounded =
    <A extends unknown[], T>(act: (...args: A) => Promise<T>, ms = STEP_LIMIT_MS) =>
    (...args: A) =>
      inTime(act(...args), ms);

  const find = bounded(
    async (sha256: string): Promise<AssetRow | null> => (await (await db()).get('assets', sha256)) ?? null,
  );

  const save = bounded(async (row: AssetRow) => {
    const tx = (await db()).transaction('assets', 'readwrite', STRICT);
    ignoreRejection(tx.store.put(row));
    await tx.done;
  });

  /** Deletes a damaged chunk and marks its asset as incomplete in the index. */
  async function discardDamaged(sha256: string, index: number) {
    verified.delete(address(sha256, index));
    await (await cache()).delete(url(sha256, index));
    const row = await find(sha256);
    if (row?.complete) {
      await save({ ...row, complete: false });
      ports.onDamaged?.(sha256, index);
    }
  }

  const isIntact = async (row: AssetRow, index: number, bytes: ArrayBuffer) =>
    row.digests !== null &&
    bytes.byteLength === rangeLength(chunkRange(row, index)) &&
    (await sha256Hex(bytes)) === digestAt(row.digests, index);

  /** Returns the bytes of a chunk or null. Each chunk is hashed on its first read since the start. */
  async function read(row: AssetRow, index: number, isForced = false): Promise<ArrayBuffer | null> {
    const found = await (await cache()).match(url(row.sha256, index));
    const bytes = await found?.arrayBuffer().catch(() => undefined);
    if (bytes) {
      const name = address(row.sha256, index);
      if (verified.has(name) && !isForced) return bytes;
      if (await isIntact(row, index, bytes)) {
        verified.add(name);
        return bytes;
      }
    }
    if (found || row.complete) await discardDamaged(row.sha256, index);
    return null;
  }

  return {
    /** Opening the cache is slow the first time, so it can be started early. */
    open: async () => void (await cache()),
    find,
    /** Returns the rows in the order of `names`. */
    findAll: bounded(async (names: readonly string[]): Promise<(AssetRow | undefined)[]> => {
      const { store } = (await db()).transaction('assets');
      return Promise.all(names.map(sha256 => store.get(sha256)));
    }),
    keep: save,
    read: (row: AssetRow, index: number) => limited(() => read(row, index)),
    /** Hashes a chunk again even if it was verified before, because storage can decay. */
    verifyChunk: (row: AssetRow, index: number) =>
      limited(async () => (await read(row, index, true)) !== null),
    rows: bounded(async () => (await db()).getAll('assets')),

    /** Stores the bytes if their digest matches; returns whether it did. */
    put: (row: AssetRow, index: number, bytes: ArrayBuffer): Promise<boolean> =>
      limited(async () => {
        if (!(await isIntact(row, index, bytes))) return false;
        await (await cache()).put(url(row.sha256, index), new Response(bytes));
        verified.add(address(row.sha256, index));
        return true;
      }),

    /** The file as one disk-backed Blob of verified chunks; null if a chunk is damaged. */
    async blob(row: AssetRow): Promise<Blob | null> {
      const parts: Blob[] = [];
      for (let index = 0; index < chunkCount(row); index++) {
        const bytes = await limited(() => read(row, index));
        if (bytes === null) return null;
        if (chunkCount(row) === 1) return new Blob([bytes], { type: row.mime });
        const part = await (await (await cache()).match(url(row.sha256, index)))?.blob();
        if (!part) return null;
        parts.push(part);
      }
      return new Blob(parts, { type: row.mime });
    },

    /** All stored assets with their stored size, including chunks that outlived their index row. */
    held: bounded(async (): Promise<StoredAsset[]> => {
      const chunks = new Map<string, number>();
      for (const request of await (await cache()).keys())
        chunks.set(ownerOf(request), (chunks.get(ownerOf(request)) ?? 0) + 1);
      const rows = await (await db()).getAll('assets');
      const held = rows.map(({ sha256, complete, wanted = 0, bytes, chunk_bytes }) => ({
        sha256,
        complete,
        wanted,
        bytes: Math.min(bytes, (chunks.get(sha256) ?? 0) * chunk_bytes),
      }));
      for (const { sha256 } of held) chunks.delete(sha256);
      const strays = [...chunks.keys()].map(sha256 => ({ sha256, complete: false, wanted: null, bytes: 0 }));
      return [...strays, ...held];
    }, SWEEP_LIMIT_MS),

    /** Records the version that needs these assets, so that the least recently needed are evicted first. */
    markWanted: bounded(async (names: Iterable<string>, version: number): Promise<void> => {
      const tx = (await db()).transaction('assets', 'readwrite');
      ignoreRejection(tx.done);
      for (const sha256 of names) {
        const row = await tx.store.get(sha256);
        if (row && row.wanted !== version) await tx.store.put({ ...row, wanted: version });
      }
      await tx.done;
    }, SWEEP_LIMIT_MS),

    /** Deletes these assets: first their index rows, so that none counts as ready while its chunks are deleted. */
    evict: bounded(async (gone: ReadonlySet<string>): Promise<void> => {
      if (gone.size === 0) return;
      const open = await db();
      for (const sha256 of gone) await open.delete('assets', sha256);
      const store = await cache();
      for (const request of await store.keys()) {
        if (!gone.has(ownerOf(request))) continue;
        verified.delete(new URL(request.url).pathname);
        await store.delete(request);
      }
    }, SWEEP_LIMIT_MS),
  };
}
export type Library = ReturnType<typeof createLibrary>;
