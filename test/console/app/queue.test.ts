import { describe, expect, it, vi } from 'vitest';
import { createQueue, type QueuePorts } from '../../../console/app/queue/queue.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import type { LinkStatus } from '../../../shared/net/retry.ts';
import { requestOf } from '../../../shared/net/request.ts';
import type { Owner } from '../../../shared/queue/entry.ts';
import { manualClock } from '../../support/clock.ts';
import { refused, world as linkWorld } from '../../shared/net/quality/world.ts';
import { emptyDisk } from '../../shared/queue/entries.ts';

const ME: Owner = { user: 'u1', tenant: 't1' };
const ABOUT = { type: 'devices.patch', description: 'Taxi 12' };
const KEY = '00000000-0000-4000-8000-000000000001';

function begin(
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
      note: () => undefined,
      onOnline(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    lock: work => work(),
    channel: { postMessage: () => undefined, onmessage: null },
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
    ...over,
  });
  const change = (version: number) => ({
    e: devices.patch,
    request: requestOf(devices.patch, { params: { id: 'd1' }, body: { name: 'Taxi 12' }, version, key: KEY }),
  });
  const wait = (version = 3, id = KEY) => {
    const { e, request } = change(version);
    return queue.take(e, request, { id, metadata: ABOUT });
  };
  const online = () => {
    world.status = 'online';
    for (const listener of listeners) listener();
  };
  const shown = () => queue.pending.getState();
  return { queue, world, sent, wait, online, shown, clock, db };
}
const done = (init: RequestInit) =>
  new Response('{}', { headers: { 'idempotency-key': new Headers(init.headers).get('idempotency-key')! } });
const stale = () =>
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

describe('the console’s queue', () => {
  it('QUEUE-01 QUEUE-02 QUEUE-03 QUEUE-04 QUEUE-05 QUEUE-06 QUEUE-07 QUEUE-08 QUEUE-09 QUEUE-10 QUEUE-29 QUEUE-30 STORE-05 keeps a change whole', async () => {
    const { wait, db, clock } = begin(done);
    clock.jump(1_234);
    expect(await wait()).toBe(true);
    expect(await (await db()).getAll('queue')).toEqual([
      {
        id: '00000000-0000-4000-8000-000000000001',
        method: 'PATCH',
        url: '/api/devices/d1',
        data: { name: 'Taxi 12' },
        headers: { accept: 'application/json', 'content-type': 'application/json', 'if-match': '"3"' },
        timestamp: Date.UTC(2026, 0, 5, 8, 0, 1, 234),
        retryCount: 0,
        maxRetries: 3,
        priority: 5,
        metadata: { type: 'devices.patch', description: 'Taxi 12' },
        owner: { user: 'u1', tenant: 't1' },
        seq: 1,
        state: 'waiting',
      },
    ]);
  });

  it('OPEN-QUEUE-04 sends a change under the key it was made with, however often', async () => {
    let answer: typeof done = () => new Response('{}', { status: 503 });
    const { wait, online, sent, shown, clock } = begin(init => answer(init));
    await wait();
    online();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    answer = done;
    await clock.advance(1_000);
    await vi.waitFor(() => expect(shown().entries).toEqual([]));
    expect(sent.map(({ init }) => new Headers(init.headers).get('idempotency-key'))).toEqual([
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000001',
    ]);
  });

  it('QUEUE-17 QUEUE-08 tries a change that always fails once and three times more, then lists it as failed', async () => {
    const { wait, online, sent, shown, clock } = begin(() => new Response('{}', { status: 503 }));
    await wait();
    online();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await clock.advance(600_000);
    await vi.waitFor(() => expect(shown().failed).toHaveLength(1));
    expect([sent.length, shown().entries, shown().failed[0]?.reason]).toEqual([4, [], 'exhausted']);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'QUEUE-15 AMBIG-QUEUE-01 a change that hangs is given up after 30 s, and with the server there %s counts %i',
    async (isThere, counted) => {
      const never = (init: RequestInit) =>
        new Promise<Response>((_, fail) =>
          init.signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))),
        );
      const { wait, online, sent, world, db, clock } = begin(never);
      await wait();
      online();
      world.isThere = isThere;
      await vi.waitFor(() => expect(sent).toHaveLength(1));
      await clock.advance(29_999);
      expect(sent[0]?.init.signal?.aborted).toBe(false);
      await clock.advance(1);
      expect(sent[0]?.init.signal?.aborted).toBe(true);
      for (let i = 0; i < 20; i++) await clock.advance(0);
      expect((await (await db()).getAll('queue')).map(({ retryCount }) => retryCount)).toEqual([counted]);
    },
  );

  it.each([
    ['online', 1],
    ['slow', 1],
    ['degraded', 1],
    ['offline', 0],
  ] as const)('QUEUE-21 on a link that is %s it sends %i', async (status, requests) => {
    const { wait, sent, clock } = begin(done, status);
    await wait();
    for (let i = 0; i < 30; i++) await clock.advance(1_000);
    expect(sent).toHaveLength(requests);
  });

  it('QUEUE-22 sends what waits each time the link comes back', async () => {
    const { wait, online, sent, world } = begin(done);
    for (const [i, key] of [KEY, KEY.replace(/1$/, '2'), KEY.replace(/1$/, '3')].entries()) {
      world.status = 'offline';
      await wait(3, key);
      expect(sent).toHaveLength(i);
      online();
      await vi.waitFor(() => expect(sent).toHaveLength(i + 1));
    }
  });

  it('QUEUE-22 NET-19 sends what waits once the link is back, once', async () => {
    const { wait, online, sent, shown } = begin(done);
    expect(await wait()).toBe(true);
    await vi.waitFor(() => expect(shown().entries).toHaveLength(1));
    expect(sent).toEqual([]);
    online();
    await vi.waitFor(() => expect(shown().entries).toEqual([]));
    expect(sent.map(({ url }) => url)).toEqual(['/api/devices/d1']);
    // Whoever begins to look only now learns of it, too.
    expect(shown().ended).toBe(1);
    expect(new Headers(sent[0]?.init.headers).get('if-match')).toBe('"3"');
  });

  it.each([
    ['the browser says so', (link: ReturnType<typeof linkWorld>) => Promise.resolve(link.browserSays(false))],
    [
      'three checks were in vain',
      async (link: ReturnType<typeof linkWorld>) => {
        link.answers(refused);
        await link.clock.advance(16_000);
      },
    ],
  ])('AMBIG-QUEUE-10 there is no link where %s', async (_why, cut) => {
    const link = linkWorld();
    const stop = link.monitor.start();
    await cut(link);
    expect(link.quality().isOnline).toBe(false);
    const { wait, sent, shown } = begin(done, 'online', link.monitor);
    expect(await wait()).toBe(true);
    await vi.waitFor(() => expect(shown().entries).toHaveLength(1));
    expect(sent).toEqual([]);
    stop();
  });

  it('says no where the disk does not take a change: the write fails as it would have', async () => {
    const said: string[] = [];
    const broken = () => Promise.reject(new DOMException('', 'UnknownError'));
    const { wait } = begin(done, 'offline', undefined, {
      db: broken,
      log: message => void said.push(message),
    });
    expect([await wait(), said]).toEqual([false, ['a change could not be kept']]);
  });

  it('AMBIG-QUEUE-07 takes nothing that may not wait', async () => {
    const { queue } = begin(done);
    const request = requestOf(devices.list, {});
    expect(await queue.take(devices.list, request, { id: KEY, metadata: ABOUT })).toBe(false);
  });

  it('a change that meets a newer version is a conflict with both sides, and stands where its maker says so', async () => {
    let meets: (init: RequestInit) => Response = stale;
    const { queue, wait, online, sent, shown } = begin(init => meets(init));
    await wait();
    online();
    await vi.waitFor(() => expect(shown().failed).toHaveLength(1));
    const [failed] = shown().failed;
    expect(failed).toMatchObject({
      reason: 'conflict',
      data: { name: 'Taxi 12' },
      said: { details: { name: 'Taxi 7', version: 9 } },
    });
    meets = done;
    await queue.overwrite(failed!, 9);
    await vi.waitFor(() => expect([shown().failed, shown().entries]).toEqual([[], []]));
    expect(new Headers(sent.at(-1)?.init.headers).get('if-match')).toBe('"9"');
  });

  it('shows and sends only what is his who is signed in', async () => {
    const { queue, wait, online, world, sent, shown } = begin(done);
    await wait();
    world.owner = { user: 'u2', tenant: 't1' };
    await queue.begin();
    online();
    expect([shown().entries, sent]).toEqual([[], []]);
    world.owner = ME;
    await queue.begin();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });

  it('counts and wipes all that is his, in whichever tenant, and nothing of anybody else', async () => {
    const { queue, wait, world } = begin(done);
    const THERE: Owner = { user: 'u1', tenant: 't2' };
    const OTHER: Owner = { user: 'u2', tenant: 't1' };
    for (const [i, owner] of [ME, THERE, OTHER].entries()) {
      world.owner = owner;
      await wait(3, `${KEY.slice(0, -1)}${i}`);
    }
    world.owner = ME;
    expect(await queue.count()).toBe(2);
    await queue.wipe();
    expect(await queue.count()).toBe(0);
    world.owner = null;
    expect(await queue.count()).toBe(0);
    world.owner = OTHER;
    expect(await queue.count()).toBe(1);
  });

  it('OPEN-QUEUE-03 what failed can be sent again or let go, what waits taken back', async () => {
    let status = 422;
    const { queue, wait, online, shown } = begin(init =>
      status === 200
        ? done(init)
        : new Response(JSON.stringify({ error: 'RULE', message: 'no', details: {} }), {
            status,
            headers: { 'content-type': 'application/json' },
          }),
    );
    await wait();
    online();
    await vi.waitFor(() => expect(shown().failed).toHaveLength(1));
    await queue.discard(shown().failed[0]!);
    await vi.waitFor(() => expect(shown().failed).toEqual([]));
    await wait();
    await vi.waitFor(() => expect(shown().failed).toHaveLength(1));
    status = 200;
    await queue.retry(shown().failed[0]!);
    await vi.waitFor(() => expect([shown().failed, shown().entries]).toEqual([[], []]));
  });

  it('OPEN-QUEUE-03 what is taken back between two tries is not tried again', async () => {
    const { queue, wait, online, sent, shown, clock } = begin(() => new Response('portal'));
    await wait();
    online();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await clock.advance(500);
    expect(await queue.cancel(shown().entries[0]!)).toBe(true);
    await clock.advance(60_000);
    expect([sent.length, shown().entries]).toEqual([1, []]);
  });

  it('OPEN-QUEUE-03 of what is taken back on its way it is said that the server may hear it, and what stands is shown', async () => {
    let answer = () => {};
    const heard = new Promise<void>(done => (answer = done));
    const { queue, wait, online, sent, shown } = begin(done, 'offline', undefined, {
      fetch: async (_url, init = {}) => {
        sent.push({ url: _url as string, init });
        await heard;
        return done(init);
      },
    });
    await wait();
    online();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(await queue.cancel(shown().entries[0]!)).toBe(false);
    await vi.waitFor(() => expect(shown().entries).toEqual([]));
    const { ended } = shown();
    answer();
    await vi.waitFor(() => expect(shown().ended).toBe(ended + 1));
  });
});
