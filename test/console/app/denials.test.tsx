import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AREAS } from '../../../shared/contract/wire/access.ts';
import { can, type Role } from '../../../shared/contract/wire/roles.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TENANT,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);
const OTHER = '00000000-0000-7000-8000-00000000000b';

const open = (role: Role, path: string, more: Answers = {}) =>
  openConsole({ path, tokens: memoryTokens(TOKENS), answers: signedInAnswers(person(role), more) });
const titled = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('who may not open a page', () => {
  it('GUARD-05 GUARD-16 reads which roles may, and his own', async () => {
    await open('manager', '/admin/audit', { 'GET /api/audit-events': () => listOf([]) });
    await titled('Access Denied');
    expect(screen.getByText('Your role is Manager.')).toBeTruthy();
    const roles = 'Staff super admin, Staff admin, Staff support, Owner and Admin';
    expect(screen.getByText(`This page needs one of these roles: ${roles}.`)).toBeTruthy();
    cleanup();
    await open('owner', '/admin/audit', { 'GET /api/audit-events': () => listOf([]) });
    await titled('Audit log');
    expect(screen.queryByText('Access Denied')).toBeNull();
  });

  it('GUARD-17 reads which permissions it needs', async () => {
    await open('manager', '/admin/users');
    await titled('Insufficient Permissions');
    expect(screen.getByText('This page needs: manage users.')).toBeTruthy();
    cleanup();
    await open('analyst', '/admin/playlists/new');
    await titled('Insufficient Permissions');
    expect(screen.getByText('This page needs: manage creatives.')).toBeTruthy();
  });

  it('PERM-20 reads all of several permissions where he lacks one, and is let in only where he holds each', async () => {
    const held = AREAS.migration.permissions.filter(permission => can('manager', permission));
    expect(held).toEqual(['manage_devices', 'manage_creatives', 'manage_campaigns']);
    await open('owner', '/admin/data-migration', { 'GET /api/migrations': () => listOf([]) });
    await titled('Data migration');
    cleanup();
    await open('manager', '/admin/data-migration');
    await titled('Insufficient Permissions');
    const listed =
      'manage system, manage users, manage devices, manage creatives, manage campaigns and manage billing';
    expect(screen.getByText(`This page needs: ${listed}.`)).toBeTruthy();
  });

  it('GUARD-18 reads his own tenant and the one the server refused him', async () => {
    await open('manager', '/playlists', {
      'GET /api/playlists': () => refusal('TENANT_DENIED', { own: TENANT, wanted: OTHER }),
    });
    await titled('Tenant Access Denied');
    expect(screen.getByText(`Your tenant is Taxi fleet (${TENANT}).`)).toBeTruthy();
    expect(screen.getByText(`This page belongs to tenant ${OTHER}.`)).toBeTruthy();
  });
});

describe('whoever is led away from a page', () => {
  const NOTICE = 'You do not have access to that page.';
  const summary: Answers = {
    'GET /api/owner/summary': () =>
      json({
        ...{ devices: [], plays: 0, playing_ms: 0, next_payout: null, tickets: { open: 0, waiting: 0 } },
        month: { period: '2026-01', currency: 'EUR', gross_minor: 0, net_minor: 0 },
      }),
  };
  it.each(['/admin/devices', '/admin/nowhere'])('GUARD-04 reads once that it is not his: %s', async path => {
    await open('device_owner', path, summary);
    await titled('My dashboard');
    expect(await screen.findAllByText(NOTICE)).toHaveLength(1);
  });

  it('GUARD-04 reads nothing of the kind at the entry of the admin area, which nobody asks for by name', async () => {
    await open('device_owner', '/admin', summary);
    await titled('My dashboard');
    expect(screen.queryByText(NOTICE)).toBeNull();
  });
});

describe('a switch to a tenant that is not his', () => {
  const CONFINED = ['staff_support', 'manager', 'analyst', 'viewer'] as const;
  it.each(CONFINED)(
    'AMBIG-TENANT-02 is refused on the spot, without a question to the server: %s',
    async role => {
      const view = await open(role, '/playlists', { 'GET /api/playlists': () => listOf([]) });
      await titled('Playlists');
      view.session.switchTenant(OTHER);
      await titled('Tenant Access Denied');
      expect(screen.getByText(`This page belongs to tenant ${OTHER}.`)).toBeTruthy();
      view.session.switchTenant(TENANT);
      await titled('Playlists');
      // Nor for what stands around the page.
      expect(view.calls.map(({ headers }) => headers.get('x-tenant-id'))).not.toContain(OTHER);
    },
  );
});

describe('a guard', () => {
  it.each([
    ['manager', '/owner/dashboard', '/admin'],
    ['analyst', '/business/dashboard', '/admin'],
    ['viewer', '/admin', '/campaigns'],
    ['device_owner', '/admin', '/owner/dashboard'],
    ['device_owner', '/admin/devices', '/owner/dashboard'],
    ['device_owner', '/admin/no-such-page', '/owner/dashboard'],
  ] as const)('AMBIG-GUARD-05 of an area leads a %s from %s to %s', async (role, path, to) => {
    await open(role, path);
    await waitFor(() => expect(location.pathname).toBe(to));
    for (const title of ['Access Denied', 'Insufficient Permissions', 'Tenant Access Denied'])
      expect(screen.queryByRole('heading', { name: title })).toBeNull();
  });

  it.each([
    ['viewer', '/admin/devices', 'Access Denied', {}],
    ['manager', '/admin/audit', 'Access Denied', {}],
    ['manager', '/admin/users', 'Insufficient Permissions', {}],
    [
      'manager',
      '/admin/playlists',
      'Tenant Access Denied',
      { 'GET /api/playlists': () => refusal('TENANT_DENIED', { own: TENANT, wanted: OTHER }) },
    ],
  ] as const)(
    'AMBIG-GUARD-05 within one leaves a %s at %s and says there: %s',
    async (role, path, title, answers: Answers) => {
      await open(role, path, answers);
      await titled(title);
      expect(location.pathname).toBe(path);
    },
  );
});
