/** Downloads an asset into the library chunk by chunk and resumes where the last attempt ended. */
import { sha256Hex } from '../contract/wire/bytes.ts';
import type { Clock } from '../clock.ts';
import type { DocumentAsset } from '../contract/playout/manifest.ts';
import type { AssetRow } from '../device/storage.ts';
import { chunkCount, chunkRange, fromHex, isExactRange, digestListBytes, rangeLength } from './chunks.ts';
import type { Library } from './store.ts';

export interface MediaReply {
  status: number;
  headers: Headers;
  bytes: ArrayBuffer;
}
export interface FetchPorts {
  library: Library;
  /** A signed GET; `limit` is the maximum size of the answer, bytes. Throws if there is no answer. */
  get(target: string, headers: Record<string, string>, limit: number): Promise<MediaReply>;
  locks: Pick<LockManager, 'request'>;
  clock: Pick<Clock, 'mono'>;
  /** Called after each stored chunk. */
  onChunk?: (asset: DocumentAsset, index: number) => void;
}

/** A slow link downloads one chunk at a time, so that a power cut loses one chunk; a fast link up to four in parallel. */
const MAX_PARALLEL = 4;
const FAST_MS = 500;
/** Attempts to get a chunk with the right digest before the asset is refused. */
const MAX_ATTEMPTS = 3;

/** The server answered, but the answer cannot be this asset. */
export class AssetRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AssetRefused';
  }
}

/** Resolves when every chunk is verified and stored; throws AssetRefused or the error of the transfer. */
export function fetchAsset(ports: FetchPorts, asset: DocumentAsset): Promise<AssetRow> {
  return ports.locks.request(`library:${asset.sha256}`, async () => {
    const stored = await ports.library.find(asset.sha256);
    if (stored?.complete) return stored;
    const row = stored?.digests ? stored : await fetchDigests(ports, asset);
    await fetchMissingChunks(ports, row);
    const complete = { ...row, complete: true };
    await ports.library.keep(complete);
    return complete;
  });
}

/** The digest list is stored at once, so that the next attempt does not fetch it again. */
async function fetchDigests(ports: FetchPorts, asset: DocumentAsset): Promise<AssetRow> {
  const digests = await digestListOf(ports, asset);
  if ((await sha256Hex(digests)) !== asset.chunks_sha256) throw new AssetRefused('Chunk list does not match');
  const { sha256, bytes, mime, chunk_bytes, chunks_sha256 } = asset;
  const row = { sha256, bytes, mime, chunk_bytes, chunks_sha256, digests, complete: false };
  if (chunkCount(asset) > 1) await ports.library.keep(row);
  return row;
}

/** For a file of one chunk the asset's own digest is the list. */
async function digestListOf(ports: FetchPorts, asset: DocumentAsset): Promise<Uint8Array<ArrayBuffer>> {
  if (chunkCount(asset) === 1) return fromHex(asset.sha256);
  const reply = await ports.get(`/media/${asset.sha256}/chunks`, {}, digestListBytes(asset));
  if (reply.status !== 200) throw new AssetRefused(`Chunk list answered ${reply.status}`);
  return new Uint8Array(reply.bytes);
}

/** Waits for all workers even after one has failed, because chunks stored by the others belong to this attempt. */
async function fetchMissingChunks(ports: FetchPorts, row: AssetRow) {
  const waiting = Array.from({ length: chunkCount(row) }, (_, index) => index);
  const failures: unknown[] = [];
  const workers: Promise<void>[] = [];
  const fail = (error: unknown) => {
    waiting.length = 0;
    failures.push(error);
  };
  const startWorker = () => void workers.push(work().catch(fail));
  async function work() {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const startedAt = ports.clock.mono();
      if ((await ports.library.read(row, index)) === null) await fetchChunk(ports, row, index);
      ports.onChunk?.(row, index);
      const isFast = ports.clock.mono() - startedAt < FAST_MS;
      if (isFast && workers.length < MAX_PARALLEL && waiting.length > 0) startWorker();
    }
  }
  startWorker();
  for (const worker of workers) await worker;
  if (failures.length > 0) throw failures[0];
}

async function fetchChunk(ports: FetchPorts, row: AssetRow, index: number) {
  const span = chunkRange(row, index);
  const headers = { Range: `bytes=${span.first}-${span.last}`, 'If-Range': `"${row.sha256}"` };
  let refusal = '';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      status,
      headers: got,
      bytes,
    } = await ports.get(`/media/${row.sha256}`, headers, rangeLength(span));
    const answer = { status, contentRange: got.get('Content-Range'), length: bytes.byteLength };
    if (!isExactRange(row, span, answer)) refusal = `Chunk ${index} answered ${status}`;
    else if (await ports.library.put(row, index, bytes)) return;
    else refusal = `Chunk ${index} does not match`;
  }
  throw new AssetRefused(refusal);
}
