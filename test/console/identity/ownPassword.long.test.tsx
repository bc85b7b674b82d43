import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const open = (path: string, role: Role) => {
  const bodies: unknown[] = [];
  const user = person(role);
  return openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: {
      ...signedInAnswers(user, {
        'GET /api/auth/second-factor': () => json({ is_on: false, is_required: false, recovery_left: 0 }),
        'GET /api/sessions': () => listOf([]),
        'GET /api/playlists': () => listOf([]),
        'GET /api/campaigns': () => listOf([]),
        'GET /api/business/profile': () =>
          json({
            name: 'Fleet',
            country: null,
            tax_id: null,
            legal_address: '',
            billing_address: '',
            contact_email: null,
            contact_phone: null,
            version: 1,
          }),
        'GET /api/owner/summary': () =>
          json({
            ...{ devices: [], plays: 0, playing_ms: 0, next_payout: null, tickets: { open: 0, waiting: 0 } },
            month: { period: '2026-01', currency: 'EUR', gross_minor: 0, net_minor: 0 },
          }),
        'POST /api/auth/change-email': ({ body }) => {
          bodies.push(body);
          return (body as { code?: string }).code === undefined
            ? refusal('SECOND_FACTOR_REQUIRED')
            : json({ ok: true });
        },
        'POST /api/auth/change-password': ({ body }) => {
          bodies.push(body);
          return json({ ok: true });
        },
      }),
      'GET /api/auth/me': () =>
        json({
          user,
          tenants: [{ id: user.tenant_id, name: 'Fleet', slug: 'fleet', portal_business: true }],
        }),
    },
  }).then(opened => ({ ...opened, bodies }));
};

async function changeThrough(form: HTMLElement, bodies: unknown[]) {
  const type = (label: string, value: string) =>
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  type('Current password', 'Own-password-1');
  type('New password', 'short');
  fireEvent.click(within(form).getByRole('button', { name: 'Set password' }));
  await within(form).findByText('Password must be at least 8 characters', { exact: false });
  expect(bodies).toEqual([]);
  type('New password', 'Another-pass-2');
  type('Confirm new password', 'Another-pass-2');
  fireEvent.click(within(form).getByRole('button', { name: 'Set password' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ currentPassword: 'Own-password-1', newPassword: 'Another-pass-2' }]),
  );
}

describe('the own password', () => {
  it.each([
    ['/admin/profile', 'admin'],
    ['/business/profile', 'manager'],
  ] as const)('OPEN-USER-04 is changed at %s', async (path, role) => {
    const { bodies } = await open(path, role);
    const form = await screen.findByRole('region', { name: 'Password' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await changeThrough(form, bodies);
  });

  it.each([
    ['/campaigns', 'viewer'],
    ['/owner/dashboard', 'device_owner'],
  ] as const)('OPEN-USER-04 is changed at %s in a dialog of the avatar menu by a %s', async (path, role) => {
    const { bodies } = await open(path, role);
    fireEvent.click(await screen.findByRole('button', { name: /account of/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    const dialog = await screen.findByRole('dialog', { name: 'Profile' });
    const form = await within(dialog).findByRole('region', { name: 'Password' });
    await changeThrough(form, bodies);
    expect(location.pathname).toBe(path);
  });
});

describe('the own e-mail address', () => {
  it('is changed with the password and, where one is set up, a code; the page says where the link went', async () => {
    const { bodies } = await open('/admin/profile', 'admin');
    const section = await screen.findByRole('region', { name: 'Email address' });
    const type = (label: string, value: string) =>
      fireEvent.change(within(section).getByLabelText(label), { target: { value } });
    const send = () => fireEvent.click(within(section).getByRole('button', { name: 'Send confirmation' }));
    type('New email address', 'nowhere');
    send();
    await within(section).findByText('Please enter a valid email address');
    await within(section).findByText('Password is required');
    type('New email address', person('admin').email);
    type('Your password', 'Own-password-1');
    send();
    await within(section).findByText('You have this address already');
    expect(bodies).toEqual([]);
    type('New email address', 'moved@fleet.example');
    send();
    fireEvent.change(await within(section).findByLabelText('Code'), { target: { value: '123456' } });
    send();
    await within(section).findByText(/If no other account has moved@fleet\.example/);
    const body = { email: 'moved@fleet.example', password: 'Own-password-1' };
    expect(bodies).toEqual([body, { ...body, code: '123456' }]);
  });
});
