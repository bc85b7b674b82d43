/** Sign-outs that the server has not heard of: their tickets lie in the outbox of this browser. */
import { recordSignOut } from '../../../shared/net/revoke.ts';
import { outbox } from './outbox.ts';
import { requestSync } from './requestSync.ts';

/** crypto.subtle is missing on plain http; there the session ends by expiry. */
const canHash = 'subtle' in crypto && 'indexedDB' in globalThis;

export function queueRevocation(refreshToken: string, serverConfirmed: Promise<boolean>): void {
  if (!canHash) return;
  recordSignOut(outbox, refreshToken, serverConfirmed).catch((error: unknown) =>
    console.warn('no revoke ticket could be kept', error),
  );
  void serverConfirmed.then(isConfirmed => (isConfirmed ? undefined : requestSync()));
}
