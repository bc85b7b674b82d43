/** Names the content of a file before it is sent, piece by piece, so that a large one needs little memory. */
import { CHUNK_BYTES } from '../../../shared/contract/content/media.ts';

const HEX = 16;
const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map(byte => byte.toString(HEX).padStart(2, '0')).join('');

/** SHA-256 of the list of the digests of its chunks, as the server stores it; null where the browser cannot tell. */
export async function chunksHashOf(file: Blob): Promise<string | null> {
  /** Browsers leave it out where the page came over plain http. */
  const subtle = (globalThis.crypto as Partial<Crypto>).subtle;
  if (!subtle) return null;
  try {
    const digests: ArrayBuffer[] = [];
    for (let at = 0; at < file.size; at += CHUNK_BYTES)
      digests.push(await subtle.digest('SHA-256', await file.slice(at, at + CHUNK_BYTES).arrayBuffer()));
    return hexOf(await subtle.digest('SHA-256', await new Blob(digests).arrayBuffer()));
  } catch {
    return null;
  }
}
