import { describe, expect, it, vi } from 'vitest';
import { KEY, begin, done } from '../../support/console/queue.ts';

describe('a change that waits in the console', () => {
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
});
