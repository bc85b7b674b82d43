/** Where files of reports lie, under the id of their run. A file appears whole or not at all. */
import { createHash } from 'node:crypto';
import type { Server } from '../../context/server.ts';

type Store = Pick<Server, 'objects'>;
const FOLDER = 'reports/';
export const reportKey = (id: string) => `${FOLDER}${id}`;
/** Of one making alone, so that two never write into the same file. */
const comingKey = (id: string, lease_id: string) => `${reportKey(id)}.${lease_id}.coming`;

interface Written {
  bytes: number;
  sha256: string;
  /** Puts it in its place. */
  place: () => Promise<void>;
  /** Takes it away where it was not placed. */
  drop: () => Promise<void>;
}
export async function writeReport(
  { objects }: Store,
  { id, lease_id, signal }: { id: string; lease_id: string; signal: AbortSignal },
  content: AsyncIterable<string | Uint8Array>,
): Promise<Written> {
  const coming = comingKey(id, lease_id);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured() {
    for await (const piece of content) {
      hash.update(piece);
      bytes += Buffer.byteLength(piece);
      yield piece;
    }
  }
  await objects.put(coming, measured(), signal);
  return {
    bytes,
    sha256: hash.digest('hex'),
    place: () => objects.move(coming, reportKey(id)),
    drop: () => objects.delete(coming),
  };
}

export const reportSize = async ({ objects }: Store, id: string): Promise<number | null> =>
  (await objects.stat(reportKey(id)))?.bytes ?? null;
export const readReport = ({ objects }: Store, id: string) => objects.read(reportKey(id));

/** Ids of the runs that files lie here of, with those that were never finished. */
export async function storedReports({ objects }: Store): Promise<{ id: string; key: string }[]> {
  const found: { id: string; key: string }[] = [];
  for await (const { key } of objects.list(FOLDER))
    found.push({ id: key.slice(FOLDER.length).split('.')[0] ?? '', key });
  return found;
}
export const dropFile = ({ objects }: Store, key: string) => objects.delete(key);
