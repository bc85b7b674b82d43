/** Makes one migrated database a run, so that each test file copies instead of migrating one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../../server/db/database.ts';
import { asOwner, urlOf } from '../cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded engine's directory, or the name of a database of PostgreSQL. */
    pgTemplate: string;
  }
}

export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-template-'));
  const url = process.env['TEST_DATABASE_URL'];
  const name = `template_${process.pid}`;
  if (url !== undefined) await asOwner(url, `create database ${name}`);
  const databaseUrl = url === undefined ? null : urlOf(url, name);
  await (await openDatabase({ databaseUrl, dataDir: dir })).close();
  project.provide('pgTemplate', url === undefined ? join(dir, 'pgdata') : name);
  return async () => {
    rmSync(dir, { recursive: true, force: true });
    if (url !== undefined) await asOwner(url, `drop database ${name} with (force)`);
  };
}
