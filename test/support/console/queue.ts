/** The console's queue over an empty disk, a link and a server by hand. */
import { createQueue, type QueuePorts } from '../../../console/app/queue/queue.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { buildRequest } from '../../../shared/net/request.ts';
import type { LinkStatus } from '../../../shared/net/retry.ts';
import type { Owner } from '../../../shared/queue/entry.ts';
import { emptyDisk } from '../../shared/queue/entries.ts';
import { manualClock } from '../clock.ts';

export const ME: Owner = { user: 'u1', tenant: 't1' };
export const ABOUT = { type: 'devices.patch', description: 'Taxi 12' };
export const KEY = '00000000-0000-4000-8000-000000000001';

export function begin(
  answer: (init: RequestInit) => Response | Promise<Response>,
  status: LinkStatus = 'offline',
  network?: QueuePorts['network'],
  over: Partial<QueuePorts> = {},
) {
  /** `isThere`: what a health check finds while the link is not offline. */
  const world = { status, isThere: true, owner: ME as Owner | null };
  const listeners = new Set<() => void>();
  const sent: { url: string; init: RequestInit }[] = [];
  const clock = manualClock();
  const db = emptyDisk();
  const queue = createQueue({
    db,
    clock,
    fetch: (url, init = {}) => {
      sent.push({ url: url as string, init });
      return Promise.resolve(answer(init));
    },
    client: {
      credentials: () => Promise.resolve({ token: 'a1', headers: { authorization: 'Bearer a1' } }),
      renew: () => Promise.resolve({ at: 'refused' }),
    },
    owner: () => world.owner,
    network: network ?? {
      store: { getState: () => world, subscribe: () => () => undefined },
      check: () => Promise.resolve(world.isThere && world.status !== 'offline'),
      recordCall: () => undefined,
      onOnline(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    lock: work => work(),
    isLocked: () => true,
    channel: { postMessage: () => undefined, close: () => undefined, onmessage: null },
    report: () => undefined,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
    ...over,
  });
  const change = (version: number) => ({
    e: devices.patch,
    request: buildRequest(devices.patch, {
      params: { id: 'd1' },
      body: { name: 'Taxi 12' },
      version,
      key: KEY,
    }),
  });
  const wait = (version = 3, id = KEY, spent = 0) => {
    const { e, request } = change(version);
    return queue.enqueue(e, request, { id, metadata: ABOUT, spent });
  };
  const online = () => {
    world.status = 'online';
    for (const listener of listeners) listener();
  };
  const shown = () => queue.pending.getState();
  return { queue, world, sent, wait, online, shown, clock, db };
}
export const done = (init: RequestInit) =>
  new Response('{}', { headers: { 'idempotency-key': new Headers(init.headers).get('idempotency-key')! } });
export const stale = () =>
  new Response(
    JSON.stringify({
      error: 'VERSION_CONFLICT',
      message: 'newer',
      details: { id: 'd1', name: 'Taxi 7', version: 9 },
    }),
    {
      status: 412,
      headers: { 'content-type': 'application/json' },
    },
  );
