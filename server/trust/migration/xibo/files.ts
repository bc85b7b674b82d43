/** The archive of an import lies in the data folder from its upload to the end of its run: every node reads it there. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, inArray } from 'drizzle-orm';
import type { MigrationState } from '../../../../shared/contract/trust/migration.ts';
import type { Server } from '../../../context/server.ts';
import { migrationJobs } from '../../../db/schema.ts';
import { isId } from '../kinds/importer.ts';
import { requireSpace } from '../../../content/media/space.ts';

type DataFolder = Pick<Server, 'config'>;
const folderOf = ({ config }: DataFolder) => join(config.dataDir, 'migrations');
export const archivePath = (server: DataFolder, job_id: string) => join(folderOf(server), job_id);

export async function keepArchive(server: DataFolder, job_id: string, bytes: Uint8Array): Promise<string> {
  const folder = folderOf(server);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireSpace(folder, bytes.length);
  const path = archivePath(server, job_id);
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  return path;
}
export const removeArchive = (server: DataFolder, job_id: string): Promise<void> =>
  rm(archivePath(server, job_id), { force: true });

/** Their run may still need the archive. */
const OPEN: readonly MigrationState[] = ['uploaded', 'mapped', 'checking', 'validated', 'running'];
/** An upload writes the archive before its job is there. */
const FRESH_MS = 3_600_000;
/** As long as the lines of a file. */
const KEPT_MS = 30 * 86_400_000;
/** What no run needs any more: of jobs that have ended, were cancelled, or that nobody has run for a month. */
export async function sweepArchives(server: Server): Promise<void> {
  const folder = folderOf(server);
  const names = await readdir(folder).catch(() => [] as string[]);
  if (names.length === 0) return;
  const open = await server.tenantTransactions.acrossTenants(tx =>
    tx
      .select({ id: migrationJobs.id })
      .from(migrationJobs)
      .where(and(inArray(migrationJobs.id, names.filter(isId)), inArray(migrationJobs.state, [...OPEN]))),
  );
  const isOpen = new Set(open.map(({ id }) => id));
  for (const name of names) {
    const path = join(folder, name);
    const age =
      server.clock.now() -
      (await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ));
    if (isOpen.has(name) ? age > KEPT_MS : age > FRESH_MS) await rm(path, { force: true });
  }
}
