/** The outbox of the signed-in user, for what binds: a signature reaches the server once, however long that takes. */
import { systemClock } from '../../../shared/clock.ts';
import { connect } from '../../../shared/device/storage.ts';
import { sameOwner, type Owner } from '../../../shared/queue/entry.ts';
import { createOutbox, type Outbox } from '../../../shared/queue/outbox.ts';
import { exclusively } from '../queue/exclusively.ts';
import type { Session } from '../session/session.ts';
import { sendOutboxWhenOnline } from './outbox.ts';

const db = connect();
const outboxes = new Map<string, Outbox>();
const listeners = new Set<() => void>();
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('wayside-user-outbox') : null;

function ownerOf({ store }: Session): Owner | null {
  const state = store.getState();
  return state.at === 'authenticated' ? { user: state.user.id, tenant: state.user.tenant_id } : null;
}
function changed(): void {
  channel?.postMessage(null);
  for (const listener of listeners) listener();
}
if (channel) channel.onmessage = () => listeners.forEach(listener => listener());

/** null: nobody is signed in, or this browser stores nothing. */
export function userOutbox(session: Session): Outbox | null {
  const owner = ownerOf(session);
  if (!owner || !('indexedDB' in globalThis)) return null;
  const key = JSON.stringify(owner);
  const open = outboxes.get(key);
  if (open) return open;
  /** What he did in one tenant is sent while he acts there. */
  const isHere = () => {
    const now = ownerOf(session);
    return now !== null && sameOwner(now, owner);
  };
  const outbox = createOutbox({
    db,
    clock: systemClock,
    fetch: (input, init) => fetch(input, init),
    ...exclusively('userOutbox', db),
    owner,
    session: {
      credentials: () => session.client.credentials(),
      renew: async token => (await session.client.renew(token)).at,
    },
    isOnline: () => navigator.onLine && isHere(),
    waitsForRetries: true,
    onChange: changed,
    onFault: error => console.warn('the outbox of the user could not be sent', error),
  });
  outboxes.set(key, outbox);
  return outbox;
}

/** Answers how to stop listening. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let isStarted = false;
/** Sends both outboxes now and each time the browser goes online; this one each time somebody signs in, too. */
export function sendWhenOnline(session: Session): void {
  sendOutboxWhenOnline();
  if (isStarted || !('indexedDB' in globalThis)) return;
  isStarted = true;
  const warn = (error: unknown) => console.warn('the outbox of the user could not be read', error);
  const resume = () => userOutbox(session)?.resume().catch(warn);
  let previous = JSON.stringify(ownerOf(session));
  session.store.subscribe(() => {
    const now = JSON.stringify(ownerOf(session));
    if (now === previous) return;
    previous = now;
    void resume();
  });
  addEventListener('online', () => void userOutbox(session)?.linkRestored());
  void resume();
}
