/** Sign-outs the server has not heard of: a ticket each, good for ending that session and for nothing else. */
import { openDB } from 'idb';
import { revoke } from '../contract/auth.ts';
import { sha256Hex } from '../contract/bytes.ts';

const DATABASE = 'wayside-revoke';
const STORE = 'tickets';

interface Ports {
  fetch: typeof fetch;
  warn: (message: string, error: unknown) => void;
}

/** What the server answers for good: it knows the ticket, or never will. */
const isSettled = ({ ok, status }: Response) => ok || status === 400 || status === 404;

export function createTickets({ fetch, warn }: Ports, database = DATABASE) {
  /** Closed again at once: it is needed a few times in a year. */
  async function opened<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
    const db = await open();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  }
  const open = () => openDB(database, 1, { upgrade: db => void db.createObjectStore(STORE) });

  async function handIn(): Promise<void> {
    const tickets = (await opened(db => db.getAllKeys(STORE))) as string[];
    for (const ticket of tickets) {
      const { method, path } = revoke;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ ticket });
      const answer = await fetch(path, { method, headers, body, credentials: 'omit', redirect: 'error' });
      const isOurs = answer.headers.get('content-type')?.includes('json') ?? false;
      if (isOurs && isSettled(answer)) await opened(db => db.delete(STORE, ticket));
    }
  }
  const tried = () => handIn().catch((error: unknown) => warn('a sign-out is still to be told', error));

  return {
    handIn: tried,
    /** The token itself is gone by now; of its hash, which opens nothing, the server knows the session. */
    async signedOut(refreshToken: string, heard: Promise<boolean>): Promise<void> {
      const ticket = await sha256Hex(refreshToken);
      await opened(async db => {
        const tx = db.transaction(STORE, 'readwrite', { durability: 'strict' });
        await tx.store.put(true, ticket);
        await tx.done;
      });
      if (await heard) await opened(db => db.delete(STORE, ticket));
      else await tried();
    },
  };
}
