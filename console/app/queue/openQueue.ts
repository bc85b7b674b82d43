/** The write queue of this page, opened on first use. */
import { systemClock } from '../../../shared/clock.ts';
import { QUEUE_CHANNEL, RUN_LANE } from '../../../shared/queue/names.ts';
import { connectByDexie } from '../../../shared/storage/dexie.ts';
import { reportError } from '../consent/reportError.ts';
import { requestSync } from '../offline/requestSync.ts';
import type { Session } from '../session/session.ts';
import { exclusively } from './exclusively.ts';
import { setOpenQueue } from './confirmSignOut.ts';
import { createQueue, type Queue } from './queue.ts';

let opening: Promise<Queue> | undefined;

async function open(session: Session): Promise<Queue> {
  const owner = () => {
    const state = session.store.getState();
    return state.at === 'authenticated' ? { user: state.user.id, tenant: state.user.tenant_id } : null;
  };
  const db = connectByDexie();
  const queue = createQueue({
    db,
    clock: systemClock,
    fetch: (input, init) => fetch(input, init),
    client: session.client,
    owner,
    network: await session.network!(),
    ...exclusively('userLane', db),
    channel: new BroadcastChannel(QUEUE_CHANNEL),
    log: (message, error) => console.warn(message, error),
    report: ({ url, reason, metadata, retryCount, said }) =>
      reportError({
        url,
        error: new Error(`${metadata.type}: ${reason}`),
        status: said.status ?? null,
        attempt: retryCount + 1,
        max_attempts: retryCount + 1,
      }),
  });
  let previousOwner = JSON.stringify(owner());
  const stopWatching = session.store.subscribe(() => {
    const currentOwner = JSON.stringify(owner());
    if (currentOwner === previousOwner) return;
    previousOwner = currentOwner;
    void queue.resume();
  });
  try {
    await queue.resume();
  } catch (error) {
    stopWatching();
    queue.close();
    throw error;
  }
  handOverToWorker(queue);
  setOpenQueue(queue);
  return queue;
}

/** Hands the queue to the service worker when the page is hidden, and by Background Sync when the network returns. */
function handOverToWorker(queue: Queue) {
  addEventListener('pagehide', () => {
    if (queue.pending.getState().entries.length > 0)
      navigator.serviceWorker?.controller?.postMessage({ type: RUN_LANE });
  });
  queue.pending.subscribe(({ entries }, before) => {
    if (entries.length <= before.entries.length) return;
    void requestSync();
  });
}

/** Retries on the next call when opening failed. */
export function openQueue(session: Session): Promise<Queue> {
  opening ??= open(session);
  opening.catch(() => (opening = undefined));
  return opening;
}
/** False when this browser cannot queue writes; the write then fails as without a queue. */
export async function enqueue(session: Session, ...write: Parameters<Queue['enqueue']>): Promise<boolean> {
  try {
    return await (await openQueue(session)).enqueue(...write);
  } catch (error) {
    console.warn('nothing can wait here', error);
    return false;
  }
}
