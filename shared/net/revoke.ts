/** Sign-outs the server has not heard of: a ticket each, good for ending that session and for nothing else. */
import { revoke } from '../contract/identity/auth.ts';
import { sha256Hex } from '../contract/wire/bytes.ts';
import { isTransient } from './apiError.ts';
import { createKeyValueStore } from '../storage/values.ts';
import type { Client } from './client.ts';

const DATABASE = 'wayside-revoke';
const STORE = 'tickets';

interface Ports {
  client: Pick<Client, 'call'>;
  warn: (message: string, error: unknown) => void;
}

export function createTickets({ client, warn }: Ports) {
  const kept = createKeyValueStore(DATABASE, STORE);

  async function handIn(ticket: string): Promise<void> {
    try {
      await client.call(revoke, { body: { ticket } });
    } catch (error) {
      warn('a sign-out is still to be told', error);
      // Refused for good: it would be next time, too.
      if (isTransient(error)) return;
    }
    await kept.remove(ticket);
  }
  async function handInAll(): Promise<void> {
    for (const ticket of await kept.keys()) await handIn(ticket);
  }

  return {
    handInAll,
    /** The token itself is gone by now; of its hash, which opens nothing, the server knows the session. */
    async signedOut(refreshToken: string, heard: Promise<boolean>): Promise<void> {
      const ticket = await sha256Hex(refreshToken);
      await kept.put(ticket, true);
      if (await heard) await kept.remove(ticket);
      else await handInAll();
    },
  };
}
