/** Files of the library that nothing uses, in a folder of their own; one of them is deleted. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { uuid7 } from '../../../../shared/random.ts';
import { mediaAssets } from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

export const MEDIA_FOLDER = 'Summer/Taxi tops';
export type MediaRows = { unused: string; deleted: string };

export async function addMediaRows(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  /** The file that they are copies of, but for their content. */
  { like }: { like: string },
): Promise<MediaRows> {
  const [row] = await db.select().from(mediaAssets).where(eq(mediaAssets.id, like));
  if (!row) throw new Error('there is no such file');
  async function add(deleted_at: Date | null) {
    const id = uuid7(server.clock.now());
    const [sha256, chunks_sha256] = [0, 1].map(() => randomBytes(32).toString('hex')) as [string, string];
    const copy = { ...row!, id, sha256, chunks_sha256, folder: MEDIA_FOLDER, version: 1, deleted_at };
    await db.insert(mediaAssets).values(copy);
    return id;
  }
  return { unused: await add(null), deleted: await add(new Date(server.clock.now())) };
}
