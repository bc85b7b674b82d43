/** The offline write queue of the signed-in user: one table for all tabs, one of which sends at a time. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../../shared/clock.ts';
import { TENANT_HEADER, type Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import type { Connection } from '../../../shared/device/storage.ts';
import type { NetworkMonitor } from '../../../shared/net/attempts.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { ApiRequest } from '../../../shared/net/request.ts';
import { draftOf, isQueueable, type Write } from '../../../shared/queue/eligible.ts';
import type { Draft, Entry, FailedEntry, Metadata, Owner } from '../../../shared/queue/entry.ts';
import { createLane } from '../../../shared/queue/lane.ts';
import { QUEUE_POLICY } from '../../../shared/queue/policy.ts';
import { createSend } from '../../../shared/queue/send.ts';
import { createStore as createTable } from '../../../shared/queue/store.ts';

export interface PendingWrites {
  entries: readonly Entry[];
  failed: readonly FailedEntry[];
  /** Failed ones that no longer fit into the list. */
  unlisted: number;
  /** Counts how often entries left the queue; views read before that are outdated. */
  settledCount: number;
}
const EMPTY: Omit<PendingWrites, 'settledCount'> = { entries: [], failed: [], unlisted: 0 };

export interface QueuePorts {
  db: Connection;
  clock: Clock;
  fetch: typeof fetch;
  client: Pick<Client, 'credentials' | 'renew'>;
  /** The signed-in user and the tenant he acts in. */
  owner: () => Owner | null;
  network: NetworkMonitor & { onOnline: (listener: () => void) => () => void };
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Asked before each request: false where the lock may have been lost. */
  isLocked: () => boolean;
  /** Notifies the other tabs, and receives their notifications. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'close'> & {
    onmessage: ((event: MessageEvent) => void) | null;
  };
  log: (message: string, error: unknown) => void;
  /** Told once of each entry that ended without being done, in one page of the browser. */
  report: (failed: FailedEntry) => void;
}

export function createQueue({
  db,
  clock,
  fetch,
  client,
  owner,
  network,
  channel,
  log,
  report,
  ...locking
}: QueuePorts) {
  const pending = createStore<PendingWrites>(() => ({ ...EMPTY, settledCount: 0 }));
  const table = createTable({ db, clock, policy: QUEUE_POLICY, onChange: onTableChange });
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
    ...locking,
    owner,
    isOnline: () => network.store.getState().status !== 'offline',
    isServerReachable: () => network.check(),
    send: entries => Promise.all(entries.map(entry => send(entry))),
    onFault: error => log('what waits could not be written down', error),
  });

  async function read() {
    const ownerNow = owner();
    const now = ownerNow
      ? {
          entries: await table.list(ownerNow),
          failed: await table.failed(ownerNow),
          unlisted: await table.unlisted(ownerNow),
        }
      : EMPTY;
    const { entries, settledCount } = pending.getState();
    pending.setState(
      { ...now, settledCount: now.entries.length < entries.length ? settledCount + 1 : settledCount },
      true,
    );
    if (ownerNow) for (const failed of await table.takeUnreported(ownerNow)) report(failed);
  }
  const refresh = () => void read().catch((error: unknown) => log('what waits could not be read', error));
  function onTableChange() {
    channel.postMessage(null);
    refresh();
  }
  channel.onmessage = () => {
    refresh();
    void lane.kick();
  };
  const stopWatching = network.onOnline(() => void lane.linkRestored());

  /**
   * A PUT holds the whole of what it names: one that waits for the same would only meet the version of the new one. And
   * what is published twice in a row is published once.
   */
  const supersededBy = async ({ method, url }: Pick<Write, 'method' | 'url'>, owner: Owner) =>
    method === 'PUT' || url.endsWith('/publish')
      ? (await table.list(owner)).filter(entry => entry.method === method && entry.url === url)
      : [];

  /** Those of the same playlist that wait behind its draft. */
  const publicationsOf = ({ seq, method, url }: Entry, entries: readonly Entry[]) =>
    method === 'PUT'
      ? entries.filter(one => one.seq > seq && one.url === url.replace(/[^/]+$/, 'publish'))
      : [];

  const requeue = (
    { no, failedAt: _at, reason: _reason, said: _said, ...draft }: FailedEntry,
    changes: Partial<Draft> = {},
  ) => table.add({ ...draft, retryCount: 0, timestamp: clock.now(), ...changes }, no);

  return {
    pending,
    /** It could not be opened: another may be. */
    close(): void {
      stopWatching();
      channel.close();
    },
    /** After a sign-in or a tenant switch: resumes the entries of the new owner. */
    async resume() {
      const ownerNow = owner();
      if (ownerNow) await table.unpark(ownerNow, 'signed_out');
      await read();
      void lane.kick();
    },
    /** True: the write is stored durably. False: it may not be queued, or storing it failed. */
    async enqueue(
      endpoint: Endpoint,
      request: ApiRequest,
      { id, metadata, spent }: { id: string; metadata: Metadata; spent: number },
    ): Promise<boolean> {
      const user = owner();
      const { body } = request;
      if (!user || endpoint.method === 'GET' || (body !== undefined && typeof body !== 'string'))
        return false;
      if (!isQueueable(endpoint, body)) return false;
      const write = { method: endpoint.method, url: request.url, headers: request.headers, body };
      /** Made in the tenant it was meant for, which the user may have left while it was tried. */
      const tenant = request.headers.get(TENANT_HEADER);
      const made = 'tenant' in user && tenant !== null ? { ...user, tenant } : user;
      try {
        const older = await supersededBy(write, made);
        await table.add(draftOf(write, { id, owner: made, metadata, spent, timestamp: clock.now() }));
        for (const { seq } of older) if (!lane.isInFlight(seq)) await table.withdraw(seq);
      } catch (error) {
        log('a change could not be kept', error);
        return false;
      }
      void lane.kick();
      return true;
    },
    async retry(failed: FailedEntry): Promise<void> {
      await requeue(failed);
      void lane.kick();
    },
    /** What was parked for its age is sent after all: the server may have done it before, which the user was told. */
    async retryParked({ seq }: Entry): Promise<void> {
      await table.retry(seq);
      void lane.kick();
    },
    /** Retries against the version the server has now. */
    async overwrite(failed: FailedEntry, version: number): Promise<void> {
      await requeue(failed, { headers: { ...failed.headers, 'if-match': `"${version}"` } });
      void lane.kick();
    },
    /**
     * Stops the entry from being sent, and with a draft its publication, which is of no use without it. Empty: it is in
     * flight or already sent, so the server may have processed it.
     */
    async cancel(entry: Entry): Promise<readonly Entry[]> {
      const isWithdrawn = (await table.withdraw(entry.seq)) && !lane.isInFlight(entry.seq);
      const withdrawn = isWithdrawn ? [entry] : [];
      for (const later of isWithdrawn ? publicationsOf(entry, pending.getState().entries) : [])
        if ((await table.withdraw(later.seq)) && !lane.isInFlight(later.seq)) withdrawn.push(later);
      const laneRun = lane.kick();
      // Views are refetched after the run, because the write may have taken effect.
      if (!isWithdrawn)
        void laneRun.then(() => pending.setState(({ settledCount }) => ({ settledCount: settledCount + 1 })));
      return withdrawn;
    },
    /** Takes back that they were cancelled. Each keeps its number, and with it its place before what was made after it. */
    async restore(entries: readonly Entry[]): Promise<void> {
      for (const { state: _state, reason: _reason, ...draft } of entries) await table.add(draft);
      void lane.kick();
    },
    discard: (failed: FailedEntry) => table.deleteFailed(failed.no),
    /** The user knows of those that are no longer listed. */
    async discardUnlisted(): Promise<void> {
      const ownerNow = owner();
      if (ownerNow) await table.clearUnlisted(ownerNow);
    },
    /** Entries of a user in all tenants, which a sign-out would discard. */
    count: (user: string) => table.count(user),
    /** Called on explicit sign-out only. */
    wipe: (user: string) => table.wipe(user),
  };
}
export type Queue = ReturnType<typeof createQueue>;
