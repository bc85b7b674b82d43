/** The queue of this page, opened by the first that asks for it. */
import { systemClock } from '../../../shared/clock.ts';
import { LOCKS, QUEUE_CHANNEL, RUN_LANE, SYNC_TAG } from '../../../shared/queue/names.ts';
import { connectByDexie } from '../../../shared/storage/dexie.ts';
import type { Session } from '../session/session.ts';
import { setOpenQueue } from './leaving.ts';
import { createQueue, type Queue } from './queue.ts';

let opening: Promise<Queue> | undefined;

async function open(session: Session): Promise<Queue> {
  const owner = () => {
    const state = session.store.getState();
    return state.at === 'authenticated' ? { user: state.user.id, tenant: state.user.tenant_id } : null;
  };
  const queue = createQueue({
    db: connectByDexie(),
    clock: systemClock,
    fetch: (input, init) => fetch(input, init),
    client: session.client,
    owner,
    network: await session.network!(),
    // Plain http on a LAN has no locks: there the keys alone keep a write from being done twice.
    lock: work => ('locks' in navigator ? navigator.locks.request(LOCKS.userLane, work) : work()),
    channel: new BroadcastChannel(QUEUE_CHANNEL),
    log: (message, error) => console.warn(message, error),
  });
  let previousOwner = JSON.stringify(owner());
  session.store.subscribe(() => {
    const currentOwner = JSON.stringify(owner());
    if (currentOwner === previousOwner) return;
    previousOwner = currentOwner;
    void queue.resume();
  });
  await queue.resume();
  handOverToWorker(queue);
  setOpenQueue(queue);
  return queue;
}

/** Chromium alone has it. */
interface WithBackgroundSync {
  sync?: { register: (tag: string) => Promise<void> };
}
/** A page that goes away asks the worker to go on, now and when the link is back. */
function handOverToWorker(queue: Queue) {
  addEventListener('pagehide', () => {
    if (queue.pending.getState().entries.length > 0)
      navigator.serviceWorker?.controller?.postMessage({ type: RUN_LANE });
  });
  queue.pending.subscribe(({ entries }, before) => {
    if (entries.length <= before.entries.length) return;
    void navigator.serviceWorker?.ready
      .then(registration => (registration as WithBackgroundSync).sync?.register(SYNC_TAG))
      // Where it is not allowed the next page goes on.
      .catch(() => undefined);
  });
}

/** Asked for again where it did not open. */
export function openQueue(session: Session): Promise<Queue> {
  opening ??= open(session);
  opening.catch(() => (opening = undefined));
  return opening;
}
/** False where nothing can wait here: then the write fails as it would have. */
export async function enqueue(session: Session, ...write: Parameters<Queue['take']>): Promise<boolean> {
  try {
    return await (await openQueue(session)).take(...write);
  } catch (error) {
    console.warn('nothing can wait here', error);
    return false;
  }
}
