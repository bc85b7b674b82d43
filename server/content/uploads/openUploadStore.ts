/** The store of uploads in progress, as the settings say. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '../../context/server.ts';
import { FolderUploads } from './folderUploads.ts';
import { createS3Uploads } from './s3Uploads.ts';
import type { UploadStore } from './uploadStore.ts';

export async function openUploadStore(server: Server): Promise<UploadStore> {
  const { s3, dataDir } = server.config;
  if (s3 !== null) return createS3Uploads(server, s3);
  const directory = join(dataDir, 'uploads');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return new FolderUploads({ directory });
}
