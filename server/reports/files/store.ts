/** Where files of reports lie, under the id of their run. A file appears whole or not at all (write, sync, rename). */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Server } from '../../context/server.ts';

type Store = Pick<Server, 'config'>;
const folderOf = ({ config }: Store) => join(config.dataDir, 'reports');
export const reportPath = (server: Store, id: string) => join(folderOf(server), id);
/** Of one making alone, so that two never write into the same file. */
const comingPath = (server: Store, id: string, lease_id: string) =>
  `${reportPath(server, id)}.${lease_id}.coming`;

/** Hashes and counts what flows through. */
function measuring(hash: Hash, onBytes: (n: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
}

interface Written {
  bytes: number;
  sha256: string;
  /** Puts it in its place. */
  place: () => Promise<void>;
  /** Takes it away where it was not placed. */
  drop: () => Promise<void>;
}
export async function writeReport(
  server: Store,
  { id, lease_id, signal }: { id: string; lease_id: string; signal: AbortSignal },
  content: AsyncIterable<string | Uint8Array>,
): Promise<Written> {
  const coming = comingPath(server, id, lease_id);
  await mkdir(folderOf(server), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      Readable.from(content, { objectMode: false }),
      measuring(hash, n => void (bytes += n)),
      createWriteStream(coming, { flags: 'w', mode: 0o600, flush: true }),
      { signal },
    );
  } catch (error) {
    await rm(coming, { force: true });
    throw error;
  }
  return {
    bytes,
    sha256: hash.digest('hex'),
    place: () => rename(coming, reportPath(server, id)),
    drop: () => rm(coming, { force: true }),
  };
}

export const readReport = (server: Store, id: string) => createReadStream(reportPath(server, id));
export const dropReport = (server: Store, id: string) => rm(reportPath(server, id), { force: true });

/** Ids of the runs that files lie here of, with those that were never finished. */
export async function storedReports(server: Store): Promise<{ id: string; file: string }[]> {
  const files = await readdir(folderOf(server)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files.map(file => ({ id: file.split('.')[0] ?? '', file }));
}
export const dropFile = (server: Store, file: string) => rm(join(folderOf(server), file), { force: true });
