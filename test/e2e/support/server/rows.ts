/**
 * Where the server of a story keeps its rows: in the embedded engine, or, with STORIES_DATABASE_URL, in a database of its
 * own on that cluster, which saves more than half of a start. The name of that database lies in the server's data directory, so
 * that a server started again over the directory finds its rows.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuid7 } from '../../../../shared/random.ts';
import { asOwner, urlOf } from '../../../support/cluster.ts';

const CLUSTER = process.env['STORIES_DATABASE_URL'];
const fileIn = (dataDir: string) => join(dataDir, 'story-database');

/** What tells apart the rows kept by one engine, or one cluster, from another's. */
export async function engineName(): Promise<string> {
  if (CLUSTER === undefined) return 'embedded';
  const [row] = await asOwner(CLUSTER, 'select system_identifier::text as id from pg_control_system()');
  return `postgres ${String(row?.['id'])}`;
}

/** The variables of a server over this directory; makes its database before the first start. */
export async function databaseOf(dataDir: string): Promise<Record<string, string>> {
  if (CLUSTER === undefined) return {};
  if (!existsSync(fileIn(dataDir))) await make(CLUSTER, dataDir);
  return { DATABASE_URL: urlOf(CLUSTER, readFileSync(fileIn(dataDir), 'utf8')) };
}

/** Gives a directory that was copied from another a copy of the other's database, too. */
export async function copyDatabase(dataDir: string): Promise<void> {
  if (CLUSTER === undefined) return;
  await make(CLUSTER, dataDir, ` template ${readFileSync(fileIn(dataDir), 'utf8')}`);
}

async function make(cluster: string, dataDir: string, from = ''): Promise<void> {
  const name = `story_${uuid7(Date.now()).replaceAll('-', '')}`;
  await asOwner(cluster, `create database ${name}${from}`);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), name);
}

export async function dropDatabase(dataDir: string): Promise<void> {
  if (CLUSTER === undefined || !existsSync(fileIn(dataDir))) return;
  await asOwner(CLUSTER, `drop database if exists ${readFileSync(fileIn(dataDir), 'utf8')} with (force)`);
}
