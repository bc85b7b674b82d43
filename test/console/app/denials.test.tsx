import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import {
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

  it('GUARD-18 reads his own tenant and the one the server refused him', async () => {
    await open('manager', '/playlists', {
      'GET /api/playlists': () => refusal('TENANT_DENIED', { own: TENANT, wanted: OTHER }),
    });
    await titled('Tenant Access Denied');
    expect(screen.getByText(`Your tenant is Taxi fleet (${TENANT}).`)).toBeTruthy();
    expect(screen.getByText(`This page belongs to tenant ${OTHER}.`)).toBeTruthy();
  });
});
