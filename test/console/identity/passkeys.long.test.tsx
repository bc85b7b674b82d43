import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOfSite } from '../../../console/identity/passkeys/authenticator.ts';
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

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
/** What the browser answers; a cancelled question is a NotAllowedError. */
let answer: () => Promise<object>;
const requests: CredentialRequestOptions[] = [];
const giveAssertion = () =>
  Promise.resolve({
    ...{ id: 'a2V5', rawId: bytes('key'), type: 'public-key', getClientExtensionResults: () => ({}) },
    response: {
      ...{ clientDataJSON: bytes('client'), authenticatorData: bytes('data'), signature: bytes('signed') },
      userHandle: bytes('user'),
    },
  });
const PASSKEY = {
  ...{ id: 'a2V5', client_data: 'Y2xpZW50', authenticator_data: 'ZGF0YQ', signature: 'c2lnbmVk' },
  user_handle: 'dXNlcg',
};
beforeEach(() => {
  answer = giveAssertion;
  requests.length = 0;
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: (options: CredentialRequestOptions) => (requests.push(options), answer()) },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const cancel = () => Promise.reject(new DOMException('closed', 'NotAllowedError'));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const CHALLENGE = { challenge: 'Y2hhbGxlbmdl', rp_id: 'localhost' };
const SIGNED_IN = { user: person('admin'), tokens: TOKENS };
const OWN = {
  has_password: true,
  items: [{ id: 'p', name: 'Desk', created_at: '2026-01-05T08:00:00.000Z', last_used_at: null }],
};
const ENTER = {
  'POST /api/auth/passkeys/begin-sign-in': () => json(CHALLENGE),
  'POST /api/auth/passkeys/sign-in': () => json(SIGNED_IN),
};

describe('the button of a passkey on the sign-in page', () => {
  it('signs in, and asks for a verified person', async () => {
    const { to, tokens } = await openConsole({ answers: signedInAnswers(person('admin'), ENTER) });
    await press('Sign in with a passkey');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(requests[0]?.publicKey).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(to('/api/auth/passkeys/sign-in')[0]?.body).toEqual({ passkey: PASSKEY });
    expect(await tokens.read()).toEqual(TOKENS);
  });

  it('leaves everything as it was where the question is closed', async () => {
    answer = cancel;
    const { to } = await openConsole({ answers: signedInAnswers(person('admin'), ENTER) });
    await press('Sign in with a passkey');
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sign in with a passkey' }).ariaBusy).toBeFalsy(),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(to('/api/auth/passkeys/sign-in')).toEqual([]);
  });

  it('says that a passkey was not accepted', async () => {
    const answers = { ...ENTER, 'POST /api/auth/passkeys/sign-in': () => refusal('WRONG_PASSKEY') };
    await openConsole({ answers: signedInAnswers(person('admin'), answers) });
    await press('Sign in with a passkey');
    expect((await screen.findByRole('alert')).textContent).toContain('This passkey was not accepted.');
  });

  it('says in plain words where passkeys belong, on a page at another address', async () => {
    const begin = () => json({ ...CHALLENGE, rp_id: 'signage.example' });
    const answers = { ...ENTER, 'POST /api/auth/passkeys/begin-sign-in': begin };
    await openConsole({ answers: signedInAnswers(person('admin'), answers) });
    await press('Sign in with a passkey');
    const dialog = await screen.findByRole('dialog', { name: 'Passkeys do not work at this address' });
    expect(dialog.textContent).toContain('opened at localhost, but its passkeys belong to signage.example.');
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(requests).toEqual([]);
  });

  it('is not there where the browser has none', async () => {
    vi.unstubAllGlobals();
    await openConsole({ answers: signedInAnswers(person('admin'), ENTER) });
    await screen.findByRole('button', { name: 'Sign In' });
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

it.each([
  ['signage.example', 'signage.example', true],
  ['depot.signage.example', 'signage.example', true],
  ['othersignage.example', 'signage.example', false],
  ['signage.example', 'depot.signage.example', false],
  ['10.0.0.7', 'localhost', false],
])('a page at %s may use passkeys of %s: %s', (host, rp_id, isOf) => {
  expect(isOfSite(host, rp_id)).toBe(isOf);
});

it('a passkey stands for the code after a password', async () => {
  const answers = {
    ...ENTER,
    'POST /api/auth/login': () => json({ ticket: 'a.ticket', expires_at: '2026-01-05T08:05:00.000Z' }),
  };
  await openConsole({ answers: signedInAnswers(person('admin'), answers) });
  await type('Email', 'somebody@fleet.example');
  await type('Password', 'secret');
  await press('Sign In');
  await screen.findByRole('heading', { level: 1, name: 'Enter your code' });
  await press('Use a passkey instead');
  await screen.findByRole('heading', { level: 1, name: 'Overview' });
});

describe('where the password is asked for again', () => {
  const open = (own: object, more: Answers = {}) => {
    let isRecent = false;
    return openConsole({
      path: '/admin/profile',
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(person('owner'), {
        'GET /api/auth/second-factor': () =>
          json({ is_on: false, is_required: false, recovery_codes_left: 0 }),
        'GET /api/sessions': () => listOf([]),
        'GET /api/auth/passkeys': () => json(own),
        'POST /api/auth/passkeys/begin-confirmation': () => json({ ...CHALLENGE, credentials: ['a2V5'] }),
        'POST /api/auth/begin-second-factor': () =>
          isRecent ? json({ secret: 'GEZDGNBV', uri: 'otpauth://totp/a' }) : refusal('REAUTH_REQUIRED'),
        'POST /api/auth/reauth': () => {
          isRecent = true;
          return json({ ok: true });
        },
        ...more,
      }),
    });
  };

  it('one of the own passkeys goes out in its place, and the call goes on', async () => {
    const { to } = await open(OWN);
    await press('Set up');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(
      await waitFor(() => {
        const button = [...dialog.querySelectorAll('button')].find(one => /passkey/.test(one.textContent));
        return button ?? expect.fail('no button');
      }),
    );
    await screen.findByLabelText('QR code for the authenticator app');
    expect(to('/api/auth/reauth')[0]?.body).toEqual({ passkey: PASSKEY });
    expect(requests[0]?.publicKey?.allowCredentials).toHaveLength(1);
  });

  it('an account without a password reads how to get one, instead of a field that it cannot fill', async () => {
    await open({ items: [], has_password: false });
    expect(await screen.findAllByText(/This account has no password/)).toHaveLength(2);
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull();
    /** What could only be refused is not offered. */
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Set password' })).toBeNull();
  });

  it('whoever changes the password reads that the passkeys stay, where there are any', async () => {
    await open(OWN);
    const section = await screen.findByRole('region', { name: 'Password' });
    await within(section).findByText(/Your passkeys stay valid/);
    cleanup();
    await open({ ...OWN, items: [] });
    await screen.findByRole('button', { name: 'Add a passkey' });
    expect(screen.queryByText(/Your passkeys stay valid/)).toBeNull();
  });
});
