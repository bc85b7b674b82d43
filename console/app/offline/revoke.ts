/** The outbox of this browser as the console runs it. Sign-outs that the server has not heard of lie in it. */
import { systemClock } from '../../../shared/clock.ts';
import { connect } from '../../../shared/device/storage.ts';
import { recordSignOut } from '../../../shared/net/revoke.ts';
import { ANYONE } from '../../../shared/queue/entry.ts';
import { createOutbox } from '../../../shared/queue/outbox.ts';
import { exclusively } from '../queue/exclusively.ts';
import { requestSync } from './requestSync.ts';

const warn = (message: string) => (error: unknown) => console.warn(message, error);
/** crypto.subtle is missing on plain http; there the session ends by expiry. */
const canHash = 'subtle' in crypto && 'indexedDB' in globalThis;

const db = connect();
const outbox = createOutbox({
  db,
  clock: systemClock,
  fetch: (input, init) => fetch(input, init),
  ...exclusively('outbox', db),
  owner: ANYONE,
  isOnline: () => navigator.onLine,
  waitsForRetries: true,
  onFault: warn('a sign-out is still to be told'),
});

export function queueRevocation(refreshToken: string, serverConfirmed: Promise<boolean>): void {
  if (!canHash) return;
  recordSignOut(outbox, refreshToken, serverConfirmed).catch(warn('no revoke ticket could be kept'));
  void serverConfirmed.then(isConfirmed => (isConfirmed ? undefined : requestSync()));
}

/** Sends now and each time the browser goes online. */
export function submitRevocationsWhenOnline(): void {
  if (!canHash) return;
  addEventListener('online', () => void outbox.linkRestored());
  void outbox.run();
}
