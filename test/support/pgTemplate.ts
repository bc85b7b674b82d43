/** Makes one initialised database directory a run, so that each test file copies instead of initialising. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    pgTemplate: string | null;
  }
}

export default async function setup(project: TestProject) {
  if (process.env['TEST_DATABASE_URL'] !== undefined) {
    project.provide('pgTemplate', null);
    return;
  }
  const dir = mkdtempSync(join(tmpdir(), 'wayside-template-'));
  const database = await openDatabase({ databaseUrl: null, dataDir: dir });
  await database.close();
  project.provide('pgTemplate', join(dir, 'pgdata'));
  return () => rmSync(dir, { recursive: true, force: true });
}
