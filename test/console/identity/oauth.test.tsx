import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

const offer = (providers: string) => {
  document.head.innerHTML = `<meta name="sign-in-with" content="${providers}">`;
};
afterEach(() => {
  cleanup();
  localStorage.clear();
  offer('');
  history.replaceState(null, '', '/');
});

describe('sign-in with another account', () => {
  it('AUTH-24 AUTH-25 OPEN-USER-06 has a Google and an Apple button where both are set up', async () => {
    offer('google apple');
    await openConsole({ answers: {}, tokens: memoryTokens() });
    expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign in with Apple' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe('/terms');
    expect(screen.getByRole('link', { name: 'privacy notice' }).getAttribute('href')).toBe('/privacy');
  });

  it('has them in Chinese', async () => {
    offer('google apple');
    await openConsole({ answers: {}, language: 'zh' });
    expect(await screen.findByRole('button', { name: '使用 Google 登录' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '使用 Apple 登录' })).toBeTruthy();
  });

  it.each(['', '__SIGN_IN_WITH__', 'somebody'])('has none for %j', async providers => {
    offer(providers);
    await openConsole({ answers: {} });
    await screen.findByRole('button', { name: 'Sign In' });
    expect(screen.queryByRole('button', { name: /Sign in with/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'terms of use' })).toBeNull();
  });
});

describe('the way back', () => {
  it('OPEN-USER-07 tells a reason that is known below the sentence, and of another one nothing', async () => {
    await openConsole({ path: '/auth?error=cancelled', answers: {} });
    expect(await screen.findByText('You cancelled it.')).toBeTruthy();
    expect(screen.getAllByText('OAuth login failed. Please try again.').length).toBeGreaterThan(0);
    expect(location.search).toBe('');
    cleanup();
    await openConsole({ path: '/auth?error=your-account-is-closed', answers: {} });
    expect((await screen.findAllByText('OAuth login failed. Please try again.')).length).toBeGreaterThan(0);
    expect(document.body.textContent).not.toContain('closed');
  });

  it('OPEN-USER-03 exchanges the code of the fragment once, and leaves none in the address', async () => {
    const { to, tokens } = await openConsole({
      path: '/auth#oauth=a-code',
      answers: { 'POST /api/auth/oauth/exchange': () => json({ user: person('admin'), tokens: TOKENS }) },
    });
    await waitFor(async () => expect(await tokens.read()).toEqual(TOKENS));
    expect(to('/api/auth/oauth/exchange').map(({ body }) => body)).toEqual([{ code: 'a-code' }]);
    expect(location.href).not.toContain('a-code');
  });

  it('says where the code is no longer good, and leads back', async () => {
    await openConsole({
      path: '/auth#oauth=a-code',
      answers: {
        'POST /api/auth/oauth/exchange': () => refusal('VALIDATION', { code: ['No longer good.'] }),
      },
    });
    expect(await screen.findByText(/took too long or was started elsewhere/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/auth');
  });
});

describe('the settings of sign-in with a provider', () => {
  const PATH = '/api/settings/integrations';
  const view = {
    ...{ smtp_host: null, smtp_port: 587, smtp_security: 'starttls', smtp_user: null, smtp_from: null },
    ...{ smtp_has_password: false, google_client_id: null, google_has_secret: false, apple_client_id: null },
    ...{ apple_team_id: null, apple_key_id: null, apple_has_secret: false },
    ...{ google_hidden: 'no_credentials', apple_hidden: 'incomplete', version: 3 },
  };
  const open = (role: 'admin' | 'staff_admin', answers: Answers = {}) =>
    openConsole({
      path: '/admin/settings?section=integrations',
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(person(role), { [`GET ${PATH}`]: () => json(view), ...answers }),
    });

  it('OPEN-USER-06 say why a button is hidden, and send only what was entered', async () => {
    const { to } = await open('staff_admin', { [`PATCH ${PATH}`]: () => json({ ...view, version: 4 }) });
    expect(await screen.findByText('The button is hidden: no client ID is entered.')).toBeTruthy();
    expect(screen.getByText('The button is hidden: some of the fields are empty.')).toBeTruthy();
    expect(screen.getByText(/\/api\/auth\/oauth\/google\/callback$/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Google client ID'), { target: { value: 'wayside.test' } });
    const part = screen.getByRole('region', { name: 'Sign-in with Google and Apple' });
    fireEvent.click(within(part).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(to(PATH).some(call => call.method === 'PATCH')).toBe(true));
    expect(to(PATH).find(call => call.method === 'PATCH')?.body).toEqual({
      google_client_id: 'wayside.test',
    });
  });

  it('show others what is offered, and that staff set it up', async () => {
    offer('google');
    const { to } = await open('admin');
    expect(await screen.findByText('The button is shown.')).toBeTruthy();
    expect(screen.getByText('The button is hidden: it is not set up.')).toBeTruthy();
    expect(screen.getByText('The staff of the platform set this up.')).toBeTruthy();
    expect(to(PATH)).toEqual([]);
  });
});
