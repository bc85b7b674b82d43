/** What a line needs of its archive before its transaction: a video takes its time, and no transaction waits for it. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_VIDEO_BYTES } from '../../../../shared/contract/content/media.ts';
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../../shared/random.ts';
import {
  importLimitsOf,
  prepareImportedFile,
  requireTakenFile,
  type ImportedFile,
} from '../../../content/imported.ts';
import type { AssetFile } from '../../../content/media/ingest.ts';
import type { Server } from '../../../context/server.ts';
import { inTenant } from '../../../transaction/context.ts';
import type { JobRow, LineRow } from '../batch.ts';
import { extractFile } from './archive.ts';
import { archivePath } from './files.ts';
import { stepOf } from './upload.ts';

export interface PreparedLine {
  line: number;
  /** Of a line that makes a creative of a file, in the run. */
  file?: AssetFile;
  /** In the check: what its file takes of the disk. */
  bytes?: number;
  /** Why its file is not taken. */
  refusal?: string;
}

export async function prepareLine(server: Server, job: JobRow, row: LineRow): Promise<PreparedLine> {
  const step = stepOf(row.cells);
  const { line } = row;
  if (step.make !== 'file' || job.state === 'rolling_back') return { line };
  const folder = join(server.config.dataDir, 'media', 'coming', uuid7(server.clock.now()));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const path = join(folder, 'file');
    await extractFile(archivePath(server, job.id), { name: step.file, to: path, most: MAX_VIDEO_BYTES });
    const source: ImportedFile = { path, filename: step.file };
    const limits = await inTenant(
      server,
      { tenant_id: job.tenant_id, user_id: job.actor_id },
      importLimitsOf,
    );
    if (job.state === 'running') return { line, file: await prepareImportedFile(server, source, limits) };
    await requireTakenFile(server, source, limits);
    return { line, bytes: (await stat(path)).size };
  } catch (error) {
    if (error instanceof AppError) return { line, refusal: error.message };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
