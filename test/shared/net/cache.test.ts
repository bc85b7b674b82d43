// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../shared/clock.ts';
import { QUERY, QUERY_CACHE } from '../../../shared/constants.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { sessionKeyValueStore, type SessionStore } from '../../../shared/net/sessionStore.ts';
import { persistQueries } from '../../../shared/net/cache/persist.ts';
import {
  isPersistable,
  cacheOwner,
  QUERY_CACHE_RECORD,
  type CacheRecord,
} from '../../../shared/net/cache/record.ts';
import { createQueryClient } from '../../../shared/net/queries.ts';
import { createTokenStore } from '../../../shared/net/tokens.ts';
import { manualClock } from '../../support/clock.ts';

const OWNER = cacheOwner('user', 'tenant', 'build');
const KEY = ['/api/devices', {}] as const;
const DAY_MS = 24 * 60 * 60_000;
const pair = { access_token: 'a', refresh_token: 'r' };

beforeEach(async () => {
  indexedDB = new IDBFactory();
  localStorage.clear();
  await createTokenStore(localStorage).write(pair);
});
afterEach(() => vi.useRealTimers());

/** One page: its cache over the one disk, by a clock of its own. */
async function page({ owner = OWNER, at = Date.UTC(2026, 0, 5, 8) } = {}) {
  const clock = manualClock(at);
  const beside = sessionKeyValueStore();
  const writes: CacheRecord[] = [];
  const watched: SessionStore = {
    ...beside,
    put(name, value, durability) {
      writes.push(value as CacheRecord);
      return beside.put(name, value, durability);
    },
  };
  const queries = createQueryClient();
  const warned: unknown[] = [];
  const kept = persistQueries({
    queries,
    sessionStore: watched,
    clock,
    owner,
    warn: (_, error) => warned.push(error),
  });
  await kept.restored;
  const record = () => beside.get(QUERY_CACHE_RECORD) as Promise<CacheRecord | null>;
  /** Lets the disk, which has no clock, do its part. */
  const settle = () => vi.waitFor(async () => expect(await record()).toEqual(writes.at(-1) ?? null));
  const advance = async (ms: number) => {
    await clock.advance(ms);
    await settle();
  };
  return { clock, queries, writes, kept, record, advance, warned };
}
const found = (queries: Awaited<ReturnType<typeof page>>['queries']) =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0]);

describe('the query cache on disk', () => {
  it('STORE-07 CACHE-06 CACHE-07 CACHE-08 is one record with version, time of writing, and keys with their states', async () => {
    const { queries, clock, advance, record } = await page();
    queries.setQueryData(KEY, { items: [1] }, { updatedAt: clock.now() });
    await advance(QUERY_CACHE.persistMs);
    expect(QUERY_CACHE_RECORD).toBe('query-cache');
    expect(await record()).toMatchObject({
      version: '1.0.0',
      timestamp: clock.now(),
      data: [{ queryKey: KEY, state: { data: { items: [1] }, dataUpdatedAt: clock.now() - 10_000 } }],
    });
  });

  it('CACHE-03 is written every 10 s, and only where something has changed', async () => {
    const { queries, writes, advance, clock } = await page();
    queries.setQueryData(KEY, 1, { updatedAt: clock.now() });
    await clock.advance(9_999);
    expect(writes).toHaveLength(0);
    await advance(1);
    expect(writes).toHaveLength(1);
    await advance(60_000);
    expect(writes).toHaveLength(1);
    for (const n of [2, 3]) {
      queries.setQueryData(KEY, n, { updatedAt: clock.now() });
      await advance(10_000);
      expect(writes).toHaveLength(n);
    }
  });

  it.each([
    ['a millisecond younger than a day', DAY_MS - 1, ['/api/devices']],
    ['a millisecond older than a day', DAY_MS + 1, []],
  ])('CACHE-04 comes back when it is %s: %s ms', async (_, ageMs, expected) => {
    const first = await page();
    first.queries.setQueryData(KEY, 1);
    await first.advance(10_000);
    const later = await page({ at: first.clock.now() + ageMs });
    expect(found(later.queries)).toEqual(expected);
    expect((await later.record()) === null).toBe(expected.length === 0);
  });

  it('CACHE-05 is discarded when it has another version', async () => {
    const first = await page();
    first.queries.setQueryData(KEY, 1);
    await first.advance(10_000);
    await sessionKeyValueStore().put(QUERY_CACHE_RECORD, { ...(await first.record()), version: '0.9.0' });
    const later = await page({ at: first.clock.now() });
    expect([found(later.queries), await later.record()]).toEqual([[], null]);
  });

  it.each([
    ['user', cacheOwner('another', 'tenant', 'build')],
    ['tenant', cacheOwner('user', 'another', 'build')],
    ['build', cacheOwner('user', 'tenant', 'another')],
  ])('OPEN-CACHE-01 is discarded for another %s', async (_, owner) => {
    const first = await page();
    first.queries.setQueryData(KEY, 1);
    await first.advance(10_000);
    const later = await page({ owner, at: first.clock.now() });
    expect([found(later.queries), await later.record()]).toEqual([[], null]);
  });

  it.each([
    '/api/auth/me',
    '/api/users',
    '/api/users/x',
    '/api/pending-users',
    '/api/sessions',
    '/api/billing/invoices',
    '/api/police-keys',
    '/api/devices/x/keys',
    '/api/audit-events',
    'form',
  ])('OPEN-CACHE-01 never holds %s', path => expect(isPersistable([path])).toBe(false));
  it.each(['/api/devices', '/api/programmatic/plays/summary', '/api/tenants', '/api/playlists/x'])(
    'may hold %s',
    path => expect(isPersistable([path])).toBe(true),
  );

  it('OPEN-CACHE-01 holds what was answered and nothing that was refused', async () => {
    const { queries, advance, record } = await page();
    const read = (path: string, queryFn: () => Promise<unknown>) =>
      queries.fetchQuery({ queryKey: [path, {}], queryFn, retry: false }).catch(() => 'failed');
    const fail = (error: Error) => () => Promise.reject(error);
    for (const path of ['/api/good', '/api/cut', '/api/forbidden', '/api/users'])
      await read(path, () => Promise.resolve(path));
    await read('/api/never', fail(new ApiError('NETWORK', 'cut')));
    await read('/api/cut', fail(new ApiError('NETWORK', 'cut')));
    await queries.invalidateQueries();
    await read('/api/cut', fail(new ApiError('NETWORK', 'cut')));
    await read('/api/forbidden', fail(new ApiError('FORBIDDEN', 'no', { status: 403 })));
    await advance(10_000);
    const data = (await record())?.data ?? [];
    expect(data.map(({ queryKey }) => queryKey[0])).toEqual(['/api/good', '/api/cut']);
    expect(data.map(({ state }) => [state.status, state.error])).toEqual([
      ['success', null],
      ['success', null],
    ]);
  });

  it('AMBIG-CACHE-01 comes back with its own age, stale at once, and is kept 30 min from then', async () => {
    const first = await page();
    const fetchedAt = first.clock.now() - 60_000;
    first.queries.setQueryData(KEY, 'old', { updatedAt: fetchedAt });
    await first.advance(10_000);
    const { queries } = await page({ at: first.clock.now() });
    const query = queries.getQueryCache().find({ queryKey: KEY });
    expect(query?.state).toMatchObject({ data: 'old', dataUpdatedAt: fetchedAt, status: 'success' });
    expect(query?.isStale()).toBe(true);
    expect(query?.gcTime).toBe(QUERY.keptMs);
    const queryFn = vi.fn(() => Promise.resolve('new'));
    const seen: unknown[] = [];
    const stop = new QueryObserver(queries, { queryKey: KEY, queryFn }).subscribe(({ data }) =>
      seen.push(data),
    );
    await vi.waitFor(() => expect(seen.at(-1)).toBe('new'));
    expect([seen[0], queryFn.mock.calls.length]).toEqual(['old', 1]);
    stop();
  });

  it('shows the old answer to a read that began before it came, and takes the new one', async () => {
    const first = await page();
    first.queries.setQueryData(KEY, 'old');
    await first.advance(10_000);
    const queries = createQueryClient();
    let answer = (_: string) => {};
    const view = new QueryObserver(queries, {
      queryKey: KEY,
      queryFn: () => new Promise<string>(done => (answer = done)),
    });
    const leave = view.subscribe(() => undefined);
    const coming = queries.fetchQuery<string>({ queryKey: KEY });
    await persistQueries({
      queries,
      sessionStore: sessionKeyValueStore(),
      clock: first.clock,
      owner: OWNER,
      warn: () => {},
    }).restored;
    expect(queries.getQueryData(KEY)).toBe('old');
    // An editor must not begin with it: it waits for an answer since the page began.
    expect(view.getCurrentResult()).toMatchObject({ isFetching: true, isFetchedAfterMount: false });
    answer('new');
    expect([await coming, queries.getQueryData(KEY)]).toEqual(['new', 'new']);
    expect(view.getCurrentResult()).toMatchObject({ isFetching: false, isFetchedAfterMount: true });
    leave();
  });

  it('is asked for anew by a view that was drawn before it came and watches only afterwards', async () => {
    const first = await page();
    first.queries.setQueryData(KEY, 'old', { updatedAt: systemClock.now() });
    await first.advance(10_000);
    const queries = createQueryClient();
    const queryFn = vi.fn(() => Promise.resolve('new'));
    const view = new QueryObserver(queries, { queryKey: KEY, queryFn });
    const { clock } = first;
    await persistQueries({
      queries,
      sessionStore: sessionKeyValueStore(),
      clock,
      owner: OWNER,
      warn: () => {},
    }).restored;
    expect([queries.getQueryData(KEY), queryFn.mock.calls.length]).toEqual(['old', 0]);
    const leave = view.subscribe(() => undefined);
    await vi.waitFor(() => expect(queries.getQueryData(KEY)).toBe('new'));
    leave();
  });

  it('OPEN-CACHE-01 goes with the tokens, and no tab that has not heard of it brings it back', async () => {
    const { queries, writes, clock, advance, record } = await page();
    queries.setQueryData(KEY, 1, { updatedAt: clock.now() });
    await advance(10_000);
    expect(await record()).not.toBeNull();
    await createTokenStore(localStorage).write(null);
    expect(await record()).toBeNull();
    queries.setQueryData(KEY, 2, { updatedAt: clock.now() });
    await clock.advance(10_000);
    await vi.waitFor(() => expect(writes).toHaveLength(2));
    expect(await record()).toBeNull();
  });

  it('says so and goes on where the disk takes nothing', async () => {
    const { queries, clock, warned } = await page();
    queries.setQueryData(KEY, { act: () => 'a function cannot lie on a disk' });
    await clock.advance(10_000);
    await vi.waitFor(() => expect(warned).toHaveLength(1));
  });

  it('AMBIG-CACHE-02 goes by the numbers of the specification', () => {
    const { queries } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 1_800_000 });
    const { retry, retryDelay } = queries as unknown as Record<string, (n: number, error: Error) => unknown>;
    const cut = new Error('cut');
    expect([0, 1, 2, 3].map(failed => retry!(failed, cut))).toEqual([true, true, true, false]);
    expect([0, 9].map(n => retryDelay!(n, cut))).toEqual([1_000, 8_000]);
    expect(QUERY_CACHE).toEqual({ version: '1.0.0', persistMs: 10_000, maxAgeMs: DAY_MS });
  });
});

describe('whether a read is made', () => {
  const observe = (enabled: unknown) =>
    new QueryObserver(createQueryClient(), { queryKey: KEY, queryFn: () => 1, enabled: enabled as boolean });

  it('CACHE-13 OPEN-VAL-03 is said by a boolean or a function, and by nothing else', () => {
    for (const right of [true, false, () => true, () => false]) expect(() => observe(right)).not.toThrow();
    for (const wrong of ['yes', 1, null, {}])
      expect(() => observe(wrong)).toThrow(
        new Error('Expected enabled to be a boolean or a callback that returns a boolean'),
      );
  });
});
