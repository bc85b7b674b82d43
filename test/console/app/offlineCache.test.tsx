import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportUsedFiles } from '../../../console/app/offline/usedFiles.ts';
import { startOfflineCache } from '../../../console/app/offline/offlineCache.ts';
import { sessionKeyValueStore } from '../../../shared/net/sessionStore.ts';
import { saveLastUser, LAST_USER_MAX_AGE_MS, readLastUser } from '../../../shared/net/lastUser.ts';
import { createQueryClient } from '../../../shared/net/queries.ts';
import { createTokenStore } from '../../../shared/net/tokens.ts';
import { manualClock } from '../../support/clock.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TENANT,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';
import { begin, cut, lastUser, tenants } from '../../support/console/session.ts';

beforeEach(() => {
  indexedDB = new IDBFactory();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('a console that cannot reach its server', () => {
  it('opens with whom it knew, and says since when', async () => {
    const { session, state } = begin({ 'GET /api/auth/me': cut }, { last: lastUser(1_000) });
    await session.start();
    expect(state()).toMatchObject({ at: 'authenticated', asOf: 1_000, homeTenantId: TENANT, tenants });
  });

  it('says that there is no server where it knew nobody', async () => {
    const { session, state } = begin({ 'GET /api/auth/me': cut });
    await session.start();
    expect(state()).toMatchObject({ at: 'unreachable' });
  });

  it('C3 knows whose changes a sign-out would discard though the server says nothing', async () => {
    const claims = btoa(JSON.stringify({ sub: 'u1' }));
    const tokens = { access_token: `h.${claims}.s`, refresh_token: 'r' };
    const { session, state } = begin({ 'GET /api/auth/me': cut }, { tokens });
    await session.start();
    expect([state().at, await session.userId()]).toEqual(['unreachable', 'u1']);
    await session.signOut();
    expect([state().at, await session.userId()]).toEqual(['unauthenticated', null]);
  });

  it('waits 5 s for a silent server, and takes its answer when that comes', async () => {
    let answer = (_: Response) => {};
    const me = () => new Promise<Response>(done => (answer = done));
    const { session, state, clock } = begin({ 'GET /api/auth/me': me }, { last: lastUser(1_000) });
    const started = session.start();
    await clock.advance(4_999);
    expect(state().at).toBe('loading');
    await clock.advance(1);
    expect(state()).toMatchObject({ asOf: 1_000 });
    answer(json({ user: person('manager'), tenants }));
    await started;
    expect(state()).toMatchObject({ at: 'authenticated', asOf: null });
  });

  it('stays open when a silent server is given up on', async () => {
    const hangs: Answers = {
      'GET /api/auth/me': ({ init }) =>
        new Promise((_, fail) => init.signal?.addEventListener('abort', () => fail(new Error('stopped')))),
    };
    const { session, state, clock } = begin(hangs, { last: lastUser(1_000) });
    const started = session.start();
    await clock.advance(30_000);
    await started;
    expect(state()).toMatchObject({ at: 'authenticated', asOf: 1_000 });
  });

  it('C6 keeps the tokens, and lets nobody in whom the server refuses', async () => {
    const away = begin({ 'GET /api/auth/me': cut }, { last: lastUser(1_000) });
    await away.session.start();
    expect(await away.tokens.read()).toEqual(TOKENS);
    const refused = begin(
      {
        'GET /api/auth/me': () => refusal('TOKEN_EXPIRED'),
        'POST /api/auth/refresh': () => refusal('SESSION_REVOKED'),
      },
      { last: lastUser(1_000) },
    );
    await refused.session.start();
    expect(refused.state()).toEqual({ at: 'unauthenticated' });
  });

  it('shows the bar, asks again by itself, and reads everything anew when the server is there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isThere = false;
    const whenThere = (answer: Response) => (isThere ? answer : cut());
    const answers: Answers = {
      'GET /api/auth/me': () => whenThere(json({ user: person('manager'), tenants })),
      'GET /api/playlists': () => whenThere(listOf([])),
    };
    const { session } = await openConsole({
      path: '/playlists',
      tokens: memoryTokens(TOKENS),
      answers,
      lastUser: () => Promise.resolve(lastUser(Date.now() - 12 * 60_000)),
    });
    expect(await screen.findByText(/You see data from 12 min ago\./)).toBeTruthy();
    expect(screen.getByText('No connection to the server')).toBeTruthy();
    isThere = true;
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(screen.queryByText('No connection to the server')).toBeNull());
    expect(await screen.findByText('No playlists yet')).toBeTruthy();
    expect(session.store.getState()).toMatchObject({ asOf: null });
    vi.useRealTimers();
  });
});

describe('the current user', () => {
  it('CACHE-11 is read a second time after five minutes and not before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { to } = await openConsole({
      path: '/playlists',
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(person('manager'), { 'GET /api/playlists': () => listOf([]) }),
    });
    await screen.findByText('No playlists yet');
    const look = () => dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(4 * 60_000 + 50_000);
    look();
    await vi.advanceTimersByTimeAsync(100);
    expect(to('/api/auth/me')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    look();
    await waitFor(() => expect(to('/api/auth/me')).toHaveLength(2));
    vi.useRealTimers();
  });
});

describe('the last user', () => {
  const kept = async (at: number) => {
    await createTokenStore(localStorage).write(TOKENS);
    const sessionStore = sessionKeyValueStore();
    await saveLastUser(sessionStore, lastUser(at));
    return sessionStore;
  };

  it.each([
    [LAST_USER_MAX_AGE_MS, true],
    [LAST_USER_MAX_AGE_MS + 1, false],
    [-LAST_USER_MAX_AGE_MS - 1, false],
  ])('is known for a day: %i ms later %s', async (ageMs, isKnown) => {
    const sessionStore = await kept(1_000);
    expect((await readLastUser(sessionStore, 1_000 + ageMs)) !== null).toBe(isKnown);
  });

  it('goes with the tokens, and does not come back without them', async () => {
    const sessionStore = await kept(1_000);
    await createTokenStore(localStorage).write(null);
    expect(await readLastUser(sessionStore, 1_000)).toBeNull();
    await saveLastUser(sessionStore, lastUser(2_000));
    expect(await readLastUser(sessionStore, 2_000)).toBeNull();
  });

  it('is kept as the server names him, with the tenant he belongs to, and not from memory', async () => {
    await createTokenStore(localStorage).write(TOKENS);
    const sessionStore = sessionKeyValueStore();
    const { session, clock } = begin({
      'GET /api/auth/me': () => json({ user: person('manager'), tenants }),
    });
    await session.start();
    const ports = {
      session,
      queries: createQueryClient(),
      keyValueStore: sessionStore,
      clock,
      build: 'b',
      warn: vi.fn(),
    };
    const first = startOfflineCache(ports);
    session.switchTenant('another');
    await vi.waitFor(async () =>
      expect(await readLastUser(sessionStore, clock.now())).toEqual(lastUser(clock.now())),
    );
    first.stop();
    await sessionStore.remove('last_user');
    session.store.setState({ asOf: 5 });
    startOfflineCache(ports).stop();
    await clock.advance(10_000);
    expect(await readLastUser(sessionStore, clock.now())).toBeNull();
  });
});

describe('the files of the console', () => {
  it('are named to the worker as they are used, those of our origin alone', async () => {
    const clock = manualClock();
    const posted: unknown[] = [];
    const active = { postMessage: (message: unknown) => posted.push(message) };
    const register = vi.fn(() => Promise.resolve());
    const workers = {
      register,
      ready: Promise.resolve({ active }),
      controller: null,
    } as unknown as ServiceWorkerContainer;
    let used: (urls: readonly string[]) => void = () => {};
    const bring = vi.fn(() => Promise.resolve());
    const stopped = vi.fn();
    const watch = (told: typeof used) => {
      used = told;
      return stopped;
    };
    const stop = reportUsedFiles({
      clock,
      workers,
      worker: '/sw.js',
      origin: 'http://a.test',
      preload: bring,
      watchLoaded: watch,
    });
    await clock.advance(1_999);
    expect(register).not.toHaveBeenCalled();
    await clock.advance(1);
    used(['http://a.test/assets/x.js?v=1', 'http://b.test/assets/y.js']);
    expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js', { scope: '/', updateViaCache: 'none' });
    expect(posted).toEqual([{ type: 'console-used', paths: ['/assets/x.js'] }]);
    expect(bring).toHaveBeenCalledOnce();
    stop();
    expect(stopped).toHaveBeenCalledOnce();
  });
});
