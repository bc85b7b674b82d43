/** LISTEN on a connection of its own, which is made again when it is lost; it also tells whether the server still answers. */
import type { Socket } from 'node:net';
import pg from 'pg';
import { sleep, type Clock } from '../../shared/clock.ts';

const AGAIN_MS = 500;
const ANSWER_MS = 2_000;

/** `end` would wait for an answer to its goodbye; so everything that waits on the connection fails at once. */
export function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
}

export interface Subscriber {
  heard: (payload: string) => void;
  /** The connection was lost meanwhile: notifications may have gone by unheard. */
  missed: () => void;
}
interface Line {
  client: pg.Client;
  ended: Promise<void>;
}

export async function openListener(url: string, clock: Clock) {
  const subscribers = new Map<string, Subscriber[]>();
  let line: Line | null = null;
  let isClosed = false;

  async function connect(): Promise<Line> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    /** Without an error listener a lost connection would end the process. */
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => {
      for (const { heard } of subscribers.get(channel) ?? []) heard(payload ?? '');
    });
    const ended = new Promise<void>(done => client.once('end', done));
    try {
      await client.connect();
      for (const channel of subscribers.keys()) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      cut(client);
      throw error;
    }
    return { client, ended };
  }

  /** The only place that connects anew, so that there is never a second connection. */
  async function keep(first: Line): Promise<void> {
    for (line = first; ;) {
      if (line) await line.ended;
      line = null;
      if (isClosed) return;
      await sleep(clock, AGAIN_MS);
      line = await connect().catch(() => null);
      if (line) for (const { missed } of [...subscribers.values()].flat()) missed();
    }
  }
  void keep(await connect());

  return {
    async listen(channel: string, subscriber: Subscriber): Promise<void> {
      subscribers.set(channel, [...(subscribers.get(channel) ?? []), subscriber]);
      await line?.client.query(`LISTEN ${channel}`);
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
      await line?.client.end();
    },
  };
}
export type Listener = Awaited<ReturnType<typeof openListener>>;
