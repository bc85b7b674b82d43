/** Is this content in the library already? Asked before a byte of it is sent. */
import { media } from '../../../shared/contract/content/library/mediaLibrary.ts';
import type { Client } from '../../../shared/net/client.ts';
import { chunksHashOf } from './fileHash.ts';

export interface KnownFile {
  id: string;
  filename: string;
}
/** null: it is new, or nobody could tell: then it is sent, and the server stores equal content once. */
export async function findKnown(client: Client, file: File): Promise<KnownFile | null> {
  const chunks_sha256 = await chunksHashOf(file);
  if (chunks_sha256 === null) return null;
  try {
    const { items } = await client.call(media.list, { query: { chunks_sha256, limit: 1 } as never });
    const [known] = items;
    return known && known.state !== 'failed' ? { id: known.id, filename: known.filename } : null;
  } catch {
    return null;
  }
}
