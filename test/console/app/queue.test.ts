import { describe, expect, it, vi } from 'vitest';
import { playlists, putItems } from '../../../shared/contract/content/playlist.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { buildRequest } from '../../../shared/net/request.ts';
import type { Owner } from '../../../shared/queue/entry.ts';
import { refused, world as linkWorld } from '../../shared/net/quality/world.ts';
import { ME, ABOUT, KEY, begin, done, stale } from '../../support/console/queue.ts';

describe('the console’s queue', () => {
  it('QUEUE-22 NET-19 sends what waits once the link is back, once', async () => {
    const { wait, online, sent, shown } = begin(done);
    expect(await wait()).toBe(true);
    await vi.waitFor(() => expect(shown().entries).toHaveLength(1));
    expect(sent).toEqual([]);
    online();
    await vi.waitFor(() => expect(shown().entries).toEqual([]));
    expect(sent.map(({ url }) => url)).toEqual(['/api/devices/d1']);
    // Whoever begins to look only now learns of it, too.
    expect(shown().settledCount).toBe(1);
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
    const request = buildRequest(devices.list, {});
    expect(await queue.enqueue(devices.list, request, { id: KEY, metadata: ABOUT, spent: 0 })).toBe(false);
  });

  it('C7 a change that meets a newer version is a conflict with both sides, and stands where its maker says so', async () => {
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
    await queue.resume();
    online();
    expect([shown().entries, sent]).toEqual([[], []]);
    world.owner = ME;
    await queue.resume();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });

  it('TENANT-03 keeps a change for the tenant it was made in, where another is acted in by the time it is queued', async () => {
    const { queue, online, world, sent } = begin(done);
    const input = { params: { id: 'd1' }, body: { name: 'Taxi 12' }, version: 3, key: KEY, tenant: 't1' };
    world.owner = { user: 'u1', tenant: 't2' };
    const request = buildRequest(devices.patch, input);
    expect(await queue.enqueue(devices.patch, request, { id: KEY, metadata: ABOUT, spent: 0 })).toBe(true);
    online();
    await queue.resume();
    expect(sent).toEqual([]);
    world.owner = ME;
    await queue.resume();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(new Headers(sent[0]?.init.headers).get('x-tenant-id')).toBe('t1');
  });

  it('counts and wipes all that is his, in whichever tenant, and nothing of anybody else', async () => {
    const { queue, wait, world } = begin(done);
    const THERE: Owner = { user: 'u1', tenant: 't2' };
    const OTHER: Owner = { user: 'u2', tenant: 't1' };
    for (const [i, owner] of [ME, THERE, OTHER].entries()) {
      world.owner = owner;
      await wait(3, `${KEY.slice(0, -1)}${i}`);
    }
    expect(await queue.count('u1')).toBe(2);
    await queue.wipe('u1');
    expect(await queue.count('u1')).toBe(0);
    expect(await queue.count('u2')).toBe(1);
  });

  it('the items of a playlist, saved twice without a link, are sent once, as they were saved last', async () => {
    const { queue, online, sent, shown } = begin(done);
    const save = (key: string, creative_id: string) => {
      const items = [{ creative_id, duration_ms: 8_000, transition: 'none' as const, fit: null }];
      const request = buildRequest(putItems, { params: { id: 'p1' }, version: 4, body: { items }, key });
      return queue.enqueue(putItems, request, { id: key, metadata: ABOUT, spent: 0 });
    };
    await save(KEY, 'first');
    await save(`${KEY.slice(0, -1)}2`, 'second');
    await vi.waitFor(() => expect(shown().entries).toHaveLength(1));
    online();
    await vi.waitFor(() => expect(shown().entries).toEqual([]));
    expect(sent.map(({ init }) => init.body)).toEqual([expect.stringContaining('second')]);
  });

  it('OPEN-QUEUE-03 what was cancelled comes back in its place, and a playlist published twice without a link is published once', async () => {
    const { queue, online, sent, shown } = begin(done);
    const { publish } = playlists.actionEndpoints;
    const enqueue = (e: typeof putItems | typeof publish, n: number, body: object) => {
      const key = `${KEY.slice(0, -1)}${n}`;
      const request = buildRequest(e, { params: { id: 'p1' }, body, key, version: 4 });
      return queue.enqueue(e, request, { id: key, metadata: ABOUT, spent: 0 });
    };
    await enqueue(publish, 1, {});
    await enqueue(putItems, 2, { items: [] });
    await enqueue(publish, 3, {});
    await vi.waitFor(() => expect(shown().entries.map(({ id }) => id.at(-1))).toEqual(['2', '3']));
    const [draft] = shown().entries;
    const withdrawn = await queue.cancel(draft!);
    expect(withdrawn.map(({ id }) => id.at(-1))).toEqual(['2', '3']);
    await vi.waitFor(() => expect(shown().entries).toEqual([]));
    await queue.restore(withdrawn);
    await vi.waitFor(() => expect(shown().entries).toHaveLength(2));
    online();
    await vi.waitFor(() => expect(shown().entries).toEqual([]));
    expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['items', 'publish']);
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
    expect(await queue.cancel(shown().entries[0]!)).toHaveLength(1);
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
    expect(await queue.cancel(shown().entries[0]!)).toEqual([]);
    await vi.waitFor(() => expect(shown().entries).toEqual([]));
    const { settledCount: ended } = shown();
    answer();
    await vi.waitFor(() => expect(shown().settledCount).toBe(ended + 1));
  });
});
