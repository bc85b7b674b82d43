import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import { createQueryClient, shouldRetry, read, retryDelay } from '../../../shared/net/queries.ts';
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

  it('CACHE-09 are tried again three times over a broken link', async () => {
    vi.useFakeTimers();
    const call = vi.fn(() => Promise.reject(new ApiError('NETWORK', 'cut')));
    const failed = createQueryClient()
      .fetchQuery({ ...read(answering(call), list, {}), retry: shouldRetry })
      .catch(() => 'failed');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failed).toBe('failed');
    expect(call).toHaveBeenCalledTimes(4);
    vi.useRealTimers();
  });

  it('CACHE-10 AMBIG-CACHE-03 wait 1 s, doubling, at most 8 s', () => {
    expect([0, 1, 2, 3, 4].map(retryDelay)).toEqual([1e3, 2e3, 4e3, 8e3, 8e3]);
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
