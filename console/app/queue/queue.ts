/** What waits in this browser to be sent for whoever is signed in: one table for all tabs, one lane among them. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../../shared/clock.ts';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import type { Connection } from '../../../shared/device/storage.ts';
import type { NetworkMonitor } from '../../../shared/net/attempts.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { ApiRequest } from '../../../shared/net/request.ts';
import { draftOf, isQueueable } from '../../../shared/queue/eligible.ts';
import type { Draft, Entry, FailedEntry, Metadata, Owner } from '../../../shared/queue/entry.ts';
import { createLane } from '../../../shared/queue/lane.ts';
import { QUEUE_POLICY } from '../../../shared/queue/policy.ts';
import { createSend } from '../../../shared/queue/send.ts';
import { createStore as createTable } from '../../../shared/queue/store.ts';

export interface Pending {
  entries: readonly Entry[];
  failed: readonly FailedEntry[];
  /** How often one or more of them were seen to end: what is shown of them is older than that. */
  ended: number;
}
const NOTHING: Omit<Pending, 'ended'> = { entries: [], failed: [] };

export interface QueuePorts {
  db: Connection;
  clock: Clock;
  fetch: typeof fetch;
  client: Pick<Client, 'credentials' | 'renew'>;
  /** Who is signed in, and in which tenant he acts. */
  owner: () => Owner | null;
  network: NetworkMonitor & { onOnline: (listener: () => void) => () => void };
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Tells the other tabs, and is told by them. */
  channel: Pick<BroadcastChannel, 'postMessage'> & { onmessage: ((event: MessageEvent) => void) | null };
  log: (message: string, error: unknown) => void;
}

export function createQueue({ db, clock, fetch, client, owner, network, lock, channel, log }: QueuePorts) {
  const pending = createStore<Pending>(() => ({ ...NOTHING, ended: 0 }));
  const table = createTable({ db, clock, policy: QUEUE_POLICY, onChange });
  const send = createSend({
    fetch,
    clock,
    credentials: () => client.credentials(),
    renew: async token => (await client.renew(token)).at,
  });
  const lane = createLane({
    store: table,
    policy: QUEUE_POLICY,
    clock,
    lock,
    owner,
    isOnline: () => network.store.getState().status !== 'offline',
    isServerReachable: () => network.check(),
    send: entries => Promise.all(entries.map(entry => send(entry))),
    onFault: error => log('what waits could not be written down', error),
  });

  async function read() {
    const mine = owner();
    const now = mine ? { entries: await table.list(mine), failed: await table.failed(mine) } : NOTHING;
    const { entries, ended } = pending.getState();
    pending.setState({ ...now, ended: now.entries.length < entries.length ? ended + 1 : ended }, true);
  }
  const look = () => void read().catch((error: unknown) => log('what waits could not be read', error));
  function onChange() {
    channel.postMessage(null);
    look();
  }
  channel.onmessage = () => {
    look();
    void lane.kick();
  };
  network.onOnline(() => void lane.linkRestored());

  const again = (
    { no, failedAt: _at, reason: _reason, said: _said, ...draft }: FailedEntry,
    over: Partial<Draft> = {},
  ) => table.add({ ...draft, retryCount: 0, timestamp: clock.now(), ...over }, no);

  return {
    pending,
    /** Somebody came, or acts in another tenant: what is his goes on. */
    async begin() {
      const mine = owner();
      if (mine) await table.unpark(mine, 'signed_out');
      await read();
      void lane.kick();
    },
    /** False where it may not wait, or the disk does not take it. Durable when it is true. */
    async take(
      e: Endpoint,
      request: ApiRequest,
      { id, metadata }: { id: string; metadata: Metadata },
    ): Promise<boolean> {
      const mine = owner();
      const { body } = request;
      if (!mine || e.method === 'GET' || (body !== undefined && typeof body !== 'string')) return false;
      if (!isQueueable(e, body)) return false;
      const write = { method: e.method, url: request.url, headers: request.headers, body };
      try {
        await table.add(draftOf(write, { id, owner: mine, metadata, timestamp: clock.now() }));
      } catch (error) {
        log('a change could not be kept', error);
        return false;
      }
      void lane.kick();
      return true;
    },
    async retry(failed: FailedEntry): Promise<void> {
      await again(failed);
      void lane.kick();
    },
    /** Over the version that stands there now. */
    async overwrite(failed: FailedEntry, version: number): Promise<void> {
      await again(failed, { headers: { ...failed.headers, 'if-match': `"${version}"` } });
      void lane.kick();
    },
    /** Nothing of it is sent from now on. False: it was on its way from this tab or is through, and may have been heard. */
    async cancel({ seq }: Entry): Promise<boolean> {
      const isBack = (await table.withdraw(seq)) && !lane.isInFlight(seq);
      const through = lane.kick();
      // What it may have changed is shown as it stands then.
      if (!isBack) void through.then(() => pending.setState(({ ended }) => ({ ended: ended + 1 })));
      return isBack;
    },
    discard: (failed: FailedEntry) => table.deleteFailed(failed.no),
    /** All of this user that a sign-out would lose, in whichever tenant. */
    count: async () => {
      const mine = owner();
      return mine && 'user' in mine ? table.count(mine.user) : 0;
    },
    /** With an explicit sign-out. */
    wipe: async () => {
      const mine = owner();
      if (mine && 'user' in mine) await table.wipe(mine.user);
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;
