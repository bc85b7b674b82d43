/** What is said of the store of files before the server listens. */
import { ConfigError } from '../context/configError.ts';
import { isMissing, ObjectStoreUnavailable } from './errors.ts';
import type { ObjectStore } from './objectStore.ts';

const REFUSED = new Set([301, 400, 401, 403]);

/** Throws where the settings are wrong. A store that is away for now holds up nothing: screens poll and play without it. */
export async function requireUsableStore({ kind, check }: ObjectStore): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (kind === 'folder') throw error;
    if (isMissing(error))
      throw new ConfigError('S3_BUCKET: there is no such bucket at S3_URL. Make it, or name another one.');
    if (error instanceof ObjectStoreUnavailable && REFUSED.has(error.store_status ?? 0))
      throw new ConfigError(
        'S3_KEY, S3_SECRET and S3_REGION: the store at S3_URL refuses them for this bucket.',
      );
    process.stderr.write('The S3 store does not answer; the server starts without it and tries again.\n');
  }
}
