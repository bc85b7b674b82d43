import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import { createQueryClient, invalidateTouched, shouldRetry, read } from '../../../shared/net/queries.ts';
import { createClient } from '../../../shared/net/client.ts';
import { manualClock } from '../../support/clock.ts';

const MIN = 60_000;
const list = endpoint({
  method: 'GET',
  path: '/api/x',
  access: { who: 'anyone' },
  summary: '',
  query: z.object({ a: z.unknown() }),
  answer: z.object({}),
});
const answering = (call: () => Promise<unknown>) => ({ call }) as unknown as Client;

describe('cached reads', () => {
  it('CACHE-01 CACHE-02 turn stale after 5 min and are dropped 30 min after their last use', async () => {
    vi.useFakeTimers();
    const queries = createQueryClient();
    const call = vi.fn(() => Promise.resolve({}));
    const options = read(answering(call), list, {});
    const mount = async () => {
      const stop = new QueryObserver(queries, options).subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(0);
      stop();
    };
    await mount();
    await vi.advanceTimersByTimeAsync(5 * MIN - 1_000);
    await mount();
    expect(call).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await mount();
    expect(call).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(30 * MIN - 1_000);
    expect(queries.getQueryCache().getAll()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(queries.getQueryCache().getAll()).toHaveLength(0);
    vi.useRealTimers();
  });

  it('CACHE-09 CACHE-10 that have no tries of their own are tried again three times, after 1 s, 2 s and 4 s', async () => {
    vi.useFakeTimers();
    const started = Date.now();
    const at: number[] = [];
    const queryFn = () => {
      at.push(Date.now() - started);
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    const stop = new QueryObserver(createQueryClient(), { queryKey: ['own'], queryFn }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(at).toEqual([0, 1_000, 3_000, 7_000]);
    stop();
    vi.useRealTimers();
  });

  it('CACHE-10 AMBIG-CACHE-03 AMBIG-CACHE-02 wait 1 s, doubling, at most 8 s', () => {
    const { queries } = createQueryClient().getDefaultOptions();
    const waits = queries?.retryDelay as (attempt: number) => number;
    expect([0, 1, 2, 3, 4].map(n => waits(n))).toEqual([1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it('take an empty answer for none of ours: a screen reads fields of it', async () => {
    const empty = createQueryClient().fetchQuery(
      read(
        answering(() => Promise.resolve(null)),
        list,
        {},
      ),
    );
    await expect(empty).rejects.toMatchObject({ code: 'NOT_OURS' });
  });

  it.each(['NOT_FOUND', 'FORBIDDEN', 'VALIDATION', 'ABORTED'] as const)(
    'are not tried again after %s',
    code => {
      expect(shouldRetry(0, new ApiError(code, '', { status: 404 }))).toBe(false);
    },
  );

  it('CACHE-14 CACHE-15 CACHE-16 read the first part of their key with the second as parameters', async () => {
    const urls: string[] = [];
    const client = createClient({
      fetch: input => {
        urls.push(input as string);
        return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
      },
      tokens: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
      clock: manualClock(),
      lock: work => work(),
      tenant: () => null,
      onSignedOut: () => undefined,
    });
    const wide = { ...list, query: z.record(z.string(), z.unknown()) };
    const options = read(client, wide, { query: { a: null, b: undefined, c: 0, d: '', e: 'y' } });
    expect(options.queryKey[0]).toBe('/api/x');
    await createQueryClient().fetchQuery(options);
    expect(urls).toEqual(['/api/x?c=0&d=&e=y']);
  });
});

describe('after a write', () => {
  /** Queries that are on the page, and how often each was fetched. */
  async function openPage(...keys: string[]) {
    const queries = createQueryClient();
    const fetched = new Map<string, number>();
    for (const key of keys) {
      const queryFn = () => Promise.resolve(fetched.set(key, (fetched.get(key) ?? 0) + 1).size);
      new QueryObserver(queries, { queryKey: [key, {}], queryFn }).subscribe(() => undefined);
    }
    await vi.waitFor(() => expect(fetched.size).toBe(keys.length));
    return { queries, fetchedAgain: () => keys.filter(key => fetched.get(key) === 2) };
  }

  it('reads its collection again, list and row, and what shows names of it, and leaves all else alone', async () => {
    const { queries, fetchedAgain } = await openPage(
      '/api/playlists',
      '/api/playlists/p1/readiness',
      '/api/devices/d1',
      '/api/audit-events',
      '/api/users',
      '/api/saved-views',
      '/api/auth/me',
    );
    await invalidateTouched(queries, ['/api/playlists/:id']);
    const touched = ['/api/playlists', '/api/playlists/p1/readiness', '/api/devices/d1', '/api/audit-events'];
    expect(fetchedAgain()).toEqual(touched);
  });

  it('a renamed place shows its name wherever that is read from its own address', async () => {
    const { queries, fetchedAgain } = await openPage('/api/locations/l1', '/api/incidents');
    await invalidateTouched(queries, ['/api/locations/:id']);
    expect(fetchedAgain()).toEqual(['/api/locations/l1']);
  });

  it('takes no longer name for the same collection', async () => {
    const { queries, fetchedAgain } = await openPage('/api/users', '/api/locations', '/api/media');
    await invalidateTouched(queries, ['/api/media/:id/cancel']);
    expect(fetchedAgain()).toEqual(['/api/media']);
  });

  it('reads nothing again where nothing was written', async () => {
    const { queries, fetchedAgain } = await openPage('/api/audit-events', '/api/devices');
    await invalidateTouched(queries, []);
    expect(fetchedAgain()).toEqual([]);
  });

  it('does not take a first answer that was on its way before it', async () => {
    const queries = createQueryClient();
    const answers: ((stored: string) => void)[] = [];
    const queryFn = ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((done, fail) => {
        signal.addEventListener('abort', () => fail(new Error('not wanted any more')));
        answers.push(done);
      });
    const observer = new QueryObserver(queries, { queryKey: ['/api/devices', {}], queryFn });
    observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    const isDone = invalidateTouched(queries, ['/api/devices/:id']);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]!('before');
    answers[1]!('after');
    await isDone;
    expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isError: false });
  });

  it('reads later, when it is opened, what is not on the page', async () => {
    const queries = createQueryClient();
    queries.setQueryData(['/api/devices', {}], {});
    queries.setQueryData(['/api/users', {}], {});
    await invalidateTouched(queries, ['/api/devices/:id']);
    const isStale = (key: string) => queries.getQueryState([key, {}])?.isInvalidated;
    expect([isStale('/api/devices'), isStale('/api/users')]).toEqual([true, false]);
  });
});
