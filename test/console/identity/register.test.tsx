import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstTenant, tenantIdOf } from '../../../console/identity/register/tenant.ts';
import type { Client } from '../../../shared/net/client.ts';
import { json, openConsole, person, refusal, type Answers } from '../../support/console/console.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  localStorage.clear();
});

const T1 = { id: '00000000-0000-7000-8000-0000000000a1', name: 'Lisbon cabs' };
const T2 = { id: '00000000-0000-7000-8000-0000000000a2', name: 'Porto cabs' };
const tenants = (list: object[]) => ({ 'GET /api/auth/tenants': () => json({ tenants: list }) });
const taken: Answers = {
  ...tenants([T1, T2]),
  'POST /api/auth/register': () => json({ user: person('viewer', { status: 'pending_approval' }) }),
};
const WAITING =
  'Your account has been created and is pending admin approval. You will be notified once approved.';

async function open(answers: Answers, language?: string) {
  const opened = await openConsole({ path: '/auth?mode=register', answers, language });
  await screen.findByRole('button', { name: language === 'zh' ? '创建账户' : 'Create Account' });
  return opened;
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
function fill(more: Record<string, string> = {}) {
  const values = {
    Email: ' Somebody@Fleet.example ',
    Password: 'Abcdef1!',
    'Confirm password': 'Abcdef1!',
    ...more,
  };
  for (const [label, value] of Object.entries(values)) type(label, value);
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
const toast = () => document.querySelector('ol [data-state=open]')?.textContent ?? null;

describe('the register half of the card', () => {
  it('AUTH-29 is reached from the sign-in by a link, and left by one', async () => {
    await openConsole({ answers: taken });
    fireEvent.click(await screen.findByRole('link', { name: 'Create an account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create an account' })).toBeTruthy();
    expect(location.pathname + location.search).toBe('/auth?mode=register');
    fireEvent.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  it('leads a company to the registration of a business', async () => {
    await open(taken);
    const link = screen.getByRole('link', { name: 'Register your business' });
    expect(link.getAttribute('href')).toBe('/register');
  });

  it('REG-01 REG-02 REG-03 REG-04 REG-05 REG-06 has both names, e-mail, password twice and a button Create Account', async () => {
    await open(taken);
    expect(
      ['First name', 'Last name', 'Email', 'Password', 'Confirm password'].map(l => field(l).name),
    ).toEqual(['first_name', 'last_name', 'email', 'password', 'confirmPassword']);
    expect(screen.getByRole('button', { name: 'Create Account' }).getAttribute('type')).toBe('submit');
  });

  it('REG-07 REG-08 REG-09 REG-10 sends e-mail, password, the role viewer and the first tenant', async () => {
    const { to } = await open(taken);
    expect(await screen.findByText(/Lisbon cabs/)).toBeTruthy();
    fill();
    press();
    await screen.findByRole('alert');
    expect(to('/api/auth/register').map(call => call.body)).toEqual([
      { email: 'somebody@fleet.example', password: 'Abcdef1!', role: 'viewer', tenant_id: T1.id },
    ]);
  });

  it.each([
    ['is empty', tenants([])],
    ['cannot be read', { 'GET /api/auth/tenants': () => refusal('INTERNAL') }],
    ['is out of reach', { 'GET /api/auth/tenants': () => Promise.reject(new TypeError()) }],
  ])('REG-11 asks the default tenant where the list %s', async (_what, list) => {
    const { to } = await open({ ...taken, ...list });
    fill();
    press();
    await screen.findByRole('alert');
    expect(to('/api/auth/register')[0]?.body).toMatchObject({ tenant_id: 'default-tenant' });
  });

  it('REG-16 signs nobody in', async () => {
    const { tokens, session } = await open(taken);
    fill();
    press();
    await screen.findByRole('alert');
    expect([await tokens.read(), session.store.getState()]).toEqual([null, { at: 'unauthenticated' }]);
  });

  it('VAL-REG-01 AMBIG-REG-02 refuses a bad e-mail without a request, and goes to it', async () => {
    const { to } = await open(taken);
    fill({ Email: 'abc' });
    press();
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Email'));
    expect(to('/api/auth/register')).toEqual([]);
  });

  it('goes to the first field that is wrong, and tells all of them', async () => {
    await open(taken);
    press();
    await screen.findByText('Please enter a valid email address');
    expect(screen.getByText('Password must be at least 8 characters')).toBeTruthy();
    expect(document.activeElement).toBe(field('Email'));
  });

  it('VAL-REG-07 tells passwords that differ at the second of them', async () => {
    await open(taken);
    fill({ 'Confirm password': 'Abcdef1?' });
    press();
    const problem = await screen.findByText("Passwords don't match");
    expect(field('Confirm password').getAttribute('aria-describedby')).toContain(problem.id);
  });

  it.each([
    ['Abcde1!', 'Password must be at least 8 characters'],
    ['ABCDEF1!', 'Password must contain at least one lowercase letter'],
    ['abcdef1!', 'Password must contain at least one uppercase letter'],
    ['Abcdefg!', 'Password must contain at least one number'],
    ['Abcdefg1', 'Password must contain at least one special character'],
  ])(
    'VAL-REG-03 VAL-REG-05 VAL-REG-06 AMBIG-REG-03 tells what %s lacks when its field is left: %s',
    async (password, text) => {
      await open(taken);
      type('Password', password);
      fireEvent.blur(field('Password'));
      const problem = await screen.findByText(text);
      expect(field('Password').getAttribute('aria-describedby')).toContain(problem.id);
    },
  );

  async function refused(answer: () => Response | Promise<Response>, text: string) {
    const { to } = await open({ ...taken, 'POST /api/auth/register': answer });
    fill({ 'First name': 'Ana' });
    press();
    expect(within(await screen.findByRole('alert')).getByText(text)).toBeTruthy();
    await waitFor(() => expect(toast()).toBe(`Registration failed${text}`));
    expect([field('First name').value, field('Password').value]).toEqual(['Ana', 'Abcdef1!']);
    expect(to('/api/auth/register')).toHaveLength(1);
    press();
    await waitFor(() => expect(to('/api/auth/register')).toHaveLength(2));
  }
  it('REG-17 AUTH-37 OPEN-REG-02 tells an address that has an account, and keeps what was typed', () =>
    refused(() => refusal('USER_EXISTS'), 'An account with this email already exists.'));
  it('REG-18 AUTH-37 tells a password the server finds weak', () =>
    refused(() => refusal('WEAK_PASSWORD'), 'Password does not meet security requirements.'));
  it('REG-18 OPEN-REG-01 tells a password that is too common, and why at its field', async () => {
    const weak = { password: ['This password is too common'] };
    await open({ ...taken, 'POST /api/auth/register': () => refusal('WEAK_PASSWORD', weak) });
    fill({ Password: 'Password1!', 'Confirm password': 'Password1!' });
    press();
    const problem = await screen.findByText(
      'This password is too common. Choose one that is harder to guess.',
    );
    expect(field('Password').getAttribute('aria-describedby')).toContain(problem.id);
    expect(screen.getByRole('alert').textContent).toContain('Password does not meet security requirements.');
    await waitFor(() =>
      expect(toast()).toBe('Registration failedPassword does not meet security requirements.'),
    );
  });
  it.each([
    ['a failing server', () => refusal('INTERNAL')],
    ['no network', () => Promise.reject(new TypeError())],
    ['a code that is not known', () => json({ error: 'ODD' }, 418)],
    ['a tenant that has closed meanwhile', () => refusal('VALIDATION', { tenant_id: ['closed'] })],
  ])('REG-19 AUTH-37 tells %s with the general text', (_what, answer) =>
    refused(answer, 'Registration failed. Please try again.'),
  );

  it('puts what the server says of a field at the field', async () => {
    const answer = () => refusal('VALIDATION', { email: ['Please enter a valid email address'] });
    await open({ ...taken, 'POST /api/auth/register': answer });
    fill();
    press();
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
    await waitFor(() => expect(toast()).toContain('Registration failed. Please try again.'));
  });

  it('sends once however often it is pressed, and not again after success', async () => {
    const { to } = await open(taken);
    fill();
    const form = screen.getByRole('button', { name: 'Create Account' }).closest('form')!;
    for (let n = 0; n < 3; n++) fireEvent.submit(form);
    await screen.findByRole('alert');
    fireEvent.submit(form);
    await act(() => new Promise(done => setTimeout(done, 50)));
    expect(to('/api/auth/register')).toHaveLength(1);
  });

  it('REG-20 REG-21 REG-22 AMBIG-REG-04 OPEN-REG-02 says for 8 s that the account waits, and shows the sign-in after 2 s', async () => {
    await open(taken);
    await screen.findByRole('region', { name: 'Notifications (F8)' });
    fill();
    await act(() => new Promise(done => setTimeout(done, 50)));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    press();
    for (let turn = 0; turn < 50 && screen.queryByRole('alert') === null; turn++) await wait(0);
    expect(toast()).toBe(`Account created${WAITING}`);
    await wait(1_900);
    expect(screen.queryByRole('button', { name: 'Create Account' })).toBeTruthy();
    await wait(200);
    expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(location.pathname + location.search).toBe('/auth');
    await wait(5_800);
    expect(toast()).toBe(`Account created${WAITING}`);
    await wait(200);
    expect(toast()).toBeNull();
    expect(screen.getByText(/pending admin approval. You can sign in/)).toBeTruthy();
  });

  it('speaks Chinese where Chinese is spoken', async () => {
    await open(taken, 'zh');
    type('邮箱', 'abc');
    fireEvent.blur(field('邮箱'));
    expect(await screen.findByText('请输入有效的邮箱地址')).toBeTruthy();
  });

  it('links the terms and the privacy notice, each in a tab of its own', async () => {
    await open(taken);
    for (const [name, href] of [
      ['terms of use', '/terms'],
      ['privacy notice', '/privacy'],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([href, '_blank']);
    }
  });

  it('API-27 uses nothing of a tenant but its id', async () => {
    const client = { call: () => Promise.resolve({ tenants: [{ id: T1.id }] }) } as unknown as Client;
    expect(tenantIdOf(await firstTenant(client))).toBe(T1.id);
  });

  it('CACHE-12 reads the tenants once in ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let calls = 0;
    const client = {
      call: () => {
        calls++;
        return Promise.resolve({ tenants: [T1] });
      },
    } as unknown as Client;
    expect(await firstTenant(client)).toEqual(T1);
    vi.setSystemTime(Date.now() + 599_000);
    await firstTenant(client);
    expect(calls).toBe(1);
    vi.setSystemTime(Date.now() + 2_000);
    await firstTenant(client);
    expect(calls).toBe(2);
  });
});
