import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useAuth } from '../../../../console/app/session/auth.tsx';
import { clearCacheOnSignOut } from '../../../../console/app/session/clearCacheOnSignOut.ts';
import { me } from '../../../../shared/contract/identity/auth.ts';
import { createTokenStore } from '../../../../shared/net/tokens.ts';
import { createQueryClient, read } from '../../../../shared/net/queries.ts';
import { begin } from '../../../support/console/session.ts';
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
} from '../../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const OTHER = '00000000-0000-7000-8000-00000000000b';
const two = [
  { id: TENANT, name: 'F', slug: 'f', portal_business: false },
  { id: OTHER, name: 'O', slug: 'o', portal_business: false },
];

describe('session', () => {
  it('AUTH-01 AUTH-03 is loading while the user is looked up, then authenticated', async () => {
    const { session, at } = begin(signedInAnswers());
    const started = session.start();
    expect(at()).toBe('loading');
    await started;
    expect(at()).toBe('authenticated');
  });

  it('GUARD-19 draws a spinner and goes nowhere while the user is looked up', async () => {
    const answers = {
      'GET /api/auth/me': () => new Promise<Response>(() => undefined),
    } as unknown as Answers;
    await openConsole({ path: '/admin/devices', answers, tokens: memoryTokens(TOKENS) });
    expect(await screen.findByRole('status')).toBeDefined();
    expect(location.pathname).toBe('/admin/devices');
  });

  it.each([{ user: person() }, { tenants: [] }, {}])(
    'says so where the answer about the user lacks a part: %o',
    async answer => {
      const { session, state, tokens } = begin({ 'GET /api/auth/me': () => json(answer) });
      await session.start();
      expect(state()).toMatchObject({ at: 'unreachable', error: { code: 'NOT_OURS' } });
      expect(await tokens.read()).toEqual(TOKENS);
    },
  );

  it('AUTH-12 looks the user up by the presence of a token alone', async () => {
    const without = begin(signedInAnswers(), { tokens: null });
    await without.session.start();
    expect([without.at(), without.calls]).toEqual(['unauthenticated', []]);
    const withOne = begin(signedInAnswers());
    await withOne.session.start();
    expect(withOne.to('/api/auth/me')).toHaveLength(1);
  });

  it.each([
    ['lets him in', true],
    ['ends the session at a 401, with nothing to refresh by', false],
  ])('AUTH-12 an access token alone is asked with once: %s', async (_what, isValid) => {
    // The mirror decides where there is no IndexedDB.
    vi.stubGlobal('indexedDB', undefined);
    localStorage.clear();
    localStorage.setItem('access_token', 'alone');
    const { session, at, to, calls } = begin(
      isValid ? signedInAnswers() : { 'GET /api/auth/me': () => refusal('TOKEN_EXPIRED') },
      { store: createTokenStore(localStorage) },
    );
    await session.start();
    expect(to('/api/auth/me').map(call => call.headers.get('authorization'))).toEqual(['Bearer alone']);
    expect([at(), calls.length]).toEqual([isValid ? 'authenticated' : 'unauthenticated', 1]);
    await vi.waitFor(() => expect(localStorage.getItem('access_token')).toBe(isValid ? 'alone' : null));
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it('AUTH-07 API-06 clears both tokens and the user at sign-out, and says so without a body', async () => {
    const { session, tokens, at, to } = begin(
      signedInAnswers(person(), { 'POST /api/auth/logout': () => json({ ok: true }) }),
    );
    await session.start();
    await session.signOut();
    expect(await tokens.read()).toBeNull();
    expect(at()).toBe('unauthenticated');
    expect('user' in session.store.getState()).toBe(false);
    await vi.waitFor(() => expect(to('/api/auth/logout')).toHaveLength(1));
    const [said] = to('/api/auth/logout');
    expect([said?.method, said?.init.body, said?.headers.get('content-type')]).toEqual([
      'POST',
      undefined,
      null,
    ]);
  });

  it.each([
    ['the server fails', () => refusal('INTERNAL')],
    ['there is no network', () => Promise.reject(new TypeError())],
    ['no answer ever comes', () => new Promise<Response>(() => undefined)],
  ])('AUTH-08 clears them as well when %s', async (_what, answer) => {
    const { session, tokens, at } = begin(signedInAnswers(person(), { 'POST /api/auth/logout': answer }));
    await session.start();
    await session.signOut();
    expect([await tokens.read(), at()]).toEqual([null, 'unauthenticated']);
  });

  it('AUTH-09 AUTH-10 ends on a 401 after the refresh and stops what is under way', async () => {
    const pending = vi.fn();
    const { session, at } = begin({
      ...signedInAnswers(),
      'POST /api/auth/refresh': () => refusal('SESSION_REVOKED'),
      'GET /slow': ({ init }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => {
            pending();
            reject(new DOMException('stopped', 'AbortError'));
          });
        }),
      'GET /gone': () => refusal('TOKEN_EXPIRED'),
    });
    await session.start();
    const slow = session.client.call({ ...me, path: '/slow' }, {}).catch((error: unknown) => error);
    await vi.waitFor(() => undefined);
    await expect(session.client.call({ ...me, path: '/gone' }, {})).rejects.toMatchObject({
      message: '401: Authentication failed',
    });
    expect(at()).toBe('unauthenticated');
    expect(pending).toHaveBeenCalledOnce();
    expect(await slow).toMatchObject({ code: 'ABORTED', message: 'Operation aborted' });
  });

  it('REFRESH-06 clears both tokens when the refresh is refused', async () => {
    const { session, tokens } = begin({
      'GET /api/auth/me': () => refusal('TOKEN_EXPIRED'),
      'POST /api/auth/refresh': () => refusal('SESSION_REVOKED'),
    });
    await session.start();
    await vi.waitFor(async () => expect(await tokens.read()).toBeNull());
    expect(session.store.getState()).toEqual({ at: 'unauthenticated' });
  });

  it.each([['NETWORK'], ['UNAVAILABLE']] as const)(
    'stays signed in when the server is not there (%s)',
    async code => {
      const { session, tokens } = begin({
        'GET /api/auth/me': () => (code === 'NETWORK' ? Promise.reject(new TypeError()) : refusal(code)),
      });
      await session.start();
      expect(session.store.getState()).toMatchObject({ at: 'unreachable', error: { code } });
      expect(await tokens.read()).toEqual(TOKENS);
    },
  );

  it('TENANT-03 TENANT-05 switches the tenant on the local user only, without a call', async () => {
    const { session, calls } = begin(signedInAnswers());
    await session.start();
    const before = session.store.getState();
    const made = calls.length;
    session.switchTenant(OTHER);
    expect(session.store.getState()).toEqual({ ...before, user: { ...person(), tenant_id: OTHER } });
    expect(calls).toHaveLength(made);
  });

  it('sends the tenant acted in with every call', async () => {
    const { session, calls } = begin({ 'GET /api/auth/me': () => json({ user: person(), tenants: two }) });
    await session.start();
    session.switchTenant(OTHER);
    await session.client.call(me, {});
    expect(calls.at(-1)?.headers.get('x-tenant-id')).toBe(OTHER);
  });

  it('TENANT-06 throws where nobody is signed in', () => {
    const { session } = begin({});
    expect(() => session.switchTenant(OTHER)).toThrow(/^No user logged in$/);
  });

  it('AMBIG-TENANT-04 keeps the switch over a fresh answer and drops it at sign-out', async () => {
    const { session } = begin(
      signedInAnswers(person(), { 'POST /api/auth/logout': () => json({ ok: true }) }),
    );
    await session.start();
    session.switchTenant(OTHER);
    session.updateUser(person(), two);
    expect(session.store.getState()).toMatchObject({ homeTenantId: TENANT, user: { tenant_id: OTHER } });
    await session.signOut();
    expect(sessionStorage.getItem('acting_tenant')).toBeNull();
  });
});

describe('what was read', () => {
  it('AUTH-11 is forgotten when the session ends, the current user with it', async () => {
    const { session } = begin(
      signedInAnswers(person(), { 'POST /api/auth/logout': () => json({ ok: true }) }),
    );
    const queries = createQueryClient();
    clearCacheOnSignOut(session, queries);
    await session.start();
    await queries.fetchQuery(read(session.client, me, {}));
    expect(queries.getQueryData(['/api/auth/me', {}])).toBeDefined();
    await session.signOut();
    expect(queries.getQueryCache().getAll()).toEqual([]);
  });
});

describe('who is not signed in', () => {
  it('AUTH-38 gets an error outside the provider', () => {
    const Lost = () => <>{useAuth().store.getState().at}</>;
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Lost />)).toThrow(new Error('useAuth must be used within an AuthProvider'));
    quiet.mockRestore();
  });

  it('AUTH-02 lands on the sign-in page', async () => {
    await openConsole({ path: '/admin/devices', answers: {} });
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    expect(location.pathname).toBe('/auth');
  });

  it('sees a page that is not there as not there', async () => {
    await openConsole({ path: '/no-such-page', answers: {} });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  });
});

describe('inside', () => {
  it('UI-06 UI-01 UI-02 shows a spinner and its two lines while the user is looked up', async () => {
    const { view } = await openConsole({
      path: '/admin',
      tokens: memoryTokens(TOKENS),
      answers: { 'GET /api/auth/me': () => new Promise<Response>(() => undefined) },
    });
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(screen.getByText('Please wait while we load the page')).toBeTruthy();
    expect(view.container.querySelector('[role=status] svg')).toBeTruthy();
  });

  it('AUTH-40 ends at the sign-in page when the tokens are of no use', async () => {
    const tokens = memoryTokens(TOKENS);
    let valid = true;
    const { session } = await openConsole({
      path: '/playlists',
      tokens,
      answers: {
        ...signedInAnswers(),
        'GET /api/playlists': () => (valid ? listOf([]) : refusal('TOKEN_EXPIRED')),
        'POST /api/auth/refresh': () => refusal('SESSION_REVOKED'),
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'Playlists' });
    valid = false;
    await session.client.call({ ...me, path: '/api/playlists' }, {}).catch(() => undefined);
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    expect(location.pathname).toBe('/auth');
    expect(await tokens.read()).toBeNull();
    expect(session.store.getState()).toEqual({ at: 'unauthenticated' });
  });
});
