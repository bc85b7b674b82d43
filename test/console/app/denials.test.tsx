import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { AuthProvider } from '../../../console/app/session/auth.tsx';
import { createSession } from '../../../console/app/session/session.ts';
import { PermissionGuard, RoleGuard, TenantGuard } from '../../../console/app/shell/Guards.tsx';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { manualClock } from '../../support/clock.ts';
import {
  fakeApi,
  memoryTokens,
  person,
  signedInAnswers,
  TENANT,
  texts,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);
const OTHER = '00000000-0000-7000-8000-00000000000b';

async function seenBy(role: Role, guarded: ReactNode) {
  await texts();
  const session = createSession({
    fetch: fakeApi(signedInAnswers(person(role))).fetch,
    tokens: memoryTokens(TOKENS),
    clock: manualClock(),
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: () => undefined,
    log: () => undefined,
  });
  await session.start();
  render(<AuthProvider session={session}>{guarded}</AuthProvider>);
  return document.body.textContent ?? '';
}
const title = () => screen.queryByRole('heading', { level: 1 })?.textContent ?? null;

describe('a guard', () => {
  it('GUARD-05 GUARD-16 of a role shows its page to that role, and to others what it needs', async () => {
    const page = <RoleGuard roles={['admin', 'owner']}>the page</RoleGuard>;
    expect(await seenBy('owner', page)).toBe('the page');
    cleanup();
    const denial = await seenBy('viewer', page);
    expect(title()).toBe('Access Denied');
    for (const word of ['viewer', 'admin', 'owner']) expect(denial.toLowerCase()).toContain(word);
    cleanup();
    expect(await seenBy('manager', <RoleGuard roles="manager">the page</RoleGuard>)).toBe('the page');
  });

  it('PERM-20 GUARD-17 of several permissions wants all of them, and lists them', async () => {
    const page = (
      <PermissionGuard permissions={['view_analytics', 'manage_creatives']}>the page</PermissionGuard>
    );
    expect(await seenBy('manager', page)).toBe('the page');
    cleanup();
    const denial = await seenBy('analyst', page);
    expect(title()).toBe('Insufficient Permissions');
    expect(denial).toContain('view analytics');
    expect(denial).toContain('manage creatives');
  });

  it('GUARD-18 of a tenant names both, to those who may not act in it', async () => {
    const page = <TenantGuard tenant_id={OTHER}>the page</TenantGuard>;
    expect(await seenBy('admin', page)).toBe('the page');
    cleanup();
    const denial = await seenBy('manager', page);
    expect(title()).toBe('Tenant Access Denied');
    expect(denial).toContain('Taxi fleet');
    expect(denial).toContain(TENANT);
    expect(denial).toContain(OTHER);
  });
});
