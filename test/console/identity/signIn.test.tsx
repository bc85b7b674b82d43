import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createTokenStore } from '../../../shared/net/tokens.ts';
import 'fake-indexeddb/auto';
import {
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
  localStorage.clear();
  sessionStorage.clear();
});

const inside: Answers = {
  ...signedInAnswers(),
  'GET /api/devices': () => listOf([]),
  'GET /api/creatives': () => listOf([]),
  'GET /api/playlists': () => listOf([]),
  'GET /api/programmatic/plays/summary': () =>
    json({ plays: 0, not_shown: 0, duration_ms: 0, quarantined: 0, screens: 0 }),
};
const success: Answers = {
  ...inside,
  'POST /api/auth/login': () => json({ user: person(), tokens: TOKENS }),
};

async function fill(email: string, password: string) {
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('sign-in page', () => {
  it('AUTH-26 AUTH-28 has a labelled e-mail field, a password field and a button Sign In', async () => {
    await openConsole({ answers: {} });
    expect((await screen.findByLabelText('Email')).getAttribute('type')).toBe('email');
    expect(screen.getByLabelText('Password')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  it('AUTH-27 shows and hides the password, and the button says what it will do', async () => {
    await openConsole({ answers: {} });
    const password = await screen.findByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    press('Show password');
    expect(password.getAttribute('type')).toBe('text');
    press('Hide password');
    expect(password.getAttribute('type')).toBe('password');
  });

  it('AMBIG-AUTH-03 shows the pending notice to a right password whose account still waits', async () => {
    await openConsole({ answers: { 'POST /api/auth/login': () => refusal('PENDING_APPROVAL') } });
    await fill('somebody@fleet.example', 'Wayside-test-1');
    press('Sign In');
    expect((await screen.findAllByText('Account Pending Approval')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Your account is pending admin approval.').length).toBeGreaterThan(0);
    await new Promise(done => setTimeout(done, 100));
    expect(document.body.textContent).not.toContain('Login failed');
  });

  it('VAL-LOGIN-01 refuses a bad e-mail without a request', async () => {
    const { to } = await openConsole({ answers: {} });
    await fill('abc', 'secret');
    press('Sign In');
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(to('/api/auth/login')).toEqual([]);
  });

  it('VAL-LOGIN-02 refuses an empty password without a request', async () => {
    const { to } = await openConsole({ answers: {} });
    await fill('somebody@fleet.example', '');
    press('Sign In');
    expect(await screen.findByText('Password is required')).toBeTruthy();
    expect(to('/api/auth/login')).toEqual([]);
  });

  it('VAL-LOGIN-03 ignores a second submission while one is under way', async () => {
    const { to } = await openConsole({ answers: success });
    await fill('somebody@fleet.example', 'secret');
    const form = screen.getByRole('button', { name: 'Sign In' }).closest('form')!;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(to('/api/auth/login')).toHaveLength(1);
  });

  it('AUTH-13 AUTH-14 sends e-mail and password', async () => {
    const { to } = await openConsole({ answers: success });
    await fill(' Somebody@Fleet.example ', 'secret');
    press('Sign In');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(to('/api/auth/login')[0]?.body).toEqual({ email: 'somebody@fleet.example', password: 'secret' });
  });

  it('AUTH-04 AUTH-15 AUTH-16 STORE-01 STORE-02 keeps both tokens of the answer in storage', async () => {
    await openConsole({ answers: success, tokens: createTokenStore(localStorage) });
    await fill('somebody@fleet.example', 'secret');
    press('Sign In');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(localStorage.getItem('access_token')).toBe('access-1');
    expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
  });

  async function refused(answer: () => Response | Promise<Response>, text: string) {
    await openConsole({ answers: { 'POST /api/auth/login': answer } });
    await fill('somebody@fleet.example', 'secret');
    press('Sign In');
    const alert = within(await screen.findByRole('alert'));
    expect([alert.getByText('Login failed'), alert.getByText(text)]).toHaveLength(2);
    const toast = () => document.querySelector('ol [data-state=open]')?.textContent;
    await waitFor(() => expect(toast()).toBe(`Login failed${text}`));
  }

  it('AUTH-32 AUTH-33 tells wrong credentials by a toast titled Login failed, and in place', () =>
    refused(() => refusal('INVALID_CREDENTIALS'), 'Invalid email or password. Please try again.'));

  it('AUTH-34 tells an account that may not be used', () =>
    refused(() => refusal('USER_INVALID'), 'User account is inactive or not found.'));

  it.each([
    ['a failing server', () => refusal('INTERNAL')],
    ['no network', () => Promise.reject(new TypeError())],
    ['a code that is not known', () => json({ error: 'ODD' }, 418)],
  ])('AUTH-35 tells %s with the general text', (_what, answer) =>
    refused(answer, 'Login failed. Please check your credentials.'),
  );

  it('leaves the message in place after the toast, with the number of the request', async () => {
    await openConsole({ answers: { 'POST /api/auth/login': () => refusal('INTERNAL') } });
    await fill('somebody@fleet.example', 'secret');
    press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toContain('req-7');
  });

  it('OPEN-GUARD-01 goes back to where somebody wanted to be, which the tab alone keeps, without a word of it in the address', async () => {
    await openConsole({ path: '/playlists?sort=-name', answers: success });
    await fill('somebody@fleet.example', 'secret');
    expect(location.href).toBe(`${location.origin}/auth`);
    expect(Object.values({ ...sessionStorage })).toContain('/playlists?sort=-name');
    expect(JSON.stringify({ ...localStorage })).not.toContain('playlists');
    press('Sign In');
    await screen.findByRole('heading', { level: 1, name: 'Playlists' });
    expect(location.pathname + location.search).toBe('/playlists?sort=-name');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('sort=-name'));
  });

  it('offers the demo roles the server names, and signs in with one', async () => {
    const { to } = await openConsole({
      answers: {
        ...inside,
        'GET /api/auth/demo': () => json({ roles: ['manager'] }),
        'POST /api/auth/demo': () => json({ user: person('manager'), tokens: TOKENS }),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Manager' }));
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(to('/api/auth/demo')[1]?.body).toEqual({ role: 'manager' });
  });

  it('I18N-01 changes to Chinese and back while it stands', async () => {
    await openConsole({ answers: {} });
    fireEvent.click(await screen.findByRole('button', { name: '中文' }));
    expect(await screen.findByRole('heading', { level: 1, name: '登录' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
  });

  it('STORE-03 keeps the language choice under i18nextLng', async () => {
    await openConsole({ answers: {} });
    fireEvent.click(await screen.findByRole('button', { name: '中文' }));
    await waitFor(() => expect(localStorage.getItem('i18nextLng')).toBe('zh'));
  });

  it('tells a bad e-mail in Chinese where Chinese is spoken', async () => {
    await openConsole({ answers: {}, language: 'zh' });
    fireEvent.change(await screen.findByLabelText('邮箱'), { target: { value: 'abc' } });
    press('登录');
    expect(await screen.findByText('请输入有效的邮箱地址')).toBeTruthy();
  });
});

describe('one-time password', () => {
  const due = person('admin', { must_change_password: true });

  it('AUTH-39 asks for an own password before anything else, and sends both', async () => {
    let changed = false;
    const { to } = await openConsole({
      tokens: memoryTokens(TOKENS),
      path: '/admin',
      answers: {
        ...inside,
        'GET /api/auth/me': () =>
          json({
            user: { ...due, must_change_password: !changed },
            tenants: [{ id: due.tenant_id, name: 'F', slug: 'f' }],
          }),
        'POST /api/auth/change-password': () => {
          changed = true;
          return json({ ok: true });
        },
      },
    });
    fireEvent.change(await screen.findByLabelText('One-time password'), {
      target: { value: 'first-Time1!' },
    });
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'My-Own-1' } });
    fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: 'My-Own-1' } });
    press('Set password');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(to('/api/auth/change-password')[0]?.body).toEqual({
      currentPassword: 'first-Time1!',
      newPassword: 'My-Own-1',
    });
  });

  it('is not asked for again after the sign-in, stands in no store, and is asked for where the server refuses it', async () => {
    const tokens = memoryTokens();
    const { to } = await openConsole({
      tokens,
      answers: {
        'POST /api/auth/login': () => json({ user: due, tokens: TOKENS }),
        'POST /api/auth/change-password': () => refusal('WRONG_PASSWORD'),
      },
    });
    fireEvent.change(await screen.findByLabelText('Email'), { target: { value: due.email } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'first-Time1!' } });
    press('Sign In');
    fireEvent.change(await screen.findByLabelText('New password'), { target: { value: 'My-Own-1' } });
    fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: 'My-Own-1' } });
    expect(screen.queryByLabelText('One-time password')).toBeNull();
    const stores = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await tokens.read()]);
    expect(stores + document.cookie + document.body.innerHTML).not.toContain('first-Time1!');
    press('Set password');
    expect(await screen.findByLabelText('One-time password')).toBeTruthy();
    expect(to('/api/auth/change-password')[0]?.body).toEqual({
      currentPassword: 'first-Time1!',
      newPassword: 'My-Own-1',
    });
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('My-Own-1');
  });

  it('names each class of sign a weak password lacks on a line of its own, without a request', async () => {
    const { to } = await openConsole({
      tokens: memoryTokens(TOKENS),
      answers: { 'GET /api/auth/me': () => refusal('PASSWORD_CHANGE_REQUIRED') },
    });
    fireEvent.change(await screen.findByLabelText('New password'), { target: { value: 'weak' } });
    press('Set password');
    const problem = await screen.findByText(/^Password must be at least 8 characters/);
    expect(problem.textContent.split('\n')).toEqual([
      'Password must be at least 8 characters',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
      'Password must contain at least one special character',
    ]);
    /** Only so does a line break break the line. */
    expect([...problem.classList]).toContain('whitespace-pre-line');
    expect(to('/api/auth/change-password')).toEqual([]);
  });
});
