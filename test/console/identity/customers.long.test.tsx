import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TENANT,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const open = (path: string, answers: Answers, role: Role = 'admin') =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), { 'GET /api/saved-views': () => listOf([]), ...answers }),
  });
const waiting = { ...person('viewer'), id: idOf(1), email: 'new@fleet.example', status: 'pending_approval' };
const tenant = (n: number, more: object = {}) => ({
  ...person('owner'),
  id: idOf(n),
  name: `Tenant ${n}`,
  slug: `tenant-${n}`,
  kind: 'fleet',
  parent_id: null,
  status: 'active',
  country: null,
  tz: 'UTC',
  currency: 'EUR',
  tax_id: null,
  legal_address: '',
  billing_address: '',
  contact_email: null,
  contact_phone: null,
  plan_id: null,
  dpa_signed_at: null,
  portal_business: false,
  open_signup: false,
  fee_pct: 0,
  limits: { devices: null, users: 3, storage_gb: null },
  incident_mail: true,
  quiet_from: null,
  quiet_to: null,
  ...more,
});

describe('registrations', () => {
  const answers: Answers = {
    'GET /api/pending-users': () => listOf([{ ...waiting, tenant_name: 'Taxi fleet' }]),
    [`GET /api/tenants/${TENANT}`]: () => json(tenant(9, { id: TENANT, name: 'Taxi fleet' })),
    [`POST /api/users/${idOf(1)}/approve`]: () => json({ ...waiting, status: 'active' }),
  };
  const approve = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for new@fleet.example' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Approve' }));
    return screen.findByRole('dialog', { name: 'Approve new@fleet.example?' });
  };

  it('are asked for oldest first', async () => {
    const { to } = await open('/admin/pending-users', answers);
    await screen.findByText('new@fleet.example');
    expect(to('/api/pending-users')[0]!.url.searchParams.get('sort')).toBe('created_at');
  });

  it('are approved into the tenant they wait in', async () => {
    const { to } = await open('/admin/pending-users', answers);
    const dialog = await approve();
    await waitFor(() =>
      expect(within(dialog).getByLabelText<HTMLInputElement>('Tenant').value).toBe('Taxi fleet'),
    );
    expect(within(dialog).queryByLabelText('New tenant')).toBeNull();
    fireEvent.change(within(dialog).getByLabelText('Role'), { target: { value: 'analyst' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(to(`/api/users/${idOf(1)}/approve`)[0]?.body).toEqual({ role: 'analyst', tenant_id: TENANT }),
    );
  });

  it.each(['owner', 'admin'] as const)(
    'are approved by an %s into a tenant below his own, too',
    async role => {
      const branch = tenant(3, { name: 'Harbour branch', parent_id: TENANT });
      const more: Answers = { ...answers, 'GET /api/tenants': () => listOf([branch]) };
      const { to } = await open('/admin/pending-users', more, role);
      const dialog = await approve();
      fireEvent.click(within(dialog).getByLabelText('Tenant'));
      fireEvent.pointerDown(await screen.findByRole('option', { name: 'Harbour branch' }));
      fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
      await waitFor(() =>
        expect(to(`/api/users/${idOf(1)}/approve`)[0]?.body).toEqual({
          role: 'viewer',
          tenant_id: branch.id,
        }),
      );
      const { searchParams } = to('/api/tenants')[0]!.url;
      expect([searchParams.get('within_id'), searchParams.get('status')]).toEqual([TENANT, 'active']);
    },
  );

  it('let staff choose the tenant', async () => {
    await open('/admin/pending-users', answers, 'staff_admin');
    const dialog = await approve();
    await waitFor(() =>
      expect(within(dialog).getByLabelText<HTMLInputElement>('Tenant').value).toBe('Taxi fleet'),
    );
  });
});

describe('tenants', () => {
  const of = (row: ReturnType<typeof tenant>): Answers => ({
    'GET /api/tenants': ({ url }) => listOf(url.searchParams.has('parent_id') ? [tenant(3)] : [row]),
    [`GET /api/tenants/${row.id}`]: () => json(row),
    [`GET /api/tenants/${idOf(2)}`]: () => json(tenant(2)),
    [`PATCH /api/tenants/${row.id}`]: () => json(row),
  });
  const path = `/admin/tenants?id=${idOf(1)}`;

  it('stand between the one above and those below, and the arrows walk there', async () => {
    await open(path, of(tenant(1, { parent_id: idOf(2) })), 'staff_admin');
    const tree = await screen.findByRole('tree');
    const items = within(tree).getAllByRole('treeitem');
    expect(items.map(item => [item.textContent, item.getAttribute('aria-level')])).toEqual([
      ['Tenant 2', '1'],
      ['Tenant 1', '2'],
      ['Tenant 3', '3'],
    ]);
    expect(items.map(item => item.tabIndex)).toEqual([-1, 0, -1]);
    items[1]!.focus();
    fireEvent.keyDown(items[1]!, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(items[0]);
    fireEvent.keyDown(items[0]!, { key: 'End' });
    expect(document.activeElement).toBe(items[2]);
  });

  it('take a limit from staff, and keep the others', async () => {
    const { to } = await open(path, of(tenant(1)), 'staff_admin');
    fireEvent.change(await screen.findByLabelText('Screen limit'), { target: { value: '12' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(to(`/api/tenants/${idOf(1)}`).find(call => call.method === 'PATCH')?.body).toEqual({
        limits: { devices: 12, users: 3, storage_gb: null },
      }),
    );
  });

  it('show their own people no fee, no limit and no way to close them', async () => {
    await open(`/admin/tenants?id=${idOf(11)}`, of(tenant(11)), 'owner');
    await screen.findByRole('tree');
    expect(screen.queryByLabelText('Fee (%)')).toBeNull();
    expect(screen.queryByLabelText('Screen limit')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(true);
  });

  it('are changed by their own people in the one they act in', async () => {
    await open(`/admin/tenants?id=${TENANT}`, of(tenant(1, { id: TENANT })), 'owner');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).disabled).toBe(false);
    expect(screen.queryByLabelText('Fee (%)')).toBeNull();
  });
});

describe('the audit log', () => {
  const event = {
    id: idOf(1),
    seq: 7,
    at: '2026-11-20T10:00:00.000Z',
    actor_id: null,
    actor_role: null,
    action: 'users.patch',
    target_type: 'users',
    target_id: idOf(2),
    request_id: 'req-1',
    detail: {
      actor_email: 'ana@fleet.example',
      ip: '127.0.0.1',
      ua: null,
      target_name: 'Ana Torres',
      diff: { first_name: { before: null, after: 'Ana' } },
    },
    prev_hash: 'a',
    hash: 'b',
  };
  const log = (events: readonly object[]): Answers => ({
    'GET /api/audit-events': () => json({ items: events, next_cursor: null }),
    'POST /api/audit-events/verify': () =>
      json({ ok: false, count: 9, head: null, first_bad: { seq: 4, reason: 'hash' } }),
  });

  it('opens an event from the list itself, with what changed', async () => {
    await open(`/admin/audit?id=${idOf(1)}`, log([event]));
    const sheet = await screen.findByRole('dialog', { name: 'Ana Torres' });
    expect(within(sheet).getByText('Changed user Ana Torres')).toBeTruthy();
    expect(within(sheet).getByRole('row', { name: /first_name/ }).textContent).toContain('+ Ana');
    expect(within(sheet).getByText('ana@fleet.example')).toBeTruthy();
  });

  it.each([
    [
      'playlists.patch',
      { name: { before: 'Harbour loop', after: 'Pier loop' } },
      'Renamed Harbour loop to Pier loop',
    ],
    [
      'devices.changes',
      { screens: { before: null, after: ['Cab 1', 'Cab 2'] } },
      'Changed screens Cab 1, Cab 2',
    ],
    [
      'devices.changes',
      { screens: { before: null, after: ['Cab 1', 'Cab 2', 'Cab 3', 'Cab 4'] } },
      'Changed screens Cab 1, Cab 2, Cab 3 and 1 more',
    ],
    ['users.suspend', {}, 'Suspended user Ana Torres'],
    ['auth.login', {}, 'Signed in'],
    ['moon.landing', {}, 'moon.landing'],
  ])('says %s with %o as a sentence', async (action, diff, sentence) => {
    await open('/admin/audit', log([{ ...event, action, detail: { ...event.detail, diff } }]));
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('is narrowed to one kind of event by its words', async () => {
    const { to } = await open('/admin/audit', log([event]));
    const filter = await screen.findByLabelText('Event');
    fireEvent.change(filter, { target: { value: 'users.suspend' } });
    expect(within(filter).getByRole('option', { name: 'Suspended user' })).toBeTruthy();
    await waitFor(() =>
      expect(to('/api/audit-events').at(-1)?.url.searchParams.get('action')).toBe('users.suspend'),
    );
  });

  it('says that an event of another page is not here', async () => {
    await open(`/admin/audit?id=${idOf(5)}`, log([event]));
    expect(await screen.findByText('Not found. It may have been deleted.')).toBeTruthy();
  });

  it('tells an erased event by its role, and the server by its name', async () => {
    await open(
      '/admin/audit',
      log([
        { ...event, detail: null, actor_role: 'manager' },
        { ...event, id: idOf(2), detail: null },
      ]),
    );
    expect(await screen.findByText('Manager')).toBeTruthy();
    expect(screen.getByText('The server')).toBeTruthy();
  });

  it('says plainly where the chain breaks, having asked once', async () => {
    const { to } = await open('/admin/audit?verify=1', log([event]));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The chain is broken9 events checked.Broken at event 4: hash');
    expect(to('/api/audit-events/verify')).toHaveLength(1);
  });
});
