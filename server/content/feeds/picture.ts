/** The picture of an entry: fetched like its feed, and taken in like an upload. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { OutboundError } from '../../net/outbound.ts';
import { ObjectStoreUnavailable } from '../../objectStore/errors.ts';
import type { Server } from '../../context/server.ts';
import { ingestPicture } from '../media/ingest.ts';

const MAX_BYTES = 2_000_000;
const TYPES = /^image\/(jpeg|png|webp|avif|gif)\b/i;

interface Wanted {
  url: string;
  tenant_id: string;
  name: string;
}
/** The id of the asset; null where it cannot be had or shown. */
export async function fetchPicture(server: Server, { url, tenant_id, name }: Wanted): Promise<string | null> {
  const dir = server.objects.scratch;
  const path = join(dir, uuid7(server.clock.now()));
  try {
    const { bytes } = await server.outbound({ url, types: TYPES, maxBytes: MAX_BYTES });
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeFile(path, bytes);
    return await ingestPicture(server, { path, filename: name, tenant_id });
  } catch (error) {
    /** The feed is read again, when its picture can be stored. */
    if (error instanceof ObjectStoreUnavailable) throw error;
    if (error instanceof OutboundError || error instanceof AppError) return null;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
