/**
 * The one connection of this process that lasts: LISTEN, and the locks that tell the nodes apart. It is made again when
 * it is lost, and it also tells whether the server still answers.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { every, sleep, type Clock } from '../../shared/clock.ts';
import { LEADER, lockKey, NODES, type NodeLock } from './nodeLocks.ts';

const AGAIN_MS = 500;
const ANSWER_MS = 2_000;
/** A connection that a firewall forgot says nothing any more: it is asked so often, also while nobody waits. */
const CHECK_MS = 10_000;
/** PostgreSQL gives the locks of a node free that has vanished without a word after about this many seconds. */
const VANISHED = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/** `end` would wait for an answer to its goodbye; so everything that waits on the connection fails at once. */
export function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
}

export interface Subscriber {
  heard: (payload: string) => void;
  /** The connection is lost: until `missed` nothing is heard. */
  lost?: () => void;
  /** The connection was lost meanwhile: notifications may have gone by unheard. */
  missed: () => void;
}
interface Line {
  client: pg.Client;
  ended: Promise<void>;
  isLeader: boolean;
}

export async function openListener(url: string, clock: Clock) {
  const subscribers = new Map<string, Subscriber[]>();
  let line: Line | null = null;
  /** By name: PostgreSQL gives one connection the same lock as often as it asks. */
  const held = new Set<string>();
  let isClosed = false;

  async function connect(): Promise<Line> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      options: VANISHED,
    });
    /** Without an error listener a lost connection would end the process. */
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => {
      for (const { heard } of subscribers.get(channel) ?? []) heard(payload ?? '');
    });
    const ended = new Promise<void>(done => client.once('end', done));
    try {
      await client.connect();
      await client.query(`select pg_advisory_lock_shared(${lockKey(NODES)})`);
      for (const channel of subscribers.keys()) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      cut(client);
      throw error;
    }
    return { client, ended, isLeader: false };
  }

  /** The only place that connects anew, so that there is never a second connection. */
  async function keep(first: Line): Promise<void> {
    for (line = first; ;) {
      if (line) {
        await line.ended;
        for (const { lost } of [...subscribers.values()].flat()) lost?.();
      }
      line = null;
      if (isClosed) return;
      await sleep(clock, AGAIN_MS);
      line = await connect().catch(() => null);
      if (line) for (const { missed } of [...subscribers.values()].flat()) missed();
    }
  }
  void keep(await connect());

  const stopChecks = every(clock, CHECK_MS, async () => {
    const checked = line;
    if (checked) await checked.client.query('select 1').catch(() => cut(checked.client));
  });

  return {
    async listen(channel: string, subscriber: Subscriber): Promise<void> {
      subscribers.set(channel, [...(subscribers.get(channel) ?? []), subscriber]);
      await line?.client.query(`LISTEN ${channel}`);
    },
    /** Whether this node is the one that does what one of them is to do. It stays so until this connection ends. */
    async leads(): Promise<boolean> {
      const current = line;
      if (!current) return false;
      if (!current.isLeader) {
        const { rows } = await current.client.query<{ taken: boolean }>(
          `select pg_try_advisory_lock(${lockKey(LEADER)}) as taken`,
        );
        /** Of two calls at once each is given the lock; it ends with the connection, however often it was taken. */
        if (rows[0]?.taken) current.isLeader = true;
      }
      return current.isLeader;
    },
    async tryLock(name: string): Promise<NodeLock | null> {
      const current = line;
      if (!current) throw Object.assign(new Error('not connected'), { code: 'ECONNREFUSED' });
      if (held.has(name)) return null;
      held.add(name);
      const ask = (call: string) =>
        current.client
          .query<{ done: boolean }>(`select ${call}(hashtextextended($1, 0)) as done`, [name])
          .catch((error: unknown) => {
            /** Whether it was done is not known: it is undone with the connection. */
            cut(current.client);
            throw error;
          });
      const isTaken = await ask('pg_try_advisory_lock').then(
        ({ rows }) => rows[0]?.done === true,
        (error: unknown) => {
          held.delete(name);
          throw error;
        },
      );
      if (!isTaken) {
        held.delete(name);
        return null;
      }
      return {
        isHeld: () => line === current,
        release: () =>
          void ask('pg_advisory_unlock')
            .catch(() => undefined)
            .finally(() => held.delete(name)),
      };
    },
    /** Rejects where the server does not answer. */
    async ask(): Promise<void> {
      if (!line) throw new Error('not connected');
      await line.client.query('select 1');
    },
    /** Ends the connection at once, so that another one is made. */
    cut: () => {
      if (line) cut(line.client);
    },
    async close(): Promise<void> {
      isClosed = true;
      stopChecks();
      await line?.client.end();
    },
  };
}
export type Listener = Awaited<ReturnType<typeof openListener>>;
