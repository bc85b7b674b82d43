/** Sign-outs the server has not heard of: a ticket each, good for ending that session and for nothing else. */
import { openDB, type IDBPDatabase } from 'idb';
import { revoke } from '../contract/auth.ts';
import { sha256Hex } from '../contract/bytes.ts';
import { isTransient } from './apiError.ts';
import type { Client } from './client.ts';

const DATABASE = 'wayside-revoke';
const STORE = 'tickets';

interface Ports {
  client: Pick<Client, 'call'>;
  warn: (message: string, error: unknown) => void;
}

/** Closed again at once: it is needed a few times in a year. */
async function opened<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB(DATABASE, 1, { upgrade: made => void made.createObjectStore(STORE) });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

export function createTickets({ client, warn }: Ports) {
  async function handIn(ticket: string): Promise<void> {
    try {
      await client.call(revoke, { body: { ticket } });
    } catch (error) {
      warn('a sign-out is still to be told', error);
      // Refused for good: it would be next time, too.
      if (isTransient(error)) return;
    }
    await opened(db => db.delete(STORE, ticket));
  }
  async function handInAll(): Promise<void> {
    for (const ticket of (await opened(db => db.getAllKeys(STORE))) as string[]) await handIn(ticket);
  }

  return {
    handInAll,
    /** The token itself is gone by now; of its hash, which opens nothing, the server knows the session. */
    async signedOut(refreshToken: string, heard: Promise<boolean>): Promise<void> {
      const ticket = await sha256Hex(refreshToken);
      await opened(async db => {
        const tx = db.transaction(STORE, 'readwrite', { durability: 'strict' });
        await tx.store.put(true, ticket);
        await tx.done;
      });
      if (await heard) await opened(db => db.delete(STORE, ticket));
      else await handInAll();
    },
  };
}
