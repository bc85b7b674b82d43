import type { Client } from '../../../shared/net/client.ts';
import { createRevocations } from '../../../shared/net/revoke.ts';

const warn = (message: string, error: unknown) => console.warn(message, error);
const warnOfFailure = (error: unknown) => warn('no revoke ticket could be kept', error);
/** crypto.subtle is missing on plain http; there the session ends by expiry. */
const canHash = 'subtle' in crypto && 'indexedDB' in globalThis;

export function queueRevocation(
  client: Client,
  refreshToken: string,
  serverConfirmed: Promise<boolean>,
): void {
  if (canHash)
    createRevocations({ client, warn }).recordSignOut(refreshToken, serverConfirmed).catch(warnOfFailure);
}

/** Submits now and each time the browser goes online. */
export function submitRevocationsWhenOnline(client: Client): void {
  if (!canHash) return;
  const tickets = createRevocations({ client, warn });
  const submit = () => void tickets.handInAll().catch(warnOfFailure);
  addEventListener('online', submit);
  submit();
}
