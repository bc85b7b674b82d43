/** Sends the outbox and the user's queue when no page does: on request of a closing console page, or on Background Sync. */
import type { Clock } from '../shared/clock.ts';
import { QUEUE } from '../shared/constants.ts';
import type { Tokens } from '../shared/contract/identity/auth.ts';
import type { Connection } from '../shared/device/storage.ts';
import { ApiError, NO_ANSWER, readApiError } from '../shared/net/apiError.ts';
import { createRefresher, type Lock } from '../shared/net/refresh.ts';
import { isTokens, type TokenStore } from '../shared/net/tokens.ts';
import { ANYONE, type Entry } from '../shared/queue/entry.ts';
import { createLane, type Lane } from '../shared/queue/lane.ts';
import type { LOCKS } from '../shared/queue/names.ts';
import { createOutbox } from '../shared/queue/outbox.ts';
import { QUEUE_POLICY } from '../shared/queue/policy.ts';
import { createSend } from '../shared/queue/send.ts';
import { createStore } from '../shared/queue/store.ts';
import { isPlayerPath } from '../shared/web/playerPath.ts';

export interface WorkerLanePorts {
  db: Connection;
  clock: Clock;
  fetch: typeof fetch;
  tokens: TokenStore;
  /** Id of the last signed-in user; null: unknown. */
  user: () => Promise<string | null>;
  lock: (name: keyof typeof LOCKS) => Lock;
  /** Addresses of the open pages. */
  pages: () => Promise<readonly string[]>;
  onChange: () => void;
  log: (error: unknown) => void;
}

const REFRESH = '/api/auth/refresh';

export function createWorkerLane({ db, clock, fetch, tokens, lock, ...ports }: WorkerLanePorts) {
  const store = createStore({ db, clock, policy: QUEUE_POLICY, onChange: ports.onChange });

  /** Without the API client, because the client and its schemas would double the size of the worker. */
  async function exchange(refresh_token: string): Promise<Tokens> {
    const stop = new AbortController();
    // The pages wait for the lock that is held meanwhile.
    const cancel = clock.after(QUEUE.requestTimeoutMs, () => stop.abort());
    try {
      const response = await fetch(REFRESH, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token }),
        credentials: 'include',
        redirect: 'error',
        signal: stop.signal,
      });
      if (!response.ok) throw await readApiError(response);
      // A page of a captive portal must not take the place of the tokens.
      const { tokens: fresh } = ((await response.json()) ?? {}) as { tokens?: unknown };
      if (!isTokens(fresh)) throw new ApiError('NOT_OURS', 'The answer holds no tokens');
      return fresh;
    } catch (cause) {
      throw cause instanceof ApiError ? cause : new ApiError('NETWORK', NO_ANSWER, { cause });
    } finally {
      cancel();
    }
  }
  const renew = createRefresher({ tokens, clock, exchange, lock: lock('refresh') });

  function laneOf(owner: { user: string; tenant: string }) {
    const send = createSend({
      fetch,
      clock,
      async credentials() {
        const stored = (await ports.user()) === owner.user ? await tokens.read() : null;
        const headers = stored && {
          authorization: `Bearer ${stored.access_token}`,
          'x-tenant-id': owner.tenant,
        };
        return headers && { token: stored.access_token, headers };
      },
      renew: async token => (await renew(token)).at,
    });
    return createLane({
      store,
      policy: QUEUE_POLICY,
      clock,
      lock: lock('userLane'),
      owner: () => owner,
      isOnline: () => true,
      // The worker does not check: a timeout counts as unreachable.
      isServerReachable: () => Promise.resolve(false),
      send: (entries: readonly Entry[]) => Promise.all(entries.map(entry => send(entry))),
      onFault: ports.log,
      waitsForRetries: false,
    });
  }

  const outbox = createOutbox({
    ...{ db, clock, fetch, owner: ANYONE, lock: lock('outbox') },
    ...{ isOnline: () => true, waitsForRetries: false, onFault: ports.log },
  });

  const running = new Set<Lane>();

  async function run(): Promise<void> {
    await Promise.all([outbox.run(), runOfUser()]);
  }
  async function runOfUser(): Promise<void> {
    const user = await ports.user();
    if (user === null || !(await tokens.read())) return;
    const tenants = new Set<string>();
    for (const { owner } of await (await db()).getAll('queue'))
      if ('user' in owner && owner.user === user) tenants.add(owner.tenant);
    for (const tenant of tenants) {
      const lane = laneOf({ user, tenant });
      running.add(lane);
      await lane.kick().finally(() => running.delete(lane));
    }
  }

  async function hasWaiting(): Promise<boolean> {
    const user = await ports.user();
    const ofUser = (await (await db()).getAll('queue')).filter(
      ({ owner }) => 'user' in owner && owner.user === user,
    );
    return [...ofUser, ...(await outbox.list())].some(({ state }) => state === 'waiting');
  }

  return {
    run,
    /** A page has changed the queue; withdrawn entries must not be sent. */
    reread(): void {
      for (const lane of running) void lane.kick();
    },
    /** Rejects where something still waits. In the browser of a screen nothing of a user is sent without a request. */
    async onSync(): Promise<void> {
      const isScreen = (await ports.pages()).some(page => isPlayerPath(new URL(page).pathname));
      if (isScreen) return;
      await run();
      // The browser tries again only what has failed.
      if (await hasWaiting()) throw new Error('some changes still wait for the server');
    },
  };
}
