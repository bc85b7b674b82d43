/** A transaction that changes what devices get: every node forgets them when it commits. */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import type { Server } from '../server.ts';

export const CHANNEL = 'wayside_devices';
/** A notice holds at most 8,000 bytes; an id and its space take 37. */
const IDS_A_NOTICE = 200;

export const readNotice = (notice: string) => notice.split(' ');

/** `touched` collects the devices; the notice goes out with the commit, this node forgets at once. */
export async function changing<T>(
  server: Pick<Server, 'db'>,
  network: { forget(device_ids: Iterable<string>): void },
  work: (tx: Db, touched: Set<string>) => Promise<T>,
): Promise<T> {
  const touched = new Set<string>();
  const result = await server.db.transaction(async tx => {
    const done = await work(tx, touched);
    await announce(tx, [...touched]);
    return done;
  });
  network.forget(touched);
  return result;
}

async function announce(tx: Db, ids: string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += IDS_A_NOTICE)
    await tx.execute(sql`select pg_notify(${CHANNEL}, ${ids.slice(i, i + IDS_A_NOTICE).join(' ')})`);
}
