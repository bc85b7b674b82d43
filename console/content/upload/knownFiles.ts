/** Is this content in the library already? Asked before a byte of it is sent. */
import { creatives } from '../../../shared/contract/content/creative.ts';
import { media } from '../../../shared/contract/content/library/mediaLibrary.ts';
import type { Client } from '../../../shared/net/client.ts';
import { chunksHashOf } from './fileHash.ts';

export interface KnownFile {
  /** Of the creative, where it is the user's own; else of the file. */
  id: string;
  filename: string;
  isOwn: boolean;
}
/** null: it is new, or nobody could tell: then it is sent, and the server stores equal content once. */
export async function findKnown(client: Client, file: File): Promise<KnownFile | null> {
  const chunks_sha256 = await chunksHashOf(file);
  if (chunks_sha256 === null) return null;
  try {
    const { items } = await client.call(media.list, { query: { chunks_sha256, limit: 1 } as never });
    const [known] = items;
    return known && known.state !== 'failed'
      ? { id: known.id, filename: known.filename, isOwn: false }
      : null;
  } catch {
    return null;
  }
}

/** Has this user a creative of it? What others have uploaded is not told to whoever submits. */
export async function findOwn(client: Client, file: File, user_id: string): Promise<KnownFile | null> {
  const known = await findKnown(client, file);
  if (!known) return null;
  try {
    const query = { asset_id: known.id, created_by: user_id, limit: 1 } as never;
    const [own] = (await client.call(creatives.list, { query })).items;
    return own ? { id: own.id, filename: own.name, isOwn: true } : null;
  } catch {
    return null;
  }
}
