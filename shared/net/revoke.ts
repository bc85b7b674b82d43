/** Sign-outs the server has not confirmed. Each is stored as a ticket that can only end its own session. */
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

export function createRevocations({ client, warn }: Ports) {
  const tickets = createKeyValueStore(DATABASE, STORE);

  async function submit(ticket: string): Promise<void> {
    try {
      await client.call(revoke, { body: { ticket } });
    } catch (error) {
      warn('a sign-out is still to be told', error);
      // Any other refusal is final, so the ticket is deleted.
      if (isTransient(error)) return;
    }
    await tickets.remove(ticket);
  }
  async function submitAll(): Promise<void> {
    for (const ticket of await tickets.keys()) await submit(ticket);
  }

  return {
    handInAll: submitAll,
    /** The token itself is already deleted. The server identifies the session by the hash, which grants no access. */
    async recordSignOut(refreshToken: string, isConfirmed: Promise<boolean>): Promise<void> {
      const ticket = await sha256Hex(refreshToken);
      await tickets.put(ticket, true);
      if (await isConfirmed) await tickets.remove(ticket);
      else await submitAll();
    },
  };
}
