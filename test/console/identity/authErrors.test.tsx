import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createSession } from '../../../console/app/session/session.ts';
import { me } from '../../../shared/contract/identity/auth.ts';
import { manualClock } from '../../support/clock.ts';
import {
  fakeApi,
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const renewed = () => json({ tokens: { access_token: 'access-2', refresh_token: 'refresh-2' } });

async function begin(answers: Answers) {
  const api = fakeApi({ ...signedInAnswers(), ...answers });
  const session = createSession({
    fetch: api.fetch,
    tokens: memoryTokens(TOKENS),
    clock: manualClock(),
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: () => undefined,
    log: () => undefined,
  });
  await session.start();
  const call = (path: string) => session.client.call({ ...me, path }, {}).catch((error: unknown) => error);
  return { ...api, session, call, at: () => session.store.getState().at };
}
/** Refused once, answered afterwards. */
function once(first: () => Response, then: () => Response) {
  let asked = 0;
  return () => (asked++ === 0 ? first() : then());
}

describe('what ends a session', () => {
  it.each([
    [
      'a first 401',
      once(
        () => refusal('TOKEN_EXPIRED'),
        () => json({}),
      ),
      'authenticated',
    ],
    ['a 403', () => refusal('FORBIDDEN'), 'authenticated'],
    ['a second 401 after the refresh', () => refusal('TOKEN_EXPIRED'), 'unauthenticated'],
  ] as const)('AMBIG-AUTH-01 %s: %#', async (_what, answer, end) => {
    const { call, at } = await begin({ 'GET /thing': answer, 'POST /api/auth/refresh': renewed });
    await call('/thing');
    expect(at()).toBe(end);
  });

  it('AMBIG-AUTH-01 a refresh that is refused, and a 401 of the look-up after it', async () => {
    const refused = await begin({
      'GET /thing': () => refusal('TOKEN_EXPIRED'),
      'POST /api/auth/refresh': () => refusal('SESSION_REVOKED'),
    });
    await refused.call('/thing');
    expect(refused.at()).toBe('unauthenticated');
    const unknown = await begin({
      'GET /api/auth/me': () => refusal('TOKEN_EXPIRED'),
      'POST /api/auth/refresh': renewed,
    });
    expect(unknown.at()).toBe('unauthenticated');
  });

  it('AMBIG-AUTH-05 the look-up is repeated once after one refresh, and never for another failure', async () => {
    const expired = await begin({
      ...signedInAnswers(),
      'GET /api/auth/me': once(
        () => refusal('TOKEN_EXPIRED'),
        () => json({ user: person(), tenants: [] }),
      ),
      'POST /api/auth/refresh': renewed,
    });
    expect(expired.at()).toBe('authenticated');
    expect([expired.to('/api/auth/me').length, expired.to('/api/auth/refresh').length]).toEqual([2, 1]);
    const failing = await begin({ 'GET /api/auth/me': () => refusal('INTERNAL') });
    expect([failing.to('/api/auth/me').length, failing.to('/api/auth/refresh').length]).toEqual([1, 0]);
  });
});

const toast = () => document.querySelector('ol [data-state=open]')?.textContent ?? null;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('who tells a failure', () => {
  it('AMBIG-AUTH-02 the sign-in screen, while the session logs and hands on', async () => {
    const { logged } = await openConsole({
      answers: { 'POST /api/auth/login': () => refusal('INVALID_CREDENTIALS') },
    });
    fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'a@fleet.example' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'x' } });
    await press('Sign In');
    await waitFor(() => expect(toast()).toContain('Invalid email or password. Please try again.'));
    expect(logged).toEqual(['sign-in failed']);
  });

  it('AMBIG-AUTH-02 nobody at a sign-out: it has happened', async () => {
    const { logged } = await openConsole({
      path: '/playlists',
      tokens: memoryTokens(TOKENS),
      answers: {
        ...signedInAnswers(person('manager')),
        'GET /api/playlists': () => listOf([]),
        'POST /api/auth/logout': () => refusal('INTERNAL'),
      },
    });
    // A page that comes takes the focus, and a menu that loses it closes.
    await screen.findByRole('heading', { level: 1 });
    const menu = await screen.findByRole('button', { name: /somebody@fleet\.example/ });
    fireEvent.click(menu);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    await waitFor(() => expect(logged).toEqual(['sign-out failed']));
    expect([toast(), screen.queryByRole('alert')]).toEqual([null, null]);
  });

  it('AMBIG-AUTH-02 the form itself at a change of the password, with no toast', async () => {
    const { logged } = await openConsole({
      tokens: memoryTokens(TOKENS),
      answers: {
        'GET /api/auth/me': () => refusal('PASSWORD_CHANGE_REQUIRED'),
        'POST /api/auth/change-password': () => refusal('WRONG_PASSWORD'),
      },
    });
    fireEvent.change(await screen.findByLabelText('One-time password'), { target: { value: 'x' } });
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'My-Own-1' } });
    fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: 'My-Own-1' } });
    await press('Set password');
    expect(await screen.findByText('The current password is incorrect.')).toBeTruthy();
    expect([logged, toast()]).toEqual([['change of password failed'], null]);
  });
});
