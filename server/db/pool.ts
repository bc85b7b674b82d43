/** The connections to a PostgreSQL server. Those of a server that has fallen silent are cut, so that no request waits for it. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Logger } from 'drizzle-orm';
import pg from 'pg';
import { every, type Clock } from '../../shared/clock.ts';
import type { Db } from './database.ts';
import { cut, type Listener } from './listener.ts';

const CONNECTIONS = 10;
/** A request waits at most this long for a connection. */
const CONNECT_MS = 2_000;
/** A lock is waited for no longer: its holder may have been lost with its connection. */
const LOCK_MS = 2_000;
/** PostgreSQL ends a transaction that says nothing for so long, with the locks it holds. */
const IDLE_TRANSACTION_MS = 10_000;
const ASK_MS = 250;
/** While requests wait, a server that says nothing for so long is taken for gone. */
const SILENT_MS = 1_500;

export interface Pool {
  pool: pg.Pool;
  /** Ends every connection, also those that are in use. */
  cut: () => void;
}

export function openPool(url: string): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    /** Compiling a query with many facets took longer than the query; figures of a month are sorted in memory. */
    options: '-c jit=off -c work_mem=32MB',
  });
  const clients = new Set<pg.PoolClient>();
  pool.on('error', () => undefined);
  pool.on('connect', client => {
    /** The pool listens for errors of idle connections only; one without a listener would end the process. */
    client.on('error', () => undefined);
    clients.add(client);
    client.once('end', () => clients.delete(client));
  });
  return {
    pool,
    cut: () => {
      for (const client of clients) cut(client);
    },
  };
}

/** drizzle over the pool; a transaction gives its connection back also where its BEGIN failed, which drizzle's own does not. */
export function drizzleOver(pool: pg.Pool, logger: Logger): Db {
  const known = new WeakMap<pg.PoolClient, Db>();
  const over = (client: pg.PoolClient): Db => {
    const made = known.get(client) ?? drizzle(client, { logger });
    known.set(client, made);
    return made;
  };
  const transaction: Db['transaction'] = async (act, config) => {
    const client = await pool.connect();
    try {
      return await over(client).transaction(act, config);
    } finally {
      client.release();
    }
  };
  return Object.assign(drizzle(pool, { logger }) as unknown as Db, { transaction });
}

/** Everything that has arrived is read before its absence counts: this process may have been busy itself. */
const afterInput = () => new Promise<void>(done => setImmediate(done));

/** Cuts all connections once the server leaves requests waiting and does not answer. Returns the stop function. */
export function watchAnswers({ pool, cut: cutAll }: Pool, listener: Listener, clock: Clock): () => void {
  /** When the question was sent that has no answer yet: while this process is busy itself, nobody is asked. */
  let askedAt: number | null = null;
  let isAsking = false;
  const answered = () => void (askedAt = null);
  pool.on('connect', answered);

  const ask = async () => {
    askedAt ??= clock.mono();
    isAsking = true;
    await listener.ask().then(answered, () => undefined);
    isAsking = false;
  };
  return every(clock, ASK_MS, async () => {
    if (pool.totalCount === pool.idleCount) return answered();
    if (!isAsking) void ask();
    await afterInput();
    if (askedAt === null || clock.mono() - askedAt <= SILENT_MS) return;
    answered();
    listener.cut();
    cutAll();
  });
}
