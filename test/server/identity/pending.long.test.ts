import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPerson,
  eventsOf,
  newcomer,
  openBrowser,
  outcomeOf,
  platformOf,
  type Person,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { sessions, tenants, users } from '../../../server/db/schema.ts';
import { ROLES, type Role } from '../../../shared/contract/wire/roles.ts';

const HOUR_MS = 3_600_000;
let t: TestServer;
let platform: string;
let owner: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  platform = await platformOf(t);
  owner = await newcomer(t, 'owner');
  staff = await newcomer(t, 'staff_admin');
});
afterAll(() => t.close());

const waiting = (tenant_id = t.tenant_id) =>
  addPerson(t, 'viewer', { status: 'pending_approval', tenant_id });
const approve = (by: SignedIn, { id }: Person, role: Role, tenant_id: string) =>
  by.call('POST', `/api/users/${id}/approve`, { payload: { role, tenant_id } });
const reject = (by: SignedIn, { id }: Person, reason: unknown) =>
  by.call('POST', `/api/users/${id}/reject`, { payload: { reason } });
const statusOf = async ({ id }: Person) =>
  (await t.db.select().from(users).where(eq(users.id, id)))[0]?.status;

describe('who approves', () => {
  it('chooses the role, and staff also the tenant', async () => {
    const place = await t.addTenant('approved-into');
    const first = await waiting();
    expect((await approve(owner, first, 'device_owner', t.tenant_id)).json()).toMatchObject({
      role: 'device_owner',
      status: 'active',
      tenant_id: t.tenant_id,
    });
    const second = await waiting();
    expect((await approve(staff, second, 'owner', place)).json()).toMatchObject({
      role: 'owner',
      tenant_id: place,
    });
    const { signIn } = openBrowser(t);
    const signedIn = (await signIn(second.email)).json<{ user: object; tokens: { access_token: string } }>();
    expect(signedIn.user).toMatchObject({ role: 'owner', tenant_id: place });
    const headers = { authorization: `Bearer ${signedIn.tokens.access_token}` };
    expect((await t.app.inject({ url: '/api/users', headers })).statusCode).toBe(200);
  });

  it.each(ROLES)('makes a %s where that role belongs, staff at the platform alone', async role => {
    const isOfStaff = role.startsWith('staff_');
    const top = await newcomer(t, 'staff_super_admin');
    const wrong = await approve(top, await waiting(), role, isOfStaff ? t.tenant_id : platform);
    expect(wrong.json()).toMatchObject({ error: 'VALIDATION', details: { role: [expect.any(String)] } });
    const right = await approve(top, await waiting(), role, isOfStaff ? platform : t.tenant_id);
    expect(outcomeOf(right)).toEqual([200]);
  });

  it('approves into the tenant he acts in, where he is no staff', async () => {
    const place = await t.addTenant('not-his');
    const one = await waiting();
    expect(outcomeOf(await approve(owner, one, 'viewer', place))).toEqual([403, 'TENANT_DENIED']);
    expect(outcomeOf(await approve(owner, await waiting(place), 'viewer', t.tenant_id))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await statusOf(one)).toBe('pending_approval');
  });

  it('approves into his own tenant and those below it, where he is owner or admin', async () => {
    const child = await t.addTenant('below-own');
    const grandchild = await t.addTenant('below-below-own');
    await t.db.update(tenants).set({ parent_id: t.tenant_id }).where(eq(tenants.id, child));
    await t.db.update(tenants).set({ parent_id: child }).where(eq(tenants.id, grandchild));
    const admin = await newcomer(t, 'admin');
    for (const [by, place] of [
      [owner, child],
      [admin, grandchild],
    ] as const) {
      const one = await waiting();
      expect((await approve(by, one, 'manager', place)).json()).toMatchObject({
        ...{ id: one.id, role: 'manager', status: 'active', tenant_id: place },
      });
      expect(outcomeOf(await openBrowser(t).signIn(one.email))).toEqual([200]);
      expect(t.emails.findLast(({ to }) => to === one.email)?.text).toContain('below-');
      expect(outcomeOf(await approve(by, await waiting(), by.role, place))).toEqual([403, 'FORBIDDEN']);
    }
    const below = await newcomer(t, 'owner', { tenant_id: child });
    const up = await waiting(child);
    expect(outcomeOf(await approve(below, up, 'viewer', t.tenant_id))).toEqual([403, 'TENANT_DENIED']);
    expect(outcomeOf(await approve(below, up, 'viewer', grandchild))).toEqual([200]);
    await t.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, child));
    const late = await waiting();
    expect(outcomeOf(await approve(owner, late, 'viewer', child))).toEqual([409, 'STATE']);
    expect(await statusOf(late)).toBe('pending_approval');
  });

  it('asks the password again before it approves into a tenant below his own', async () => {
    const child = await t.addTenant('below-after-a-while');
    await t.db.update(tenants).set({ parent_id: t.tenant_id }).where(eq(tenants.id, child));
    const by = await newcomer(t, 'owner');
    const authenticated_at = new Date(t.server.clock.now() - HOUR_MS);
    await t.db.update(sessions).set({ authenticated_at }).where(eq(sessions.user_id, by.id));
    const one = await waiting();
    expect(outcomeOf(await approve(by, one, 'viewer', child))).toEqual([403, 'REAUTH_REQUIRED']);
    expect(outcomeOf(await approve(by, one, 'viewer', t.tenant_id))).toEqual([200]);
  });

  it('finds the tenants he may approve into, his own among them', async () => {
    const [root, child, other] = [
      await t.addTenant('tree-root'),
      await t.addTenant('tree-child'),
      await t.addTenant('tree-other'),
    ];
    await t.db.update(tenants).set({ parent_id: root }).where(eq(tenants.id, child));
    const by = await newcomer(t, 'owner', { tenant_id: root });
    const names = async (id: string) =>
      (await by.call('GET', `/api/tenants?within_id=${id}`))
        .json<{ items: { name: string }[] }>()
        .items.map(({ name }) => name);
    expect(await names(root)).toEqual(['tree-child', 'tree-root']);
    expect(await names(child)).toEqual(['tree-child']);
    expect(await names(other)).toEqual(['tree-other']);
  });

  it('approves into no tenant that is archived, deleted or missing', async () => {
    const archived = await t.addTenant('archived-one');
    const deleted = await t.addTenant('deleted-one');
    await t.db.update(tenants).set({ status: 'archived' }).where(eq(tenants.id, archived));
    await t.db.update(tenants).set({ deleted_at: new Date() }).where(eq(tenants.id, deleted));
    for (const place of [archived, deleted, '00000000-0000-7000-8000-00000000abcd'])
      expect((await approve(staff, await waiting(), 'viewer', place)).json()).toMatchObject({
        details: { tenant_id: ['There is no such tenant.'] },
      });
  });

  it('stands above the role he gives', async () => {
    const admin = await newcomer(t, 'admin');
    for (const [by, role] of [
      [owner, 'owner'],
      [admin, 'admin'],
      [admin, 'owner'],
      [owner, 'staff_support'],
      [staff, 'staff_admin'],
    ] as const) {
      const place = role.startsWith('staff_') ? platform : t.tenant_id;
      expect(outcomeOf(await approve(by, await waiting(), role, place))).toEqual([403, 'FORBIDDEN']);
    }
  });

  it.each(['staff_support', 'manager', 'analyst', 'viewer', 'device_owner'] as const)(
    'is no %s',
    async role => {
      const by = await newcomer(t, role);
      const one = await waiting();
      expect(outcomeOf(await approve(by, one, 'viewer', t.tenant_id))).toEqual([403, 'FORBIDDEN']);
      expect(outcomeOf(await reject(by, one, 'Nobody knows this person.'))).toEqual([403, 'FORBIDDEN']);
      expect(await statusOf(one)).toBe('pending_approval');
    },
  );

  it('decides once, also where two decide at once', async () => {
    const one = await waiting();
    const answers = await Promise.all([
      approve(owner, one, 'manager', t.tenant_id),
      reject(staff, one, 'Nobody knows this person.'),
    ]);
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409]);
    expect(outcomeOf(await approve(owner, one, 'viewer', t.tenant_id))).toEqual([409, 'STATE']);
  });

  it.each(['active', 'suspended', 'rejected', 'deactivated'] as const)(
    'decides nothing of a %s account',
    async status => {
      const one = await addPerson(t, 'viewer', { status });
      expect(outcomeOf(await approve(staff, one, 'owner', t.tenant_id))).toEqual([409, 'STATE']);
      expect(outcomeOf(await reject(staff, one, 'Nobody knows this person.'))).toEqual([409, 'STATE']);
    },
  );

  it('decides nothing of a registration that was removed, and sends it no e-mail', async () => {
    const one = await waiting();
    const removed = { deleted_at: new Date(t.server.clock.now()) };
    await t.db.update(users).set(removed).where(eq(users.id, one.id));
    for (const by of [owner, staff]) {
      expect(outcomeOf(await approve(by, one, 'viewer', t.tenant_id))).toEqual([409, 'STATE']);
      expect(outcomeOf(await reject(by, one, 'Nobody knows this person.'))).toEqual([409, 'STATE']);
    }
    expect(await statusOf(one)).toBe('pending_approval');
    expect(t.emails.filter(({ to }) => to === one.email)).toEqual([]);
  });
});

describe('who rejects', () => {
  it('says why, in 10 to 500 signs, which the tenant’s own record keeps', async () => {
    const one = await waiting();
    for (const reason of ['too short', 'x'.repeat(501), '          ', undefined, 7])
      expect(outcomeOf(await reject(owner, one, reason))).toEqual([400, 'VALIDATION']);
    const reason = 'Nobody knows this person.';
    expect((await reject(staff, one, reason)).json()).toMatchObject({ status: 'rejected' });
    expect(outcomeOf(await openBrowser(t).signIn(one.email))).toEqual([403, 'USER_INVALID']);
    const [event] = await eventsOf(owner, `target_id=${one.id}`);
    expect(event).toMatchObject({
      action: 'users.reject',
      actor_id: staff.id,
      detail: { diff: { reason: { after: reason } } },
    });
  });
});
