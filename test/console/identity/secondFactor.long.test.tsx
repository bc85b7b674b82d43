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

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const TICKET = { ticket: 'somebody.ticket', expires_at: '2026-01-05T08:05:00.000Z' };
const SIGNED_IN = { user: person('admin'), tokens: TOKENS };
const SECRET = { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Wayside:a?secret=GEZDGNBVGY3TQOJQ' };
const CODES = ['abcde-fghij', 'kmnpq-rstuv'];

async function signIn(answers: Answers) {
  const view = await openConsole({ answers: signedInAnswers(person('admin'), answers) });
  await type('Email', 'somebody@fleet.example');
  await type('Password', 'secret');
  press('Sign In');
  return view;
}

describe('a sign-in with a second factor', () => {
  it('asks for the code on a page of its own, and holds no token before it', async () => {
    let isRight = false;
    const { to, tokens } = await signIn({
      'POST /api/auth/login': () => json(TICKET),
      'POST /api/auth/login-code': () => (isRight ? json(SIGNED_IN) : refusal('WRONG_CODE')),
    });
    await screen.findByRole('heading', { level: 1, name: 'Enter your code' });
    expect(await tokens.read()).toBeNull();
    press('Sign In');
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(to('/api/auth/login-code')).toEqual([]);

    await type('Code', '111111');
    press('Sign In');
    expect(await screen.findByText('This code is wrong or was used before.')).toBeTruthy();
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
    isRight = true;
    await type('Code', ' 222222 ');
    press('Sign In');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(to('/api/auth/login-code')[1]?.body).toEqual({ ticket: TICKET.ticket, code: '222222' });
    expect(await tokens.read()).toEqual(TOKENS);
  });

  it('takes a recovery code in the place of the app’s', async () => {
    const { to } = await signIn({
      'POST /api/auth/login': () => json(TICKET),
      'POST /api/auth/login-code': () => json(SIGNED_IN),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await type('Recovery code', CODES[0] ?? '');
    press('Sign In');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(to('/api/auth/login-code')[0]?.body).toMatchObject({ code: CODES[0] });
  });

  it('that took too long, or was locked, says so and leads back to the password', async () => {
    let isLocked = true;
    await signIn({
      'POST /api/auth/login': () => json(TICKET),
      'POST /api/auth/login-code': () =>
        isLocked
          ? refusal('RATE_LIMITED', { retry_after_s: 900 })
          : refusal('VALIDATION', { ticket: ['This sign-in took too long. Start again.'] }),
    });
    await type('Code', '111111');
    press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toContain('Login failed');
    isLocked = false;
    press('Sign In');
    expect(await screen.findByText('This took too long. Sign in again.')).toBeTruthy();
    press('Back to sign-in');
    expect(await screen.findByLabelText('Email')).toBeTruthy();
  });
});

describe('a role that requires a second factor', () => {
  it('sets it up right after the sign-in, sees its recovery codes, and goes on', async () => {
    const { to } = await signIn({
      'POST /api/auth/login': () => json({ ...SIGNED_IN, second_factor_due: true }),
      'POST /api/auth/begin-second-factor': () => json(SECRET),
      'POST /api/auth/confirm-second-factor': () => json({ recovery_codes: CODES }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Set up two-step sign-in' });
    expect(to('/api/auth/me')).toEqual([]);
    press('Set up');
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
    await type('Code', '123456');
    press('Switch on');
    const list = await screen.findByRole('list', { name: 'Save your recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(CODES);
    expect(to('/api/auth/confirm-second-factor')[0]?.body).toEqual({ code: '123456' });
    press('I have saved them');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
  });

  it.each(['/api/auth/me', '/api/playlists'])('is led to it where %s is refused for it', async path => {
    await openConsole({
      path: '/playlists',
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(person('admin'), { [`GET ${path}`]: () => refusal('SECOND_FACTOR_DUE') }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Set up two-step sign-in' });
  });
});

describe('the profile', () => {
  const OFF = { is_on: false, recovery_codes_left: 0, is_required: false };
  async function openProfile(answers: Answers) {
    return openConsole({
      path: '/admin/profile',
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(person('admin'), {
        'GET /api/sessions': () => json({ items: [] }),
        ...answers,
      }),
    });
  }

  it('switches it on, and keeps the recovery codes on screen until they are saved', async () => {
    let isOn = false;
    await openProfile({
      'GET /api/auth/second-factor': () =>
        json(isOn ? { ...OFF, is_on: true, recovery_codes_left: 10 } : OFF),
      'POST /api/auth/begin-second-factor': () => json(SECRET),
      'POST /api/auth/confirm-second-factor': () => {
        isOn = true;
        return json({ recovery_codes: CODES });
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    await type('Code', '123456');
    press('Switch on');
    await screen.findByText(CODES[0] ?? '');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(screen.getByText(CODES[0] ?? '')).toBeTruthy();
    press('I have saved them');
    expect(await screen.findByText('10 recovery codes left')).toBeTruthy();
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  });

  it('switches it off with the password and a code, each refused at its own field', async () => {
    let isOn = true;
    let refused: 'WRONG_PASSWORD' | 'WRONG_CODE' | null = 'WRONG_PASSWORD';
    const { to } = await openProfile({
      'GET /api/auth/second-factor': () =>
        json(isOn ? { ...OFF, is_on: true, recovery_codes_left: 1, is_required: true } : OFF),
      'POST /api/auth/remove-second-factor': () => {
        if (refused !== null) return refusal(refused);
        isOn = false;
        return json({ ok: true });
      },
    });
    expect(await screen.findByText('1 recovery code left')).toBeTruthy();
    expect(screen.getByText('Your role requires it.')).toBeTruthy();
    press('Switch off');
    const dialog = within(await screen.findByRole('dialog'));
    const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Switch off' }));
    submit();
    expect(await dialog.findAllByText('Required')).toHaveLength(2);
    fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'secret' } });
    fireEvent.change(dialog.getByLabelText('Code'), { target: { value: '123456' } });
    submit();
    expect(await dialog.findByText('The current password is incorrect.')).toBeTruthy();
    refused = 'WRONG_CODE';
    submit();
    expect(await dialog.findByText('This code is wrong or was used before.')).toBeTruthy();
    refused = null;
    submit();
    expect(await screen.findByText('Off. Your password is enough to sign in.')).toBeTruthy();
    expect(to('/api/auth/remove-second-factor')[0]?.body).toEqual({ password: 'secret', code: '123456' });
  });

  it('asks for a code beside the password that is changed, once the server wants one', async () => {
    const { to } = await openProfile({
      'GET /api/auth/second-factor': () => json(OFF),
      'POST /api/auth/change-password': ({ body }) =>
        'code' in (body as object) ? json({ ok: true }) : refusal('SECOND_FACTOR_REQUIRED'),
    });
    await type('Current password', 'secret');
    await type('New password', 'My-Own-12');
    await type('Confirm new password', 'My-Own-12');
    press('Set password');
    await type('Code', '123456');
    press('Set password');
    await waitFor(() => expect(to('/api/auth/change-password')).toHaveLength(2));
    expect(to('/api/auth/change-password')[1]?.body).toEqual({
      ...{ currentPassword: 'secret', newPassword: 'My-Own-12', code: '123456' },
    });
  });

  it('asks for both where a call waits for the password again', async () => {
    let isConfirmed = false;
    const { to } = await openProfile({
      'GET /api/auth/second-factor': () => json(OFF),
      'POST /api/auth/begin-second-factor': () => (isConfirmed ? json(SECRET) : refusal('REAUTH_REQUIRED')),
      'POST /api/auth/reauth': ({ body }) => {
        isConfirmed = 'code' in (body as object);
        return isConfirmed ? json({ ok: true }) : refusal('SECOND_FACTOR_REQUIRED');
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    const asked = within(await screen.findByRole('dialog'));
    fireEvent.change(await asked.findByLabelText('Password'), { target: { value: 'secret' } });
    press('Continue');
    fireEvent.change(await asked.findByLabelText('Code'), { target: { value: '123456' } });
    press('Continue');
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
    expect(to('/api/auth/reauth')[1]?.body).toEqual({ password: 'secret', code: '123456' });
  });
});
