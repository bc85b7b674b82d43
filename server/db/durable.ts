/** PGlite with real fsync: an acknowledged write is on the disk. */
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface NodeStream {
  nfd: number;
}
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } };
}

/** PGlite's file system ignores fsync; this one calls the real fsync and counts the calls. */
class SyncingFS extends NodeFS {
  syncs = 0;
  override async init(pg: Parameters<NodeFS['init']>[0], options: Parameters<NodeFS['init']>[1]) {
    const ready = await super.init(pg, options);
    const preRun = ready.emscriptenOpts.preRun as unknown as ((module: EmscriptenModule) => void)[];
    preRun.push(({ NODEFS }) => {
      NODEFS.stream_ops.fsync = stream => {
        this.syncs++;
        fsyncSync(stream.nfd);
        return 0;
      };
    });
    return ready;
  }
}

function syncTree(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(dir);
}
function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * V8's WebAssembly tier-up budget in bytes: functions that run only at start are not optimised. With the default of
 * 1.8 million a start kept two processors busy for two seconds more.
 */
const WARM_AFTER = 100_000_000;

/** Starts without `-F` (which turns fsync off); fdatasync is a stub in this build, so the method is fsync. */
export async function openDurable(dir: string, fresh: boolean) {
  setFlagsFromString(`--wasm-tiering-budget=${WARM_AFTER}`);
  const fs = new SyncingFS(dir);
  const startParams = PGlite.defaultStartParams.filter(p => p !== '-F');
  const pg = await PGlite.create({
    fs,
    startParams: [...startParams, '-c', 'wal_sync_method=fsync', '-c', 'timezone=UTC'],
  });
  if (fresh) {
    await pg.exec('CHECKPOINT');
    syncTree(dir);
  }
  return { pg, syncs: () => fs.syncs };
}
