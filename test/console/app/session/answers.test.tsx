import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as auth from '../../../../shared/contract/identity/auth.ts';
import { ROLES } from '../../../../shared/contract/wire/roles.ts';
import { begin } from '../../../support/console/session.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
} from '../../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('a sign-in', () => {
  it.each(ROLES)(
    'AUTH-05 takes the user from the answer, where the look-up says nothing, too: %s',
    async role => {
      const { session, clock, calls } = begin(
        {
          'POST /api/auth/login': () => json({ user: person(role), tokens: TOKENS }),
          'GET /api/auth/me': () => new Promise<Response>(() => undefined),
        },
        { tokens: null },
      );
      const signedIn = session.signIn({ email: 'somebody@fleet.example', password: 'secret' });
      // Where these start, only the look-up says; it is waited for as long as a look-up is.
      const startsElsewhere = ['staff_super_admin', 'staff_admin', 'staff_support', 'viewer'].includes(role);
      await vi.waitFor(() => expect(calls).toHaveLength(startsElsewhere ? 2 : 1));
      if (startsElsewhere) await clock.advance(5_000);
      else await signedIn;
      await vi.waitFor(() =>
        expect(session.store.getState()).toMatchObject({ at: 'authenticated', user: person(role) }),
      );
    },
  );

  it('lets in whom the sign-in named where the look-up fails', async () => {
    const { session } = begin(
      {
        'POST /api/auth/login': () => json({ user: person('viewer'), tokens: TOKENS }),
        'GET /api/auth/me': () => refusal('UNAVAILABLE'),
      },
      { tokens: null },
    );
    await session.signIn({ email: 'somebody@fleet.example', password: 'secret' });
    expect(session.store.getState()).toMatchObject({ at: 'authenticated', user: person('viewer') });
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
    valid = false;
    await session.client.call({ ...auth.me, path: '/api/playlists' }, {}).catch(() => undefined);
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
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
