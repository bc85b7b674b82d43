/** The outbox of this browser for what needs no account: sign-outs and messages of the contact page. */
import { systemClock } from '../../../shared/clock.ts';
import { connect } from '../../../shared/device/storage.ts';
import { ANYONE } from '../../../shared/queue/entry.ts';
import { createOutbox } from '../../../shared/queue/outbox.ts';
import { exclusively } from '../queue/exclusively.ts';

const db = connect();
export const outbox = createOutbox({
  db,
  clock: systemClock,
  fetch: (input, init) => fetch(input, init),
  ...exclusively('outbox', db),
  owner: ANYONE,
  isOnline: () => navigator.onLine,
  waitsForRetries: true,
  onFault: error => console.warn('the outbox could not be sent', error),
});

let isStarted = false;
/** Sends now and each time the browser goes online. */
export function sendOutboxWhenOnline(): void {
  if (isStarted || !('indexedDB' in globalThis)) return;
  isStarted = true;
  addEventListener('online', () => void outbox.linkRestored());
  void outbox.run();
}
