/** The queue of this page, opened by the first that asks for it. */
import { systemClock } from '../../shared/clock.ts';
import { connectByDexie } from '../../shared/storage/dexie.ts';
import type { Session } from '../session.ts';
import { nowOpen } from './leaving.ts';
import { createQueue, type Queue } from './queue.ts';

const LANE = 'wayside-lane-user';
const CHANNEL = 'wayside-queue';

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
    lock: work => ('locks' in navigator ? navigator.locks.request(LANE, work) : work()),
    channel: new BroadcastChannel(CHANNEL),
    log: (message, error) => console.warn(message, error),
  });
  let before = JSON.stringify(owner());
  session.store.subscribe(() => {
    const now = JSON.stringify(owner());
    if (now === before) return;
    before = now;
    void queue.begin();
  });
  await queue.begin();
  nowOpen(queue);
  return queue;
}

export const openQueue = (session: Session): Promise<Queue> => (opening ??= open(session));
