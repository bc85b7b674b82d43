/** LISTEN on a dedicated connection that reconnects when it is lost. */
import pg from 'pg';
import { systemClock } from '../../shared/clock.ts';

const AGAIN_MS = 2_000;

export function openListener(url: string) {
  const wanted = new Map<string, ((payload: string) => void)[]>();
  let client: pg.Client | null = null;
  let isClosed = false;

  const again = (): void => {
    if (!isClosed) systemClock.after(AGAIN_MS, () => void connect().catch(again));
  };

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url });
    /** Without an error listener a lost connection would end the process. */
    fresh.on('error', () => undefined);
    fresh.on('end', () => {
      if (client !== fresh) return;
      client = null;
      again();
    });
    fresh.on('notification', ({ channel, payload }) => {
      for (const fn of wanted.get(channel) ?? []) fn(payload ?? '');
    });
    await fresh.connect();
    client = fresh;
    for (const channel of wanted.keys()) await fresh.query(`LISTEN ${channel}`);
  }

  return {
    async listen(channel: string, fn: (payload: string) => void): Promise<void> {
      wanted.set(channel, [...(wanted.get(channel) ?? []), fn]);
      if (client) await client.query(`LISTEN ${channel}`);
      else await connect();
    },
    async close(): Promise<void> {
      isClosed = true;
      await client?.end();
    },
  };
}
