import type { Client } from '../../../shared/net/client.ts';
import { createTickets } from '../../../shared/net/revoke.ts';

const warn = (message: string, error: unknown) => console.warn(message, error);
const failed = (error: unknown) => warn('no revoke ticket could be kept', error);
/** Plain http on a LAN can make no hash: there the session ends by its age. */
const canHash = 'subtle' in crypto && 'indexedDB' in globalThis;

export function signedOut(client: Client, refreshToken: string, heard: Promise<boolean>): void {
  if (canHash) createTickets({ client, warn }).signedOut(refreshToken, heard).catch(failed);
}

/** Now, and each time the link comes back. */
export function handInWhenever(client: Client): void {
  if (!canHash) return;
  const tickets = createTickets({ client, warn });
  const handIn = () => void tickets.handInAll().catch(failed);
  addEventListener('online', handIn);
  handIn();
}
