/** Where the file store of a test server has its media. */
import { join } from 'node:path';
import { chunksKey, mediaKey } from '../../../server/content/media/store.ts';
import type { TestServer } from './server.ts';

type With = { config: Pick<TestServer['server']['config'], 'dataDir'> };
export const mediaPath = ({ config }: With, sha256: string) => join(config.dataDir, mediaKey(sha256));
export const chunksPath = ({ config }: With, sha256: string) => join(config.dataDir, chunksKey(sha256));
