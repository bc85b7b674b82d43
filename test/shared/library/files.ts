/** Files of a library that is fetched: what they hold, and who serves them. */
import { hex, sha256, sha256Hex } from '../../../shared/contract/wire/bytes.ts';
import type { DocumentAsset } from '../../../shared/contract/playout/manifest.ts';
import type { MediaReply } from '../../../shared/library/fetch.ts';

export const CHUNK = 64;

export async function file(bytes: number, seed = 1) {
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
export type File = Awaited<ReturnType<typeof file>>;

/** Serves a file by range; `tamper` may change the n-th answer or throw instead of it. */
export function serving(
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
export function locks() {
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
