/** Opens either engine: embedded PostgreSQL in the data directory, or a server at DATABASE_URL. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { systemClock } from '../../shared/clock.ts';
import { ConfigError, type Config } from '../context/config.ts';
import { makeDataFolder } from '../context/dataFolder.ts';
import { openDurable } from './durable.ts';
import { openListener, type Subscriber } from './listener.ts';
import { locksOfOneProcess, takeStartLock, type NodeLock } from './nodeLocks.ts';
import { lockDirectory } from './lock.ts';
import { breakingMigrations, migrationsFolder, refuseUnknownHistory } from './migrations.ts';
import { drizzleOver, openPool, watchAnswers } from './pool.ts';
import { rowsOf } from './rows.ts';

export type Db = PgDatabase<PgQueryResultHKT>;

export interface Database {
  db: Db;
  engine: 'embedded' | 'postgres';
  /** Throws where the database does not answer. */
  ready: () => Promise<void>;
  /** Statements sent since start. */
  queries: () => number;
  /** Hears each NOTIFY of any node on this channel, ours included. */
  listen: (channel: string, subscriber: Subscriber) => Promise<void>;
  /** To each node that listens, this one included; nothing where there is only one. */
  notify: (channel: string, text: string) => Promise<void>;
  /** Whether this node is the one of all nodes that does what only one is to do. */
  leads: () => Promise<boolean>;
  /** Of all nodes only one holds the lock of this name; null: another call has it. */
  tryLock: (name: string) => Promise<NodeLock | null>;
  /** Lets the next node that starts migrate and set up. */
  started: () => Promise<void>;
  close: () => Promise<void>;
  /** Updates the planner's statistics; null where the engine does it by itself. */
  analyze: (() => Promise<void>) | null;
  /** fsyncs since start; null where the engine is a server of its own. */
  syncs: (() => number) | null;
  /** Runs `work` while no statement is run, so that the files hold one moment; null where the engine is a server of its own. */
  pause: (<T>(work: () => Promise<T>) => Promise<T>) | null;
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
  makeDataFolder(dataDir);
  const unlock = lockDirectory(dataDir);
  try {
    const dir = join(dataDir, 'pgdata');
    const fresh = !existsSync(join(dir, 'PG_VERSION'));
    if (fresh) refuseLostDatabase(dataDir);
    const { pg: engine, syncs } = await openDurable(dir, fresh).catch((cause: unknown) => {
      throw unusable(dir, cause);
    });
    recordMajorVersion(dataDir, dir);
    const { logger, queries } = queryCounter();
    const db = overPglite(engine, { logger });
    await refuseUnknownHistory(db);
    await migratePglite(db, { migrationsFolder });
    const analyze = async () => void (await db.execute(sql`analyze`));
    // Nothing but us tells this engine how much it holds: lists of ten thousand rows took half a minute.
    if (!fresh) await analyzeResized(db);
    return {
      db: db as unknown as Db,
      engine: 'embedded',
      ready: async () => void (await db.execute(sql`select 1`)),
      queries,
      analyze,
      syncs,
      pause: work => engine.runExclusive(work),
      listen: async (channel, { heard }) => void (await engine.listen(channel, heard)),
      notify: () => Promise.resolve(),
      leads: () => Promise.resolve(true),
      tryLock: locksOfOneProcess(),
      started: () => Promise.resolve(),
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

/** Tables whose size is still what the planner knows keep their statistics: at a restart that is nearly all of them. */
async function analyzeResized(db: Pick<Db, 'execute'>): Promise<void> {
  const tables = rowsOf<{ name: string }>(
    await db.execute(sql`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relpages <> pg_relation_size(oid) / current_setting('block_size')::int`),
  );
  for (const { name } of tables) await db.execute(sql`analyze ${sql.identifier(name)}`);
}

/** What a server writes beside its database: where that stands alone, an empty database would be taken for the lost one. */
const BESIDE = ['secret', 'media', 'audit-heads.jsonl', 'audit-latest.jsonl', 'postgres-major'];
function refuseLostDatabase(dataDir: string): void {
  const left = BESIDE.filter(name => existsSync(join(dataDir, name)));
  if (left.length === 0) return;
  throw new ConfigError(
    `${dataDir} holds ${left.join(', ')} of an earlier server, but not its database. ` +
      'Restore a backup (npm run restore), set DATABASE_URL where the database was a server, or start with an empty folder (--data DIR). Nothing was changed.',
  );
}

/** The engine's own errors name no cause; those of the disk do. */
function unusable(dir: string, cause: unknown): unknown {
  if ((cause as NodeJS.ErrnoException).code !== undefined) return cause;
  return new ConfigError(
    `The database in ${dir} cannot be opened (${cause instanceof Error ? cause.message : 'the engine stopped'}): its files are damaged, of another PostgreSQL, or the disk is full. ` +
      'Make room, or move the data directory away and restore a backup (npm run restore).',
    { cause },
  );
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
  const connections = openPool(url);
  const { pool } = connections;
  const { logger, queries } = queryCounter();
  const db = drizzleOver(pool, logger);
  await requireSupportedVersion(pool, url);
  const start = await takeStartLock(url);
  try {
    await refuseUnknownHistory(db);
    const breaking = await breakingMigrations(db);
    if (breaking.length > 0 && !(await start.isAlone())) throw besideOlder(breaking);
    await migratePg(db as unknown as NodePgDatabase, { migrationsFolder });
    /** The listener takes the lock of a running node, on a connection of its own. */
    await start.joinNodes();
  } catch (error) {
    await start.release();
    throw error;
  }
  const listener = await openListener(url, systemClock);
  const unwatch = watchAnswers(connections, listener, systemClock);
  return {
    db,
    engine: 'postgres',
    ready: async () => void (await db.execute(sql`select 1`)),
    queries,
    analyze: null,
    syncs: null,
    pause: null,
    listen: (channel, subscriber) => listener.listen(channel, subscriber),
    notify: async (channel, text) => void (await db.execute(sql`select pg_notify(${channel}, ${text})`)),
    leads: () => listener.leads(),
    tryLock: name => listener.tryLock(name),
    started: () => start.release(),
    async close() {
      await start.release();
      unwatch();
      await listener.close();
      await pool.end();
    },
  };
}

const besideOlder = (names: readonly string[]) =>
  new ConfigError(
    `The migration ${names.join(', ')} cannot be made while servers of an older build run on this database: ` +
      'stop all of them, then start this one. Nothing was changed.',
  );

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
