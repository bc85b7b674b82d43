/** Verified media: one Cache Storage entry per chunk, the index in IndexedDB. Shared by page and worker. */
import { sha256Hex } from '../contract/wire/bytes.ts';
import { STRICT, type AssetRow, type Connection } from '../device/storage.ts';
import { ignoreRejection } from '../storage/writes.ts';
import { chunkCount, chunkRange, digestAt, rangeLength } from './chunks.ts';

const CACHE = 'library';
const PREFIX = '/library/';
const address = (sha256: string, index: number) => `${PREFIX}${sha256}/${index}`;
const ownerOf = ({ url }: { url: string }) => new URL(url).pathname.slice(PREFIX.length).split('/')[0] ?? '';

export interface StoredAsset extends Pick<AssetRow, 'sha256' | 'complete'> {
  /** Version that wanted it last; null where only chunks are left. */
  wanted: number | null;
  /** As far as it was stored. */
  bytes: number;
}

export interface LibraryPorts {
  db: Connection;
  caches: CacheStorage;
  /** Origin of the cache's addresses. */
  origin: string;
  /** A stored chunk was not what it should be: it is gone and the asset is incomplete. */
  onDamaged?: (sha256: string, index: number) => void;
  /** Told how many chunks are in memory here, as often as that changes. */
  onChunksInMemory?: (chunks: number) => void;
}

/** Chunks in memory at once, however many ask: one is read while another is handed out. */
const MAX_CHUNKS_IN_MEMORY = 2;

function createLimiter(onHeld: (held: number) => void) {
  const waiting: (() => void)[] = [];
  let held = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (held === MAX_CHUNKS_IN_MEMORY) await new Promise<void>(go => waiting.push(go));
    else onHeld(++held);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else onHeld(--held);
    }
  };
}

export function createLibrary(ports: LibraryPorts) {
  const { db, onChunksInMemory: onHeld = () => {} } = ports;
  const limited = createLimiter(onHeld);
  /** Chunks found right since this start. */
  const verified = new Set<string>();
  let opened: Promise<Cache> | null = null;
  const cache = () => (opened ??= ports.caches.open(CACHE));
  const url = (sha256: string, index: number) => ports.origin + address(sha256, index);

  const find = async (sha256: string): Promise<AssetRow | null> =>
    (await (await db()).get('assets', sha256)) ?? null;

  async function save(row: AssetRow) {
    const tx = (await db()).transaction('assets', 'readwrite', STRICT);
    ignoreRejection(tx.store.put(row));
    await tx.done;
  }

  /** Notes in the index that something is missing, so that readiness is answered truthfully from now on. */
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

  /** The bytes of a chunk, or null: they are hashed the first time since the start that anybody reads them. */
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
    /** The first use of the caches takes long: it may be begun while something else is waited for. */
    open: async () => void (await cache()),
    find,
    /** In the same order. */
    async findAll(names: readonly string[]): Promise<(AssetRow | undefined)[]> {
      const { store } = (await db()).transaction('assets');
      return Promise.all(names.map(sha256 => store.get(sha256)));
    },
    keep: save,
    read: (row: AssetRow, index: number) => limited(() => read(row, index)),
    /** Hashes a chunk though it was hashed before: disks forget. */
    verifyChunk: (row: AssetRow, index: number) => limited(async () => (await read(row, index, true)) !== null),
    rows: async () => (await db()).getAll('assets'),

    /** Stores bytes only if they are the chunk; says whether they were. */
    put: (row: AssetRow, index: number, bytes: ArrayBuffer): Promise<boolean> =>
      limited(async () => {
        if (!(await isIntact(row, index, bytes))) return false;
        await (await cache()).put(url(row.sha256, index), new Response(bytes));
        verified.add(address(row.sha256, index));
        return true;
      }),

    /** The file as one Blob of verified chunks, which the browser keeps on its disk; null if one is bad. */
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

    /** What lies here, and how much of it; chunks that outlived their row, too. */
    async held(): Promise<StoredAsset[]> {
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
    },

    /** Notes the version that wants these, so that what nobody wanted for longest can be given up first. */
    async markWanted(names: Iterable<string>, version: number): Promise<void> {
      const tx = (await db()).transaction('assets', 'readwrite');
      ignoreRejection(tx.done);
      for (const sha256 of names) {
        const row = await tx.store.get(sha256);
        if (row && row.wanted !== version) await tx.store.put({ ...row, wanted: version });
      }
      await tx.done;
    },

    /** Gives these up: first the index, so that none is held ready while its chunks go. */
    async evict(gone: ReadonlySet<string>): Promise<void> {
      if (gone.size === 0) return;
      const open = await db();
      for (const sha256 of gone) await open.delete('assets', sha256);
      const store = await cache();
      for (const request of await store.keys()) {
        if (!gone.has(ownerOf(request))) continue;
        verified.delete(new URL(request.url).pathname);
        await store.delete(request);
      }
    },
  };
}
export type Library = ReturnType<typeof createLibrary>;
