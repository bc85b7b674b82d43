/** Opens either engine: embedded PostgreSQL in the data directory, or a server at DATABASE_URL. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { drizzle as overPg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { ConfigError, type Config } from '../context/config.ts';
import { openDurable } from './durable.ts';
import { openListener } from './listener.ts';
import { lockDirectory } from './lock.ts';
import { migrationsFolder, refuseUnknownHistory } from './migrations.ts';
import * as schema from './schema.ts';

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  db: Db;
  engine: 'embedded' | 'postgres';
  /** Throws where the database does not answer. */
  ready: () => Promise<void>;
  /** Statements sent since start. */
  queries: () => number;
  /** Runs `fn` on each NOTIFY of any node on this channel, ours included. */
  listen: (channel: string, fn: (payload: string) => void) => Promise<void>;
  close: () => Promise<void>;
  /** Updates the planner's statistics; null where the engine does it by itself. */
  analyze: (() => Promise<void>) | null;
  /** fsyncs since start; null where the engine is a server of its own. */
  syncs: (() => number) | null;
}

const MIN_POSTGRES = 15;

function queryCounter() {
  let n = 0;
  return { logger: { logQuery: () => void n++ }, queries: () => n };
}

export function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  return config.databaseUrl === null ? openEmbedded(config.dataDir) : openPostgres(config.databaseUrl);
}

async function openEmbedded(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(dataDir);
  try {
    const dir = join(dataDir, 'pgdata');
    const fresh = !existsSync(join(dir, 'PG_VERSION'));
    const { pg: engine, syncs } = await openDurable(dir, fresh);
    recordMajorVersion(dataDir, dir);
    const { logger, queries } = queryCounter();
    const db = overPglite(engine, { schema, logger });
    await refuseUnknownHistory(db);
    await migratePglite(db, { migrationsFolder });
    const analyze = async () => void (await db.execute(sql`analyze`));
    // Nothing but us tells this engine how much it holds: lists of ten thousand rows took half a minute.
    if (!fresh) await analyze();
    return {
      db: db as unknown as Db,
      engine: 'embedded',
      ready: async () => void (await db.execute(sql`select 1`)),
      queries,
      analyze,
      syncs,
      listen: async (channel, fn) => void (await engine.listen(channel, fn)),
      async close() {
        await engine.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The data directory records the PostgreSQL version that wrote it, so that a later engine can refuse it. */
function recordMajorVersion(dataDir: string, dir: string): void {
  const major = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  const note = join(dataDir, 'postgres-major');
  if (existsSync(note)) {
    const recorded = readFileSync(note, 'utf8').trim();
    if (recorded !== major)
      throw new ConfigError(
        `${dataDir} was written by PostgreSQL ${recorded}; this build has ${major}. See docs/run.md.`,
      );
  } else writeFileSync(note, `${major}\n`);
}

async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined);
  const { logger, queries } = queryCounter();
  const db = overPg(pool, { schema, logger });
  await requireSupportedVersion(pool, url);
  await refuseUnknownHistory(db);
  await migratePg(db, { migrationsFolder });
  const listener = openListener(url);
  return {
    db: db as unknown as Db,
    engine: 'postgres',
    ready: async () => void (await db.execute(sql`select 1`)),
    queries,
    analyze: null,
    syncs: null,
    listen: (channel, fn) => listener.listen(channel, fn),
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

async function requireSupportedVersion(pool: pg.Pool, url: string): Promise<void> {
  let found: number;
  try {
    const { rows } = await pool.query<{ n: number }>(
      "select current_setting('server_version_num')::int as n",
    );
    found = Math.floor((rows[0]?.n ?? 0) / 10_000);
  } catch (cause) {
    const { host, pathname } = new URL(url);
    const reason = (cause as Error).message;
    throw new ConfigError(`DATABASE_URL: no connection to ${host}${pathname} (${reason}).`, { cause });
  }
  if (found < MIN_POSTGRES)
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL ${MIN_POSTGRES} or newer is needed, this one is ${found}.`,
    );
}
