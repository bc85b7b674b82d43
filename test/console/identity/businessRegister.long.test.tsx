import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, openConsole, person, refusal, type Answers } from '../../support/console/console.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

const T1 = { id: '00000000-0000-7000-8000-0000000000a1', name: 'Lisbon cabs' };
const taken: Answers = {
  'GET /api/auth/tenants': () => json({ tenants: [T1] }),
  'POST /api/business/registrations': () => json({ ok: true }),
  'POST /api/auth/register': () => json({ user: person('viewer', { status: 'pending_approval' }) }),
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function open(answers: Answers = taken, language?: string) {
  const opened = await openConsole({ path: '/register', answers, language });
  await screen.findByRole('heading', {
    level: 1,
    name: language === 'zh' ? '企业注册' : 'Register your business',
  });
  return opened;
}
function fillCompany(more: Record<string, string> = {}) {
  type('Company', 'Harbour Cabs');
  type('Country', 'PT');
  type('Phone', '+351 21 123 4567');
  for (const [label, value] of Object.entries(more)) type(label, value);
  press('Continue');
}
function fillAccount() {
  type('Email', ' Company@Harbour.example ');
  type('Password', 'Abcdef1!');
  type('Confirm password', 'Abcdef1!');
  press('Continue');
}
function fill(more: Record<string, string> = {}) {
  fillCompany(more);
  fillAccount();
  fireEvent.click(screen.getByRole('checkbox'));
}

describe('the registration of a business', () => {
  it('OPEN-REG-03 asks company, account and confirmation, in this order, and goes back without a loss', async () => {
    const { calls } = await open();
    expect(['Company', 'Country', 'Website', 'Tax number', 'Phone'].map(label => field(label).name)).toEqual([
      ...['company', 'country', 'website', 'tax_id', 'phone'],
    ]);
    press('Continue');
    expect(await screen.findByText(/Enter the name of your company/)).toBeTruthy();
    fillCompany();
    expect(
      ['First name', 'Last name', 'Email', 'Password', 'Confirm password'].map(label => field(label).name),
    ).toEqual(['first_name', 'last_name', 'email', 'password', 'confirmPassword']);
    press('Back');
    expect(field('Company').value).toBe('Harbour Cabs');
    press('Continue');
    fillAccount();
    expect(screen.getByText('Portugal')).toBeTruthy();
    press('Create Account');
    expect(await screen.findByText('Accept the terms to continue')).toBeTruthy();
    await act(() => new Promise(done => setTimeout(done, 50)));
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('AMBIG-REG-01 sends the company and then the same payload as the register form, once, however often it is pressed', async () => {
    const { calls } = await open();
    fill();
    press('Create Account');
    press('Create Account');
    expect(
      await screen.findByText(/pending admin approval\. You will be notified once approved\./),
    ).toBeTruthy();
    const sent = calls.filter(({ method }) => method === 'POST').map(({ url, body }) => [url.pathname, body]);
    expect(sent).toEqual([
      [
        '/api/business/registrations',
        {
          ...{ company: 'Harbour Cabs', country: 'PT', phone: '+351211234567' },
          ...{ email: 'company@harbour.example', terms_version: '1.0', dpa_version: '1.0' },
        },
      ],
      [
        '/api/auth/register',
        { email: 'company@harbour.example', password: 'Abcdef1!', role: 'viewer', tenant_id: T1.id },
      ],
    ]);
  });

  it('AMBIG-REG-01 sends the website and the tax number of the company, too', async () => {
    const { to } = await open();
    fill({ Website: 'https://harbour.example/', 'Tax number': '509123456' });
    press('Create Account');
    await waitFor(() => expect(to('/api/business/registrations')).toHaveLength(1));
    expect(to('/api/business/registrations')[0]?.body).toEqual({
      ...{ company: 'Harbour Cabs', country: 'PT', phone: '+351211234567' },
      ...{ website: 'https://harbour.example/', tax_id: '509123456' },
      ...{ email: 'company@harbour.example', terms_version: '1.0', dpa_version: '1.0' },
    });
  });

  it.each([
    ['Company', 'x'],
    ['Country', ''],
    ['Website', 'javascript:alert(1)'],
    ['Tax number', '5'.repeat(33)],
    ['Phone', '12'],
  ])('OPEN-REG-03 stays at the company while its %s does not hold', async (label, value) => {
    const { to } = await open();
    fillCompany({ [label]: value });
    await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(to('/api/business/registrations')).toEqual([]);
  });

  it.each([
    ['Email', 'abc', 'Please enter a valid email address'],
    ['Password', 'Abcde1!', 'Password must be at least 8 characters'],
    ['Password', 'ABCDEF1!', 'Password must contain at least one lowercase letter'],
    ['Password', 'abcdef1!', 'Password must contain at least one uppercase letter'],
    ['Password', 'Abcdefg!', 'Password must contain at least one number'],
    ['Password', 'Abcdefg1', 'Password must contain at least one special character'],
    ['Confirm password', 'Abcdef2!', "Passwords don't match"],
  ])('OPEN-REG-03 keeps the rules of the register form at the account: %s %s', async (label, value, text) => {
    const { to } = await open();
    fillCompany();
    type('Email', 'company@harbour.example');
    type('Password', label === 'Password' ? value : 'Abcdef1!');
    type('Confirm password', label === 'Password' ? value : 'Abcdef1!');
    type(label, value);
    press('Continue');
    expect(await screen.findAllByText(text)).not.toHaveLength(0);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(to('/api/auth/register')).toEqual([]);
  });

  it('returns to the sign-in after 2 s', async () => {
    await open();
    fill();
    vi.useFakeTimers({ shouldAdvanceTime: false });
    press('Create Account');
    // The calls load when they are needed, on no clock of the page.
    await act(() => vi.dynamicImportSettled());
    await act(() => vi.advanceTimersByTimeAsync(1_900));
    expect(location.pathname).toBe('/register');
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(location.pathname).toBe('/auth');
  });

  it('REG-21 says for 8 s that the account waits', async () => {
    await open();
    await screen.findByRole('region', { name: 'Notifications (F8)' });
    fill();
    await act(() => new Promise(done => setTimeout(done, 50)));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const toast = () => document.querySelector('ol [data-state=open]');
    press('Create Account');
    for (let turn = 0; turn < 50 && toast() === null; turn++) await wait(0);
    await wait(7_900);
    expect(toast()).not.toBeNull();
    await wait(200);
    expect(toast()).toBeNull();
  });

  it('keeps a draft over a reload, without the passwords', async () => {
    await open();
    fillCompany();
    type('Email', 'company@harbour.example');
    type('Password', 'Abcdef1!');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Abcdef1!');
    // As a reload does: what the page held is gone, what the tab keeps is not.
    act(() => history.pushState(null, '', '/terms'));
    await screen.findByRole('heading', { level: 1, name: 'Terms of use' });
    act(() => history.pushState(null, '', '/register'));
    await screen.findByRole('heading', { level: 1, name: 'Register your business' });
    expect(await screen.findByText('Your draft was restored. Passwords are not kept.')).toBeTruthy();
    expect(field('Company').value).toBe('Harbour Cabs');
    press('Continue');
    expect(field('Email').value).toBe('company@harbour.example');
    expect(field('Password').value).toBe('');
  });

  it.each([
    ['USER_EXISTS', 'An account with this email already exists.'],
    ['INTERNAL', 'Registration failed. Please try again.'],
  ] as const)('refused with %s says why and loses nothing', async (code, text) => {
    await open({ ...taken, 'POST /api/auth/register': () => refusal(code) });
    fill();
    press('Create Account');
    expect(await screen.findAllByText(text)).not.toHaveLength(0);
    if (code === 'USER_EXISTS') await waitFor(() => expect(field('Email').value).toContain('Harbour'));
  });

  it('REG-18 a weak password is told at its step', async () => {
    const weak = { password: ['This password is too common'] };
    await open({ ...taken, 'POST /api/auth/register': () => refusal('WEAK_PASSWORD', weak) });
    fill();
    press('Create Account');
    expect(await screen.findAllByText('Password does not meet security requirements.')).not.toHaveLength(0);
    const problem = screen.getByText('This password is too common. Choose one that is harder to guess.');
    expect(field('Password').getAttribute('aria-describedby')).toContain(problem.id);
    expect(field('Password').getAttribute('aria-invalid')).toBe('true');
  });

  it('walks through its steps by Back and Forward, each with the focus on its heading', async () => {
    await open();
    const at = (name: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name })));
    fillCompany();
    await at('Account');
    expect(location.search).toBe('?step=2');
    fillAccount();
    await at('Confirm');
    act(() => history.back());
    await at('Account');
    act(() => history.back());
    await at('Company');
    expect(location.pathname + location.search).toBe('/register');
    act(() => history.forward());
    await at('Account');
  });

  it('is not led by its address to a step that is not filled yet', async () => {
    await openConsole({ path: '/register?step=3', answers: taken });
    await screen.findByRole('heading', { level: 2, name: 'Company' });
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('names the chosen plan at every step and in the summary, until it is removed', async () => {
    await openConsole({ path: '/register?plan=Fleet%20S', answers: taken });
    await screen.findByText('Chosen plan: Fleet S');
    fill();
    expect(screen.getByText('Fleet S')).toBeTruthy();
    press('Remove plan');
    expect(screen.queryByText(/Fleet S/)).toBeNull();
    expect(location.search).toBe('?step=3');
  });

  it('hands the chosen plan in with the company', async () => {
    const { calls } = await openConsole({ path: '/register?plan=Fleet%20S', answers: taken });
    await screen.findByText('Chosen plan: Fleet S');
    fill();
    press('Create Account');
    await waitFor(() => expect(calls.some(({ url }) => url.pathname === '/api/auth/register')).toBe(true));
    const sent = calls.find(({ url }) => url.pathname === '/api/business/registrations');
    expect(sent?.body).toMatchObject({ company: 'Harbour Cabs', plan: 'Fleet S' });
  });

  it('speaks Chinese', async () => {
    await open(taken, 'zh');
    expect(screen.getByRole('button', { name: '继续' })).toBeTruthy();
  });
});
