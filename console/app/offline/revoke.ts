import type { Client } from '../../../shared/net/client.ts';
import { createRevocations } from '../../../shared/net/revoke.ts';

const warn = (message: string, error: unknown) => console.warn(message, error);
const failed = (error: unknown) => warn('no revoke ticket could be kept', error);
/** Plain http on a LAN can make no hash: there the session ends by its age. */
const canHash = 'subtle' in crypto && 'indexedDB' in globalThis;

export function signedOut(client: Client, refreshToken: string, heard: Promise<boolean>): void {
  if (canHash) createRevocations({ client, warn }).recordSignOut(refreshToken, heard).catch(failed);
}

/** Now, and each time the link comes back. */
export function handInWhenever(client: Client): void {
  if (!canHash) return;
  const tickets = createRevocations({ client, warn });
  const handIn = () => void tickets.handInAll().catch(failed);
  addEventListener('online', handIn);
  handIn();
}
