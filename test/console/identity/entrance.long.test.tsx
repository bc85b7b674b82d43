import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { json, openConsole, person, refusal, TOKENS, type Answers } from '../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const badLink = () => refusal('VALIDATION', { token: ['This link is no longer good.'] });

describe('a forgotten password', () => {
  it('is asked for from the sign-in, by a checked address, once', async () => {
    const { to } = await openConsole({ answers: { 'POST /api/auth/reset-link': () => json({ ok: true }) } });
    fireEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot password' })).toBeTruthy();
    type('Email', 'nobody');
    press('Send link');
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    type('Email', ' Ana@Fleet.example ');
    press('Send link');
    press('Send link');
    expect(await screen.findByText(/If there is an account for ana@fleet\.example/)).toBeTruthy();
    expect(to('/api/auth/reset-link').map(({ body }) => body)).toEqual([{ email: 'ana@fleet.example' }]);
  });

  it('takes over the address that was typed on the sign-in', async () => {
    await openConsole({ answers: {} });
    await screen.findByRole('link', { name: 'Forgot password?' });
    type('Email', 'ana@fleet.example');
    fireEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { level: 1, name: 'Forgot password' });
    expect(field('Email').value).toBe('ana@fleet.example');
  });

  it('tells where the link could not be asked for, and keeps the address', async () => {
    await openConsole({
      path: '/auth?mode=reset',
      answers: { 'POST /api/auth/reset-link': () => refusal('RATE_LIMITED') },
    });
    await screen.findByRole('button', { name: 'Send link' });
    type('Email', 'ana@fleet.example');
    press('Send link');
    expect(await screen.findByText('Link not sent')).toBeTruthy();
    expect(field('Email').value).toBe('ana@fleet.example');
  });
});

describe('the link of an e-mail', () => {
  const openLink = async (hash: string, answers: Answers) => {
    const opened = await openConsole({ path: `/auth#${hash}`, answers });
    return opened;
  };

  it('makes a new address the address of the account, once somebody presses', async () => {
    const { to } = await openLink('email=abc', {
      'POST /api/auth/confirm-email': () => json({ email: 'moved@fleet.example' }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Confirm your new email address' });
    expect(to('/api/auth/confirm-email')).toEqual([]);
    press('Confirm');
    expect(await screen.findByText('You sign in with moved@fleet.example from now on.')).toBeTruthy();
    expect(to('/api/auth/confirm-email').map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    expect(location.hash).toBe('');
  });

  it('to a new address that is no longer valid says where to get another', async () => {
    await openLink('email=old', { 'POST /api/auth/confirm-email': badLink });
    await screen.findByRole('button', { name: 'Confirm' });
    press('Confirm');
    expect(await screen.findByText(/ask for a new link in your profile/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('OPEN-USER-05 sets a new password, entered twice, and leaves no token in the address', async () => {
    const { to } = await openLink('reset=abc', { 'POST /api/auth/reset': () => json({ ok: true }) });
    await screen.findByRole('heading', { level: 1, name: 'Set a new password' });
    type('New password', 'short');
    press('Set password');
    expect(await screen.findByText(/at least 8 characters/)).toBeTruthy();
    type('New password', 'Abcdef1!');
    type('Confirm new password', 'Abcdef2!');
    press('Set password');
    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    type('Confirm new password', 'Abcdef1!');
    press('Set password');
    expect(await screen.findByText('Password set')).toBeTruthy();
    expect(to('/api/auth/reset').map(({ body }) => body)).toEqual([
      { token: 'abc', newPassword: 'Abcdef1!' },
    ]);
    expect(location.href).not.toContain('abc');
  });

  it('names each class of sign a weak password lacks on a line of its own', async () => {
    await openLink('reset=abc', {});
    await screen.findByRole('button', { name: 'Set password' });
    type('New password', 'weak');
    press('Set password');
    const problem = await screen.findByText(/^Password must be at least 8 characters/);
    expect(problem.textContent.split('\n')).toEqual([
      'Password must be at least 8 characters',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
      'Password must contain at least one special character',
    ]);
  });

  it('says of a password that is too common why it is refused, at its field', async () => {
    const weak = { newPassword: ['This password is too common'] };
    await openLink('reset=abc', { 'POST /api/auth/reset': () => refusal('WEAK_PASSWORD', weak) });
    await screen.findByRole('button', { name: 'Set password' });
    type('New password', 'Password1!');
    type('Confirm new password', 'Password1!');
    press('Set password');
    const problem = await screen.findByText(
      'This password is too common. Choose one that is harder to guess.',
    );
    expect(field('New password').getAttribute('aria-describedby')).toContain(problem.id);
  });

  it('that was used already says so', async () => {
    await openLink('reset=abc', { 'POST /api/auth/reset': badLink });
    await screen.findByRole('button', { name: 'Set password' });
    type('New password', 'Abcdef1!');
    type('Confirm new password', 'Abcdef1!');
    press('Set password');
    expect(await screen.findByText('This link is no longer valid. Ask for a new one.')).toBeTruthy();
  });

  it('of an invitation shows tenant and role, takes name and password and signs in', async () => {
    const user = person('viewer');
    const { to } = await openLink('invitation=xyz', {
      'POST /api/auth/invitation': () =>
        json({ email: 'ana@fleet.example', role: 'viewer', tenant_name: 'Lisbon cabs' }),
      'POST /api/auth/accept-invitation': () => json({ user, tokens: TOKENS }),
      'GET /api/auth/me': () => json({ user, tenants: [] }),
    });
    expect(await screen.findByText(/invited to Lisbon cabs as Viewer/)).toBeTruthy();
    expect(screen.getByText(/By accepting the invitation you accept the/)).toBeTruthy();
    for (const [name, href] of [
      ['terms of use', '/terms'],
      ['privacy notice', '/privacy'],
    ] as const)
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
    type('First name', 'Ana');
    type('New password', 'Abcdef1!');
    type('Confirm new password', 'Abcdef1!');
    press('Accept and sign in');
    await waitFor(() => expect(location.pathname).not.toBe('/auth'));
    expect(to('/api/auth/accept-invitation').map(({ body }) => body)).toEqual([
      { token: 'xyz', first_name: 'Ana', password: 'Abcdef1!' },
    ]);
  });

  it('of an invitation that has ended says so', async () => {
    await openLink('invitation=xyz', { 'POST /api/auth/invitation': badLink });
    expect(await screen.findByText(/This invitation is no longer valid/)).toBeTruthy();
  });
});
