import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { playlists, users } from '../../../server/db/schema.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { ADMIN_ROLES, PERMISSIONS, type Permission, type Role } from '../../../shared/contract/wire/roles.ts';
import { GRANTS, isApart } from '../../support/grants.ts';
import { newcomer, outcomeOf } from '../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
let platform: string;
beforeAll(async () => {
  test = await startTestServer();
  const [admin] = await test.db.select().from(users).where(eq(users.role, 'staff_super_admin'));
  platform = admin?.tenant_id ?? '';
});
afterAll(() => test.close());

const MANAGES: readonly Permission[] = [
  'manage_users',
  'manage_tenants',
  'manage_devices',
  'manage_campaigns',
  'manage_creatives',
  'view_analytics',
  'manage_system',
  'manage_billing',
];

type Call = [method: 'GET' | 'POST', url: string, payload?: object];
interface Claim {
  permissions: readonly Permission[];
  allowed: Call;
  refused: Call;
}
/** A user of that role signs in, is told the role, may do the one thing and not the other. */
async function shows(role: Role, { permissions, allowed, refused }: Claim) {
  expect([...PERMISSIONS[role]].sort()).toEqual([...permissions].sort());
  for (const [permission, [area, level]] of Object.entries(GRANTS)) {
    const manages = permission.replace('view_', 'manage_');
    const isHeld = permissions.some(held => held === permission || held === manages);
    expect([permission, allows(role, area, level)]).toEqual([permission, isHeld && !isApart(role, area)]);
  }
  const who = await test.signIn(role, role.startsWith('staff_') ? platform : test.tenant_id);
  const me = await test.app.inject({ url: '/api/auth/me', headers: who.headers });
  expect(me.json()).toMatchObject({ user: { role, status: 'active', tenant_id: who.tenant_id } });
  const send = ([method, url, payload]: Call) =>
    test.app.inject({
      method,
      url: url.replace(':self', who.id),
      headers: who.headers,
      ...(payload && { payload }),
    });
  expect((await send(allowed)).statusCode).toBe(200);
  expect((await send(refused)).statusCode).toBe(403);
}
const playlist = (name: string): Call => ['POST', '/api/playlists', { name }];
const isOfAdminArea = (role: Role) => (ADMIN_ROLES as readonly Role[]).includes(role);

describe('a role', () => {
  it('ROLE-01 PERM-01 staff_super_admin manages everything, and nobody suspends himself', async () => {
    expect(isOfAdminArea('staff_super_admin')).toBe(true);
    const refused: Call = ['POST', '/api/users/:self/suspend', {}];
    await shows('staff_super_admin', { permissions: MANAGES, allowed: ['GET', '/api/tenants'], refused });
  });
  it('ROLE-02 PERM-02 staff_admin manages everything below his rank', async () => {
    expect(isOfAdminArea('staff_admin')).toBe(true);
    const peer = { email: 'peer@test.example', role: 'staff_admin' };
    const refused: Call = ['POST', '/api/users', peer];
    await shows('staff_admin', { permissions: MANAGES, allowed: ['GET', '/api/users'], refused });
  });
  it('ROLE-03 PERM-03 staff_support looks after screens and reads the rest', async () => {
    expect(isOfAdminArea('staff_support')).toBe(true);
    await shows('staff_support', {
      permissions: ['view_analytics', 'view_campaigns', 'view_creatives', 'manage_devices'],
      allowed: ['GET', '/api/users'],
      refused: playlist('Support loop'),
    });
  });
  it('ROLE-04 PERM-04 owner manages his tenant, and begins or ends none', async () => {
    expect(isOfAdminArea('owner')).toBe(true);
    const refused: Call = ['POST', `/api/tenants/${test.tenant_id}/suspend`, {}];
    await shows('owner', { permissions: MANAGES, allowed: ['GET', '/api/audit-events'], refused });
  });
  it('ROLE-05 PERM-05 manager runs screens and content, not users', async () => {
    expect(isOfAdminArea('manager')).toBe(true);
    await shows('manager', {
      permissions: ['manage_campaigns', 'manage_creatives', 'view_analytics', 'manage_devices'],
      allowed: playlist('Manager loop'),
      refused: ['GET', '/api/users'],
    });
  });
  it('ROLE-06 PERM-06 analyst reads', async () => {
    expect(isOfAdminArea('analyst')).toBe(true);
    await shows('analyst', {
      permissions: ['view_analytics', 'view_campaigns', 'view_creatives'],
      allowed: ['GET', '/api/programmatic/plays'],
      refused: playlist('Analyst loop'),
    });
  });
  it('ROLE-07 PERM-07 admin manages his tenant, but no owner', async () => {
    expect(isOfAdminArea('admin')).toBe(true);
    const refused: Call = ['POST', '/api/users', { email: 'owner@test.example', role: 'owner' }];
    await shows('admin', { permissions: MANAGES, allowed: ['GET', '/api/users'], refused });
  });
  it('ROLE-08 PERM-08 viewer sees creatives, outside the admin area', async () => {
    expect(isOfAdminArea('viewer')).toBe(false);
    await shows('viewer', {
      permissions: ['view_campaigns', 'view_creatives'],
      allowed: ['GET', '/api/creatives'],
      refused: ['GET', '/api/devices'],
    });
  });
  it('ROLE-09 PERM-09 device_owner sees what plays on his screens, outside the admin area', async () => {
    expect(isOfAdminArea('device_owner')).toBe(false);
    await shows('device_owner', {
      permissions: ['view_analytics', 'view_campaigns', 'view_creatives'],
      allowed: ['GET', '/api/creatives'],
      refused: ['GET', '/api/programmatic/plays'],
    });
  });
  it.each<Call>([
    ['POST', '/api/users', { email: 'x@test.example', role: 'root' }],
    ['POST', '/api/invitations', { email: 'x@test.example', role: 'root', locale: 'en' }],
    ['POST', '/api/auth/demo', { role: 'root' }],
    ['GET', '/api/users?role=root'],
  ])(
    'ROLE-10 that is not one of the nine is refused where one is named: %s %s',
    async (method, url, payload) => {
      const answer = await test.app.inject({ method, url, headers: test.admin.headers, payload });
      expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { role: [expect.any(String)] } });
    },
  );
  it('ROLE-10 that is not one of the nine lets nobody in, who has a session or not', async () => {
    const who = await newcomer(test, 'owner');
    await test.db
      .update(users)
      .set({ role: 'root' as Role })
      .where(eq(users.id, who.id));
    expect(outcomeOf(await who.browser.signIn(who.email))).toEqual([403, 'USER_INVALID']);
    const read = await who.call('GET', '/api/playlists');
    const write = await who.call('POST', '/api/playlists', { payload: { name: 'Of nobody' } });
    for (const answer of [read, write]) expect(outcomeOf(answer)).toEqual([401, 'SESSION_REVOKED']);
    expect(await test.db.select().from(playlists).where(eq(playlists.name, 'Of nobody'))).toEqual([]);
  });
});
