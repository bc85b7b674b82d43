import { QueryCache } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as auth from '../../../../shared/contract/identity/auth.ts';
import { ROLES } from '../../../../shared/contract/wire/roles.ts';
import { begin, tenants } from '../../../support/console/session.ts';
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
} from '../../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('a sign-in', () => {
  it.each(ROLES)('AUTH-05 draws the user of the answer at once, with no further call: %s', async role => {
    const { session, calls } = begin(
      { 'POST /api/auth/login': () => json({ user: person(role), tokens: TOKENS, tenants }) },
      { tokens: null },
    );
    await session.signIn({ email: 'somebody@fleet.example', password: 'secret' });
    expect(session.store.getState()).toMatchObject({ at: 'authenticated', user: person(role), tenants });
    expect(calls.map(call => call.url.pathname)).toEqual(['/api/auth/login']);
  });

  it('AUTH-05 begins staff in the tenant that is there longest, for their own is empty and a new customer moves nobody', async () => {
    const newest = { ...tenants[0]!, id: '0fffffff-0000-7000-8000-000000000001', name: 'A new customer' };
    const platform = '00000000-0000-7000-8000-00000000000f';
    const { session } = begin(
      {
        'POST /api/auth/login': () =>
          json({
            user: person('staff_admin', { tenant_id: platform }),
            tokens: TOKENS,
            tenants: [newest, ...tenants],
          }),
      },
      { tokens: null },
    );
    await session.signIn({ email: 'somebody@fleet.example', password: 'secret' });
    expect(session.store.getState()).toMatchObject({ homeTenantId: platform, user: { tenant_id: TENANT } });
  });
});

describe('what fails', () => {
  it('AUTH-36 only logs a failure and hands it on', async () => {
    const email = 'somebody@fleet.example';
    const { session, logged } = begin({
      ...signedInAnswers(),
      'POST /api/auth/login': () => refusal('INVALID_CREDENTIALS'),
      'POST /api/auth/register': () => refusal('USER_EXISTS'),
      'POST /api/auth/change-password': () => refusal('VALIDATION'),
      'POST /api/auth/logout': () => refusal('INTERNAL'),
    });
    await session.start();
    await expect(session.signIn({ email, password: 'x' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    await expect(session.register({ email, password: 'Abcdef1!' })).rejects.toMatchObject({
      code: 'USER_EXISTS',
    });
    const passwords = { currentPassword: 'x', newPassword: 'Abcdef1!' };
    await expect(session.changePassword(passwords)).rejects.toMatchObject({ code: 'VALIDATION' });
    await session.signOut();
    await vi.waitFor(() =>
      expect(logged).toEqual([
        'sign-in failed',
        'registration failed',
        'change of password failed',
        'sign-out failed',
      ]),
    );
  });

  it('AMBIG-AUTH-06 refreshes nothing when the sign-out is answered by a 401', async () => {
    const { session, logged, to } = begin({
      ...signedInAnswers(),
      'POST /api/auth/logout': () => refusal('TOKEN_EXPIRED'),
    });
    await session.start();
    await session.signOut();
    await vi.waitFor(() => expect(logged).toEqual(['sign-out failed']));
    expect(to('/api/auth/refresh')).toEqual([]);
  });

  it('AUTH-11 forgets the user and what he read at an auth error', async () => {
    const tokens = memoryTokens(TOKENS);
    const built = vi.spyOn(QueryCache.prototype, 'build');
    let valid = true;
    const { session, to } = await openConsole({
      path: '/playlists',
      tokens,
      answers: {
        ...signedInAnswers(),
        'POST /api/auth/login': () =>
          json({ user: person('manager', { first_name: 'Second' }), tokens: TOKENS }),
        'GET /api/playlists': () => (valid ? listOf([]) : refusal('TOKEN_EXPIRED')),
        'POST /api/auth/refresh': () => refusal('SESSION_REVOKED'),
      },
    });
    await screen.findByText('No playlists yet');
    /** The cache that the page itself reads from. */
    const currentUser = { queryKey: ['/api/auth/me'] };
    const caches = () => built.mock.contexts as QueryCache[];
    const cache = () => caches().find(one => one.find({ ...currentUser, exact: false }));
    await vi.waitFor(() => expect(cache()?.find({ ...currentUser, exact: false })?.state.data).toBeDefined());
    const kept = cache();
    built.mockRestore();
    valid = false;
    await session.client.call({ ...auth.me, path: '/api/playlists' }, {}).catch(() => undefined);
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    expect(kept?.getAll()).toEqual([]);
    valid = true;
    const asked = [to('/api/auth/me').length, to('/api/playlists').length];
    await session.signIn({ email: 'second@fleet.example', password: 'secret' });
    history.pushState(null, '', '/playlists');
    await screen.findByText('No playlists yet');
    expect([to('/api/auth/me').length, to('/api/playlists').length]).toEqual(asked.map(n => n + 1));
  });

  it('AMBIG-AUTH-06 takes the 401 of a call that is open to anybody as its answer', async () => {
    const { session, tokens, to } = begin({
      ...signedInAnswers(),
      'POST /api/auth/login': () => refusal('INVALID_CREDENTIALS'),
    });
    await session.start();
    await expect(session.signIn({ email: 'a@fleet.example', password: 'x' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      status: 401,
    });
    expect([to('/api/auth/refresh'), await tokens.read()]).toEqual([[], TOKENS]);
    expect(session.store.getState().at).toBe('authenticated');
    for (const { path, access } of [auth.login, auth.register, auth.refresh, auth.oauth])
      expect([path, access.who]).toEqual([path, 'anyone']);
  });

  it('ERR-01 shows the text of the page where one stood in the way of the answer', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const { session } = begin({
      'GET /api/auth/me': () => new Response('<html>', { status: 401, headers }),
      'POST /api/auth/refresh': () => json({ tokens: TOKENS }),
    });
    await expect(session.client.call(auth.me, {})).rejects.toMatchObject({
      code: 'NOT_OURS',
      message: 'Unauthorized - Please log in again',
    });
  });
});
